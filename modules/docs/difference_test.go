package docs

import (
	"encoding/json/jsontext"
	"strings"
	"testing"

	"dataimport/views"
)

// mark shows lines with brackets around what differs.
func mark(lines []views.ExampleLine) string {
	shown := make([]string, len(lines))
	for i, l := range lines {
		switch {
		case !l.Differs:
			shown[i] = l.Text
		case l.To == 0:
			shown[i] = "[" + l.Text + "]"
		default:
			shown[i] = l.Text[:l.From] + "[" + l.Text[l.From:l.To] + "]" + l.Text[l.To:]
		}
	}
	return strings.Join(shown, "\n")
}

func TestDifferenceOfExamples(t *testing.T) {
	long := strings.Repeat("é", 70)
	for _, c := range []struct{ name, bad, good, left, right string }{
		{"a word", `{"phone": "020"}`, `{"landline": "020"}`, `{"[phone]": "020"}`, `{"[landline]": "020"}`},
		{"a part of a word", `{"day": "2024-02-30"}`, `{"day": "2024-02-29"}`, `{"day": "2024-02-[30]"}`, `{"day": "2024-02-[29]"}`},
		{"one is longer", `{"a": {"b": 1}}`, `{"a": {"b": 1, "c": "` + long + `"}}`,
			"{\n  \"a\": {\n[    \"b\": 1]\n  }\n}", "{\n  \"a\": {\n[    \"b\": 1,]\n[    \"c\": \"" + long + "\"]\n  }\n}"},
		{"a member of another kind", `{"a": 1, "b": "` + long + `"}`, `{"a": [1], "b": "` + long + `"}`,
			"{\n  \"a\": [1],\n  \"b\": \"" + long + "\"\n}", "{\n  \"a\": [[1]],\n  \"b\": \"" + long + "\"\n}"},
		{"nothing", `[]`, `[]`, `[]`, `[]`},
	} {
		left, right := compareLines(formatPair(jsontext.Value(c.bad), jsontext.Value(c.good)))
		if got := mark(left); got != c.left {
			t.Errorf("%s: the refused one is\n%s\nwant\n%s", c.name, got, c.left)
		}
		if got := mark(right); got != c.right {
			t.Errorf("%s: the valid one is\n%s\nwant\n%s", c.name, got, c.right)
		}
	}
}
