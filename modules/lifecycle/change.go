package lifecycle

import (
	"maps"
	"slices"
	"strings"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// change empties columns of the rows of an account in one table, and deletes some of the rows.
type change struct {
	table     string
	condition string // finds the rows
	args      []any
	emptied   []string
	unset     []string
	rewritten map[string]string
	stamps    []string // columns that get the time of the change
	removed   string   // condition of the rows that are deleted
}

func newChange(t *module.Table, of module.Identity) change {
	c := change{table: t.Name, emptied: strings.Fields(t.Emptied + " " + t.Sent), unset: strings.Fields(t.Unset), rewritten: t.Rewritten, removed: t.Removed}
	c.condition, c.args = t.Condition(of)
	if !t.Undated {
		c.stamps = append(c.stamps, "updated")
	}
	c.stamps = append(c.stamps, strings.Fields(t.PurgedAt)...)
	return c
}

// isAny reports whether there is a column to change.
func (c *change) isAny() bool { return len(c.emptied)+len(c.unset)+len(c.rewritten) > 0 }

// count counts the rows that would change or be deleted.
func (c *change) count(q database.Querier) (n int, err error) {
	condition := c.newCondition()
	if c.removed != "" {
		condition = `(` + condition + `) OR (` + c.removalCondition() + `)`
		return n, q.QueryRow(`SELECT count(*) FROM `+c.table+` WHERE `+condition, slices.Concat(c.args, c.args)...).Scan(&n)
	}
	return n, q.QueryRow(`SELECT count(*) FROM `+c.table+` WHERE `+condition, c.args...).Scan(&n)
}

// write deletes and changes the rows, and returns how many they were.
func (c *change) write(tx *writer.Tx) (n int, err error) {
	if c.removed != "" {
		if n, err = execute(tx, `DELETE FROM `+c.table+` WHERE `+c.removalCondition(), c.args); err != nil {
			return 0, err
		}
	}
	args := slices.Concat(slices.Repeat([]any{database.Time(tx.Now())}, len(c.stamps)), c.args)
	changed, err := execute(tx, `UPDATE `+c.table+` SET `+c.newAssignments()+` WHERE `+c.newCondition(), args)
	return n + changed, err
}

func execute(tx *writer.Tx, statement string, args []any) (int, error) {
	result, err := tx.Exec(statement, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// removalCondition returns the SQL that finds the rows to delete.
func (c *change) removalCondition() string { return c.condition + ` AND (` + c.removed + `)` }

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
		some = append(some, column+` <> '' AND unpacked(`+column+`) <> `+c.rewritten[column])
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
