package progress

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/spreadsheet"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/session"
)

// shape is the privacy of the payloads of the tests.
var shape = payload.Of(struct {
	Amount   decimal.NullDecimal `json:"amount" rule:"impersonal"`
	Type     string              `json:"type" rule:"impersonal"`
	Codes    []string            `json:"codes" rule:"impersonal"`
	Metadata []struct {
		Key   string         `json:"key"`
		Value jsontext.Value `json:"value" rule:"impersonal"`
	} `json:"metadata"`
	Customers []struct {
		GivenName string `json:"given_name"`
		Type      string `json:"type" rule:"impersonal"`
	} `json:"customers"`
}{}).Privacy()

func compareTexts(t *testing.T, before, after, role string) string {
	t.Helper()
	list, ok := comparePayloads([]byte(before), []byte(after), &page.Request{Reader: &session.Reader{Role: role}}, shape)
	if !ok {
		return "unreadable"
	}
	var lines []string
	for _, c := range list {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s>%s", c.Kind, c.Path, c.Old, c.New)))
	}
	return strings.Join(lines, "\n")
}

func TestDifferences(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{`{}`, `{}`, ""},
		{`{"a":1,"b":"x"}`, `{"b":"x", "a":1}`, ""},
		{`{"a":1}`, `{"a":1.0}`, "changed a 1>1.0"},
		{`{"a":12345678901234567890.12}`, `{"a":12345678901234567890.13}`, "changed a 12345678901234567890.12>12345678901234567890.13"},
		{`{"a":"1"}`, `{"a":1}`, "changed a 1>1"},
		{`{"a":null}`, `{}`, "removed a null>"},
		{`{}`, `{"a":null}`, "added a >null"},
		{`{"a":null}`, `{"a":false}`, "changed a null>false"},
		{`{"a":{"b":[1,2,{"c":true}]}}`, `{"a":{"b":[1,3,{"c":false},4]}}`, "changed a.b.1 2>3\nchanged a.b.2.c true>false\nadded a.b.3 >4"},
		{`{"a":[1]}`, `{"a":{"0":1}}`, `changed a [1]>{"0":1}`},
		{`{"a":{"x":1}}`, `{"a":"x"}`, `changed a {"x":1}>x`},
		{`{"a":[1,2,3]}`, `{"a":[]}`, "removed a.0 1>\nremoved a.1 2>\nremoved a.2 3>"},
		{`{"a":""}`, `{"a":" "}`, "changed a >"},
		{`{"a":1}`, `{`, "unreadable"},
		{``, `{}`, "unreadable"},
		{`{"a":"` + strings.Repeat("ü", 400) + `"}`, `{}`, "removed a " + strings.Repeat("ü", 300) + "…>"},
		{`{"a":1}`, `{"a":"` + strings.Repeat("x", maxCompared) + `"}`, "unreadable"},
	} {
		if got := compareTexts(t, c.before, c.after, session.Support); got != c.want {
			t.Errorf("%.60s to %.60s: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

func TestMaskedDifferences(t *testing.T) {
	before := `{"amount":"1","customers":[{"given_name":"A"}],"x":{"amount":"B"},"codes":["a",{"type":"t"},"b"],"metadata":[{"value":{"amount":1}}]}`
	after := `{"amount":"2","customers":[{"given_name":"C"},{"given_name":"D","type":"x"}],"x":{"amount":"E"},"codes":["a",{"type":"u"},"c"],"born":1971,"metadata":[{"value":{"amount":2}},{"value":3}]}`
	want := "changed amount 1>2\nadded born >•••\nchanged codes.1.type •••>•••\nchanged codes.2 b>c\nchanged customers.0.given_name •••>•••\n" +
		"added customers.1 >{\"given_name\":\"•••\",\"type\":\"x\"}\nchanged metadata.0.value.amount •••>•••\nadded metadata.1 >{\"value\":\"•••\"}\nchanged x.amount •••>•••"
	if got := compareTexts(t, before, after, session.Viewer); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMaskJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"amount":1.50,"given_name":"A","n":null,"t":true,"type":"X"}`:                   `{"amount":1.50,"given_name":"•••","n":null,"t":"•••","type":"X"}`,
		`{"codes":["A",{"type":"t"},"B",["C"]],"z":"D"}`:                                  `{"codes":["A",{"type":"•••"},"B",["•••"]],"z":"•••"}`,
		`{"codes":"A","type":["A"],"amount":[1,{"b":2},3]}`:                               `{"codes":"•••","type":["•••"],"amount":["•••",{"b":"•••"},"•••"]}`,
		`{"customers":[{"type":"A","given_name":"B"},{"type":"C"}],"type":"D"}`:           `{"customers":[{"type":"A","given_name":"•••"},{"type":"C"}],"type":"D"}`,
		`{"customers":{"type":"A"},"x":{"type":"B"}}`:                                     `{"customers":{"type":"•••"},"x":{"type":"•••"}}`,
		`{"metadata":[{"key":"k","value":{"amount":"A","x":{"type":"B"}}}],"amount":"1"}`: `{"metadata":[{"key":"•••","value":{"amount":"•••","x":{"type":"•••"}}}],"amount":"1"}`,
		`["A"]`: `["•••"]`, `"A"`: `"•••"`, `7`: `"•••"`, `{}`: `{}`,
		`{"type":"a","type":"b"}`: `{"type":"a","type":"b"}`,
	} {
		got, err := maskJSON([]byte(in), shape)
		if err != nil || strings.ReplaceAll(string(got), "\n", "") != want {
			t.Errorf("%s: %s (%v), want %s", in, got, err, want)
		}
	}
	if _, err := maskJSON([]byte(`{"a":"SECRET`), shape); err == nil {
		t.Error("half a payload was masked")
	}
}

// Both ways of masking hide the same, and a payload has no difference to itself, for any payload.
func TestRandomPayloads(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		value := randomValue(random, 4)
		data, err := json.Marshal(value, json.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		if got := compareTexts(t, string(data), string(data), session.Support); got != "" {
			t.Fatalf("%s differs from itself: %s", data, got)
		}
		masked, err := maskJSON(data, shape)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(maskTree(value, shape), json.Deterministic(true))
		if err != nil || strings.TrimSpace(string(masked)) != string(want) {
			t.Fatalf("%s\nis masked as %s\nor as        %s", data, masked, want)
		}
		if strings.Contains(string(masked), "secret") {
			t.Fatalf("%s", masked)
		}
	}
}

func randomValue(random *rand.Rand, depth int) any {
	switch n := random.IntN(8); {
	case n < 2 || depth == 0:
		return "secret"
	case n == 2:
		return nil
	case n == 3:
		return random.IntN(2) == 0
	case n < 6:
		list := make([]any, random.IntN(4))
		for i := range list {
			list[i] = randomValue(random, depth-1)
		}
		return list
	}
	members := make(map[string]any)
	for range random.IntN(4) {
		name := []string{"given_name", "x", "metadata", "customers", "value"}[random.IntN(5)]
		members[name] = randomValue(random, depth-1)
	}
	return members
}

func TestCellsAreHarmless(t *testing.T) {
	for cell, want := range map[string]string{"": "", "a": "a", "=1": "'=1", "+1": "'+1", "-1": "'-1", "@a": "'@a", "\t=1": "'\t=1", "\r1": "'\r1", "a=1": "a=1", "＝1": "'＝1", "'=1": "'=1"} {
		if got := spreadsheet.EscapeFormula(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}

func TestCursors(t *testing.T) {
	for _, a := range []cursor{{}, {"a", ""}, {"", "b"}, {"1.2", "3.4"}, {"\x1f", "\x00"}, {"ü", "🏠"}, {" ", " "}} {
		if got, ok := parseCursor(a.format()); !ok || got != a {
			t.Errorf("%q: %q", a, got)
		}
	}
	for _, text := range []string{"", "x", "1", "-1.x", "9.x", "99999999999999999999.x", "1e1.x"} {
		if _, ok := parseCursor(text); ok {
			t.Errorf("%q is a cursor", text)
		}
	}
}
