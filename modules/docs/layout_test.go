package docs

import (
	"encoding/json/jsontext"
	"strings"
	"testing"
)

func TestLayout(t *testing.T) {
	long := `"` + strings.Repeat("x", 80) + `"`
	for _, c := range []struct{ value, want string }{
		{`{}`, `{}`},
		{`{ "a" :[1,2 ],"b":null}`, `{"a": [1, 2], "b": null}`},
		{long, long},
		{`{"a":` + long + `}`, "{\n  \"a\": " + long + "\n}"},
		{`{"a":[{"b":` + long + `,"c":{}},1.50]}`, "{\n  \"a\": [\n    {\n      \"b\": " + long + ",\n      \"c\": {}\n    },\n    1.50\n  ]\n}"},
		{`{"name":"O’Neill"}`, `{"name": "O’Neill"}`},
	} {
		if got := formatJSON(jsontext.Value(c.value)); got != c.want {
			t.Errorf("%s\ngot\n%s\nwant\n%s", c.value, got, c.want)
		}
	}
}

// A line is broken as late as possible: with the comma after it, it just fits.
func TestLayoutFillsTheLine(t *testing.T) {
	fits := `["` + strings.Repeat("ü", maxLine-len(`[""],`)) + `"]`
	if got := formatJSON(jsontext.Value(fits)); strings.Contains(got, "\n") {
		t.Errorf("broken:\n%s", got)
	}
	if got := formatJSON(jsontext.Value(`["ü` + fits[2:])); !strings.Contains(got, "\n") {
		t.Errorf("not broken:\n%s", got)
	}
}

func TestAnExampleThatIsNotJSONIsAMistakeOfTheProgram(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("taken")
		}
	}()
	formatJSON(jsontext.Value(`{"a":`))
}
