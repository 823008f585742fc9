package writer

import (
	"strings"

	"dataimport/modules/kit/store/database"
)

// lookupSizes are the numbers of keys that one SELECT of [Tx.Lookup] may have. They are
// few, so that few statements are prepared. A SELECT of more keys would be slower for
// each key, as an INSERT of more than maxRows rows would be.
var lookupSizes = [...]int{4, 8, 16, 32, 64}

// Lookup runs a query for many keys, in statements of bounded size, and calls scan for
// each row. The query has the condition "IN (?)" once, after all of its other parameters;
// args are the values of those. scan must not run another statement.
func (tx *Tx) Lookup(query string, args []any, keys []string, scan func(row database.Row) error) error {
	for len(keys) > 0 {
		size := chooseLookupSize(len(keys))
		values := append(make([]any, 0, len(args)+size), args...)
		for i := range size {
			// Where keys are fewer than the size, the last key fills the rest: it finds the
			// same rows.
			values = append(values, keys[min(i, len(keys)-1)])
		}
		keys = keys[min(size, len(keys)):]
		placeholders := "IN (?" + strings.Repeat(",?", size-1) + ")"
		if err := database.EachRow(tx, scan, strings.Replace(query, "IN (?)", placeholders, 1), values...); err != nil {
			return err
		}
	}
	return nil
}

// chooseLookupSize returns the smallest size for n keys, or the largest of all sizes.
func chooseLookupSize(n int) int {
	for _, size := range lookupSizes {
		if n <= size {
			return size
		}
	}
	return lookupSizes[len(lookupSizes)-1]
}
