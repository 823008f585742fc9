package payload

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/fault"
)

func TestNesting(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }
	objects := func(depth int) string { return strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth) }
	for _, c := range []struct {
		member, value, attr string
		refused             bool
	}{
		{"extra", nested(5), "", false},
		{"extra", nested(6), "extra", true},
		{"extra", objects(5), "", false},
		{"extra", objects(6), "extra", true},
		{"extra", `[1, [2], [[[[3]]]], ` + nested(5) + `]`, "extra", true},
		{"params", objects(6), "params", true},
		{"other", nested(6), "other", true},
		{"name", nested(6), "name", true},
		{"tags", `["a", ` + nested(5) + `]`, "tags.1", true},
		{"rows", `[{"id": "1", "deep": {"marks": ["RED", [[1]]]}}]`, "rows.0.deep.marks.1", true},
		{"extra", nested(9_000), "extra", true},
		{"extra", nested(10_000_000)[:2_000_000], "extra", true},
	} {
		data := with(c.member, c.value)
		if !c.refused {
			clean(t, data)
			continue
		}
		e := refusal(t, data, limits)
		if e.Code != fault.NestedTooDeeply || len(e.Faults) != 1 || e.Faults[0].Attr != c.attr || e.Faults[0].Code != e.Code {
			t.Errorf("%s: %.50s: %s %v", c.member, c.value, e.Code, e.Faults)
		}
	}
}

// Without a limit of depth, the limit of the JSON decoder holds.
func TestNestingWithoutBound(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	for _, data := range []string{deep, `{"extra": ` + deep, `{"other": ` + deep, `{` + deep} {
		if e := refusal(t, []byte(data), Limits{}); e.Code != fault.MalformedJSON {
			t.Errorf("%.20s: %s", data, e.Code)
		}
	}
}
