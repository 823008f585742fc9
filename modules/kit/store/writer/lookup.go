package writer

import (
	"database/sql"
	"strings"
)

// lookups are the numbers of keys that one SELECT asks for: few different ones, so
// that each is prepared once. More keys in one would cost more time, as in maxRows.
var lookups = [...]int{4, 8, 16, 32, 64}

// Lookup runs a query for many keys, in bounded statements, and gives each row to
// scan. The query has the condition "IN (?)" once, after all its other parameters;
// args are the values of those.
func (tx *Tx) Lookup(query string, args []any, keys []string, scan func(*sql.Rows) error) error {
	for len(keys) > 0 {
		size := lookup(len(keys))
		values := append(make([]any, 0, len(args)+size), args...)
		for i := range size {
			// The last key again fills what is left: it finds the same rows.
			values = append(values, keys[min(i, len(keys)-1)])
		}
		keys = keys[min(size, len(keys)):]
		places := "IN (?" + strings.Repeat(",?", size-1) + ")"
		if err := tx.Each(strings.Replace(query, "IN (?)", places, 1), values, scan); err != nil {
			return err
		}
	}
	return nil
}

// lookup is the smallest size for n keys, or the largest of all.
func lookup(n int) int {
	for _, size := range lookups {
		if n <= size {
			return size
		}
	}
	return lookups[len(lookups)-1]
}

// Each runs a query and gives each row to scan, which runs no other statement.
func (tx *Tx) Each(query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
