package extracts

import (
	"strconv"
	"strings"
	"unicode"
)

// LineColumn is the column of each table with the line of the file.
const LineColumn = "_line"

// NameOf returns a heading or the name of a file as a name in SQL: in small letters, with an
// underscore in place of every other sign. "Kunden-Nr." becomes kunden_nr.
func NameOf(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(s) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('_')
			gap = false
		}
		if b.Len() == 0 && unicode.IsDigit(r) {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// columnNames names columns by their headings. A column without one is named by its number,
// and a name that is there already gets a number.
func columnNames(headings []string) []string {
	names := make([]string, len(headings))
	taken := map[string]bool{LineColumn: true}
	for i, heading := range headings {
		name := NameOf(heading)
		if name == "" {
			name = "column" + strconv.Itoa(i+1)
		}
		unique := name
		for n := 2; taken[unique]; n++ {
			unique = name + "_" + strconv.Itoa(n)
		}
		names[i], taken[unique] = unique, true
	}
	return names
}

// Quote is a name in SQL, in quotes.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
