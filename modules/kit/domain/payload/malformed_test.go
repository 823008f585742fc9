package payload

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/fault"
)

// refusal returns the error of data that cannot be read.
func refusal(t *testing.T, data []byte, limits Limits) *fault.Error {
	t.Helper()
	var faults fault.Collector
	parts, err := samples.Decode(data, limits, &faults)
	var refused *fault.Error
	if !errors.As(err, &refused) || parts != nil {
		t.Fatalf("got %v, %v for %.100q", parts, err, data)
	}
	if refused.Status != http.StatusBadRequest {
		t.Errorf("status %d for %.100q", refused.Status, data)
	}
	return refused
}

func TestMalformed(t *testing.T) {
	for _, c := range []struct{ name, data, where string }{
		{"nothing", ``, "line 1 column 1"},
		{"white space", " \n ", "line 2 column 2"},
		{"a text", `"name"`, "line 1 column 1"},
		{"null", `null`, "line 1 column 1"},
		{"an array", `[{}]`, "line 1 column 1"},
		{"a word", `word`, "line 1 column 1"},
		{"a byte order mark", "\ufeff{}", "line 1 column 1"},
		{"a comment", "{\n// no\n}", "line 2 column 1"},
		{"a missing colon", "{\"name\"\n \"Ada\"}", "line 2 column 2"},
		{"a missing comma", `{"name": "Ada" "total": 1}`, "line 1 column 16"},
		{"a comma too many", `{"name": "Ada",}`, "line 1 column 15"},
		{"a comma too many in an array", `{"tags": ["a",]}`, "line 1 column 14"},
		{"a comma too many in an array of objects", `{"rows": [{"id": "1"},]}`, "line 1 column 22"},
		{"a missing value", `{"name": }`, "line 1 column 10"},
		{"a missing value of an object", `{"address": }`, "line 1 column 13"},
		{"a missing value of an unknown member", `{"other": }`, "line 1 column 11"},
		{"a wrong bracket", `{"tags": ["a"}}`, "line 1 column 14"},
		{"a name that is no text", `{1: 2}`, "line 1 column 2"},
		{"a name that is an object", `{{}: 2}`, "line 1 column 2"},
		{"a name that is null", `{null: 2}`, "line 1 column 2"},
		{"single quotes", `{'name': 'Ada'}`, "line 1 column 2"},
		{"a leading zero", `{"count": 07}`, "line 1 column 12"},
		{"a leading plus", `{"count": +7}`, "line 1 column 11"},
		{"a bare point", `{"total": .5}`, "line 1 column 11"},
		{"not a number", `{"total": NaN}`, "line 1 column 11"},
		{"infinity", `{"total": -Infinity}`, "line 1 column 12"},
		{"hexadecimal", `{"count": 0x10}`, "line 1 column 12"},
		{"a capital literal", `{"flag": True}`, "line 1 column 10"},
		{"half a literal", `{"flag": tru}`, "line 1 column 13"},
		{"a control character", "{\"name\": \"A\x01\"}", "line 1 column 12"},
		{"a line break in a text", "{\"name\": \"A\n\"}", "line 1 column 12"},
		{"an unknown escape", `{"name": "\x41"}`, "line 1 column 11"},
		{"a lone high surrogate", `{"name": "\ud800"}`, "line 1 column 11"},
		{"a lone low surrogate", `{"name": "\udc00"}`, "line 1 column 11"},
		{"a lone surrogate in a name", `{"\ud800": 1}`, "line 1 column 3"},
		{"a lone surrogate in anything", `{"extra": ["\ud800x"]}`, "line 1 column 13"},
		{"invalid UTF-8", "{\"name\": \"é\xff\"}", "line 1 column 12"},
		{"invalid UTF-8 in an unknown member", "{\"other\": \"\xc3\"}", "line 1 column 12"},
		{"a second object", "{}\n {}", "line 2 column 2"},
		{"a second bracket", `{}}`, "line 1 column 3"},
		{"a text after the object", `{} x`, "line 1 column 4"},
		{"a comma after the object", `{},`, "line 1 column 3"},
		{"a zero byte after the object", "{}\x00", "line 1 column 3"},
	} {
		e := refusal(t, []byte(c.data), limits)
		if e.Code != fault.MalformedJSON || len(e.Faults) > 0 {
			t.Errorf("%s: %s %v", c.name, e.Code, e.Faults)
		}
		if !strings.Contains(e.Detail+" ", " "+c.where+" ") && !strings.Contains(e.Detail, c.where+":") && !strings.Contains(e.Detail, c.where+".") {
			t.Errorf("%s: got %q, want %s", c.name, e.Detail, c.where)
		}
	}
}

// A name may occur once in an object, whether the name is known, unknown, or in a member
// of any content, and however it is escaped.
func TestDuplicateNames(t *testing.T) {
	for _, data := range []string{
		`{"name": "Ada", "total": 1, "name": "Ada"}`,
		`{"name": "Ada", "n\u0061me": "Ada"}`,
		`{"other": 1, "\u006fther": 2}`,
		`{"address": {"city": "York", "city": "York"}}`,
		`{"rows": [{"id": "1"}, {"id": "2", "id": "2"}]}`,
		`{"extra": {"a": {"b": 1, "b": 2}}}`,
		`{"extra": [{"a": 1, "\u0061": 2}]}`,
		`{"params": {"": 1, "": 2}}`,
		`{"other": [{"a": 1, "a": 2}]}`,
		`{"name": {"a": 1, "a": 2}}`,
		`{"tags": [1, 2, 3, 4, {"a": 1, "a": 2}]}`,
	} {
		if e := refusal(t, []byte(data), limits); e.Code != fault.MalformedJSON || !strings.Contains(e.Detail, "occurs twice") {
			t.Errorf("%s: %s %s", data, e.Code, e.Detail)
		}
	}
	clean(t, with("extra", `[{"a": 1}, {"a": {"a": 2}}]`))
}

// A body that is cut off anywhere is malformed, and the error says where it ends.
func TestTruncated(t *testing.T) {
	data := with("name", `"\u0041\ud83d\ude00é"`)
	for n := range data {
		e := refusal(t, data[:n], limits)
		if e.Code != fault.MalformedJSON || !strings.Contains(e.Detail, position(data, n)) {
			t.Errorf("cut at %d, %s: %s %s", n, position(data, n), e.Code, e.Detail)
		}
	}
}

// The input may be secret or long, so no detail quotes it at length.
func TestDetailsAreShort(t *testing.T) {
	secret := strings.Repeat("secret ", 1000)
	for _, data := range []string{
		`{"` + secret + `": 1, "` + secret + `": 2}`, `{"` + secret + `": tru}`, `{"other": "` + secret + `\x"}`, `{"` + secret + `" 1}`,
	} {
		if e := refusal(t, []byte(data), limits); len(e.Detail) > 200 || strings.Contains(e.Detail, "secret") {
			t.Errorf("got %q", e.Detail)
		}
	}
}
