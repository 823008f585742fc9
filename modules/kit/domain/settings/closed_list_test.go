package settings_test

import (
	"slices"
	"testing"

	"dataimport/modules/kit/domain/settings"
)

func TestParseList(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
		ok   bool
	}{
		{"", nil, true},
		{" \r\n\n", nil, true},
		{"A", []string{"A"}, true},
		{" B \r\nA\rB\n\nA, C", []string{"A", "A, C", "B"}, true},
		{"\n[\"A\", \" B\", \"\"]", []string{"A", "B"}, true},
		{"[]", nil, true},
		{"[A]", nil, false},
		{`["A", 1]`, nil, false},
		{"A\tB", nil, false},
		{`["A\nB"]`, nil, false},
	} {
		list, err := settings.ParseList(settings.Reasons, c.text)
		got := list.Values()
		if !slices.Equal(got, c.want) || (err == nil) != c.ok {
			t.Errorf("%q: %q, %v", c.text, got, err)
		}
	}
}
