package payload_test

import (
	"encoding/json/jsontext"
	"fmt"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/payload"
)

func TestDifferences(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{`{"a":1}`, ` { "a" : 1.00 } `, ""},
		{`{"a":1,"b":"ö"}`, `{"b":"\u00f6","a":1e0}`, ""},
		{`[]`, `[ ]`, ""},
		{`{"a":"1"}`, `{"a":1}`, "a"},
		{`{"a":null}`, `{}`, "a"},
		{`{"a":-0.0}`, `{"a":0}`, ""},
		{`{"a":0.10000000000000000001}`, `{"a":0.1}`, "a"},
		{`{"a":true}`, `{"a":false}`, "a"},
		{`{"a":[1,{"b":2,"c":[3,4]},5]}`, `{"a":[1,{"b":3,"c":[3]}]}`, "a.1.b a.1.c.1 a.2"},
		{`{"a":[]}`, `{"a":[{"b":1}],"z":2}`, "a.0 z"},
		{`{"a":{"b":1}}`, `{"a":[1]}`, "a"},
		{`1`, `2`, ""}, // the attr of the whole value is empty, see below
		{`{"a":1e999999999}`, `{"a":1}`, "a"},
		{`{"a":1e999999999}`, `{"a":1e999999999}`, ""},
	} {
		got := payload.Differences(jsontext.Value(c.a), jsontext.Value(c.b), 10)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s and %s: %q, want %q", c.a, c.b, got, c.want)
		}
	}
	if got := payload.Differences(jsontext.Value(`1`), jsontext.Value(`2`), 10); len(got) != 1 {
		t.Errorf("%q", got)
	}
	if got := payload.Differences(jsontext.Value(`{"a":1,"b":1,"c":1}`), jsontext.Value(`{}`), 2); fmt.Sprint(got) != "[a b]" {
		t.Errorf("%q", got)
	}
}

func TestEachMember(t *testing.T) {
	for text, want := range map[string]string{
		` {"a" : {"b": [1] } , "é":"x"} `: `a={"b": [1] } é="x" `,
		`{}`:                              ``,
		`{"a":1,"a":2}`:                   `a=1 error: malformed_json: The body is not valid JSON at line 1 column 8: a member name occurs twice in one object.`,
		`{"a":{"b":1,"b":2}}`:             `error: malformed_json: The body is not valid JSON at line 1 column 13: a member name occurs twice in one object.`,
		`{"a":1`:                          `a=1 error: malformed_json: The JSON ends too early, at line 1 column 7: it was cut off, or is not closed.`,
		`{"a":1} {}`:                      `a=1 error: malformed_json: The body must be one JSON object with nothing after it, but something begins at line 1 column 9.`,
		`[1]`:                             `error: malformed_json: The body must be one JSON object, in braces, at line 1 column 1.`,
		``:                                `error: malformed_json: The JSON ends too early, at line 1 column 1: it was cut off, or is not closed.`,
	} {
		var got strings.Builder
		err := payload.EachMember([]byte(text), func(m payload.Member) bool {
			fmt.Fprintf(&got, "%s=%s ", m.Name, m.Value)
			return true
		})
		if err != nil {
			fmt.Fprintf(&got, "error: %v", err)
		}
		if got.String() != want {
			t.Errorf("%s: %s\nwant %s", text, got.String(), want)
		}
	}
	n := 0
	if err := payload.EachMember([]byte(`{"a":1,"b":2`), func(payload.Member) bool { n++; return false }); err != nil || n != 1 {
		t.Errorf("%d members, %v", n, err)
	}
}
