package bookbuild

import (
	"fmt"
	"strings"
	"testing"
)

func TestSplitStatements(t *testing.T) {
	for file, want := range map[string]string{
		"":                           "",
		" -- only a comment;\n ; ;":  "",
		"SELECT 1":                   "1:SELECT 1",
		"SELECT 1;\nSELECT ';';":     "1:SELECT 1 2:SELECT ';'",
		"\n-- a;b\n/* c;\n */\nA;B":  "5:A 5:B",
		"A -- it's\n; B":             "1:A -- it's 2:B",
		`SELECT ";" , [;], 'it''s;'`: `1:SELECT ";" , [;], 'it''s;'`,
		"A '":                        "1:A '",
		"A /* never closed":          "1:A /* never closed",
		"A; -- end":                  "1:A",
	} {
		var got []string
		for _, s := range splitStatements(file) {
			got = append(got, fmt.Sprintf("%d:%s", s.line, s.text))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", file, strings.Join(got, " "), want)
		}
	}
}
