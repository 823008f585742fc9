package transactions

import (
	"fmt"
	"strings"
)

// maxNamed is the number of moved transactions that a note names, since a person reads it.
const maxNamed = 20

// noteOf returns the text of the note about transactions whose date was changed.
func noteOf(moved []move) string {
	var b strings.Builder
	b.WriteString("Imported transactions lay before the open statement period. Their dates were changed to its first day:")
	for i, m := range moved {
		if i == maxNamed {
			fmt.Fprintf(&b, " and %d more,", len(moved)-maxNamed)
			break
		}
		fmt.Fprintf(&b, " %s from %s to %s,", m.id, m.from, m.to)
	}
	text := strings.TrimSuffix(b.String(), ",")
	return text + "."
}
