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

func newCollections(tables module.Tables) *collections {
	return &collections{
		edited: tables.Names(module.Edited), readOnly: tables.Names(module.ReadOnly), appendOnly: tables.Names(module.AppendOnly),
	}
}

// listAudited lists the collections whose changes are all in the audit log.
func (c *collections) listAudited() []string {
	return append(slices.Clone(c.edited), core.CollectionNameSuperusers)
}

// isEdited reports whether operators change the records of a collection.
func (c *collections) isEdited(name string) bool { return slices.Contains(c.edited, name) }

// isRead reports whether operators see the records of a collection.
func (c *collections) isRead(name string) bool {
	return slices.Contains(slices.Concat(c.edited, c.readOnly, c.appendOnly), name)
}
