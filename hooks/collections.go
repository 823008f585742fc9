package hooks

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/module"
)

// collections are the names of the collections, by what may be done with them.
type collections struct {
	edited     []string // operators change them
	readOnly   []string // the service alone writes them
	appendOnly []string // the service alone adds to them
}

func collectionsOf(tables module.Tables) *collections {
	return &collections{
		edited: tables.Names(module.Edited), readOnly: tables.Names(module.ReadOnly), appendOnly: tables.Names(module.AppendOnly),
	}
}

// audited are the collections of which every change is in the audit log.
func (c *collections) audited() []string {
	return append(slices.Clone(c.edited), core.CollectionNameSuperusers)
}

// fixed are the collections whose form only migrations change.
func (c *collections) fixed() []string { return slices.Concat(c.appendOnly, c.readOnly) }

// isFixed reports whether a collection has the form that migrations gave it.
func (c *collections) isFixed(name string) bool {
	return slices.Contains(c.appendOnly, name) || slices.Contains(c.readOnly, name)
}

// isEdited reports whether operators change the records of a collection.
func (c *collections) isEdited(name string) bool { return slices.Contains(c.edited, name) }

// isRead reports whether operators see the records of a collection.
func (c *collections) isRead(name string) bool { return c.isEdited(name) || c.isFixed(name) }
