package progress

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/spreadsheet"
)

// A cursor that is parsed is the same after it was formatted again.
func FuzzCursor(f *testing.F) {
	for _, seed := range []string{"", "0.", "1.ab", "-1.a", "9.a", "2.é", "99999999999999999999.a", "1.", "+1.ab"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, ok := parseCursor(text)
		if !ok {
			return
		}
		if again, ok := parseCursor(at.format()); !ok || again != at {
			t.Errorf("%q is %q, and then %q", text, at, again)
		}
	})
}

// No cell begins like a formula, and none loses characters.
func FuzzCell(f *testing.F) {
	for _, seed := range []string{"", "=1+1", "+44", "-", "@SUM(A1)", "\t=1", "＝1", "\xff=", "'=1", "A"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		got := spreadsheet.EscapeFormula(cell)
		if strings.TrimPrefix(got, "'") != strings.TrimPrefix(cell, "'") || got != "" && strings.ContainsAny(got[:1], "=+-@\t\r\n") {
			t.Errorf("%q becomes %q", cell, got)
		}
	})
}
