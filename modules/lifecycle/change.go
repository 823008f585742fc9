package lifecycle

import (
	"maps"
	"slices"
	"strings"

	"dataimport/modules/kit/module"
)

// change empties columns of the rows of an account in one table.
type change struct {
	table     string
	condition string // finds the rows
	args      []any
	emptied   []string
	unset     []string
	rewritten map[string]string
	stamps    []string // columns that get the time of the change
}

func newChange(t *module.Table, of module.Identity) change {
	c := change{table: t.Name, emptied: strings.Fields(t.Emptied + " " + t.Sent), unset: strings.Fields(t.Unset), rewritten: t.Rewritten}
	c.condition, c.args = t.Condition(of)
	if !t.Undated {
		c.stamps = append(c.stamps, "updated")
	}
	c.stamps = append(c.stamps, strings.Fields(t.PurgedAt)...)
	return c
}

// isAny reports whether there is a column to change.
func (c *change) isAny() bool { return len(c.emptied)+len(c.unset)+len(c.rewritten) > 0 }

// newCondition returns the SQL that finds the rows that still have data to remove.
func (c *change) newCondition() string {
	var some []string
	for _, column := range c.emptied {
		some = append(some, column+` <> ''`)
	}
	for _, column := range c.unset {
		some = append(some, column+` <> FALSE`)
	}
	for _, column := range slices.Sorted(maps.Keys(c.rewritten)) {
		some = append(some, column+` <> '' AND `+column+` <> `+c.rewritten[column])
	}
	return c.condition + ` AND (` + strings.Join(some, ` OR `) + `)`
}

// newAssignments returns the SQL assignments of the change. Its parameters are the time, once for
// each of the stamps.
func (c *change) newAssignments() string {
	var all []string
	for _, column := range c.stamps {
		all = append(all, column+` = ?`)
	}
	for _, column := range c.emptied {
		all = append(all, column+` = ''`)
	}
	for _, column := range c.unset {
		all = append(all, column+` = FALSE`)
	}
	for _, column := range slices.Sorted(maps.Keys(c.rewritten)) {
		all = append(all, column+` = CASE `+column+` WHEN '' THEN '' ELSE `+c.rewritten[column]+` END`)
	}
	return strings.Join(all, `, `)
}
