package lifecycle

import (
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/packed"
)

// shortened is a column whose values become shorter, and mean the same.
type shortened struct {
	name      string
	condition string // SQL that finds the rows whose value can be shorter
	shorten   func(text string, r *storedRow) any
}

// shortenedColumn returns how a column of the table packing becomes shorter: times of rows by
// their names, all others as packed texts.
func shortenedColumn(name string) shortened {
	switch name {
	case "created":
		return shortened{name, "length(created) = 24", func(text string, r *storedRow) any {
			if at := database.ParseTime(text); !at.IsZero() {
				return database.ShortTime(at, r.id)
			}
			return text
		}}
	case "updated": // it follows created in the list
		return shortened{name, "length(created) = 24 AND updated = created", func(text string, r *storedRow) any {
			if text == r.values[0] {
				return ""
			}
			return text
		}}
	}
	return shortened{name, "typeof(" + name + ") = 'text' AND " + name + " <> ''", func(text string, _ *storedRow) any { return packed.Pack(text) }}
}
