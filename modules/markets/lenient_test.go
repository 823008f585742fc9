package markets_test

import (
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

// Values that senders write in another form are read as the schema has them, at the member
// itself and in its branches.
func TestLeniencies(t *testing.T) {
	const (
		x      = `{"properties": {"x": `
		branch = `{"type": "object", "required": ["kind"], "if": {"properties": {"kind": {"const": "A"}}}, "then": {"properties": {"v": `
	)
	of := func(schema string) string { return branch + schema + `}}}` }
	for name, c := range map[string]struct {
		schema, sent, read string // the schema and the value of x; nothing is read of an absent one
	}{
		"a number for a string":             {`{"type": "string"}`, `12.50`, `"12.50"`},
		"a number for a choice":             {`{"enum": ["50", "65"]}`, `65`, `"65"`},
		"a number where both may be":        {`{"type": ["string", "number"]}`, `12.50`, `12.50`},
		"a number in any branch":            {`{"anyOf": [{"type": "string", "maxLength": 5}, {"type": "boolean"}]}`, `12.50`, `"12.50"`},
		"a number in one branch":            {`{"oneOf": [{"type": "array"}, {"type": "string"}]}`, `12.50`, `"12.50"`},
		"a number in a branch of numbers":   {`{"anyOf": [{"type": "string"}, {"type": "integer"}]}`, `12`, `12`},
		"a number in all branches":          {`{"allOf": [{"maxLength": 5}, {"type": "string"}]}`, `12.50`, `"12.50"`},
		"a number behind a reference":       {`{"$ref": "#/$defs/text"}`, `12.50`, `"12.50"`},
		"a number in a branch of an object": {of(`{"type": "string"}`), `{"kind": "A", "v": 12.50}`, `{"kind":"A","v":"12.50"}`},
		"a number of what depends":          {`{"type": "object", "dependentSchemas": {"a": {"properties": {"v": {"type": "string"}}}}}`, `{"a": 1, "v": 2}`, `{"a":1,"v":"2"}`},
		"a number in a list in a branch":    {of(`{"type": "array", "items": {"type": "string"}}`), `{"kind": "A", "v": [1, "2"]}`, `{"kind":"A","v":["1","2"]}`},
		"a number of any other name":        {`{"type": "object", "additionalProperties": {"type": "string"}}`, `{"a": 1}`, `{"a":"1"}`},
		"a number of a name of a form":      {`{"type": "object", "patternProperties": {"^a": {"type": "string"}}}`, `{"a": 1}`, `{"a":"1"}`},
		"digits for a whole number":         {`{"type": "integer", "minimum": -7}`, `" -7 "`, `-7`},
		"digits in a branch":                {of(`{"type": "integer"}`), `{"kind": "A", "v": "28"}`, `{"kind":"A","v":28}`},
		"null for what may be null":         {`{"type": ["string", "null"]}`, `null`, ``},
		"null in a branch":                  {of(`{"type": ["integer", "null"]}`), `{"kind": "A", "v": null}`, `{"kind":"A"}`},
		"a decimal as a string":             {`{"type": ["number", "string"], "format": "decimal(3,2)"}`, `"-123.45"`, `"-123.45"`},
		"a decimal in a branch":             {of(`{"type": ["number", "string"], "format": "decimal(3,2)"}`), `{"kind": "A", "v": ".50"}`, `{"kind":"A","v":".50"}`},
		"a datetime of another zone":        {`{"type": "string", "format": "date-time"}`, `"2024-02-29T00:30:00+01:00"`, `"2024-02-28T23:30:00Z"`},
		"a date for a datetime":             {`{"type": "string", "format": "date-time"}`, `"2024-02-29"`, `"2024-02-29T00:00:00Z"`},
		"a date in a branch":                {of(`{"type": "string", "format": "date-time"}`), `{"kind": "A", "v": "2024-02-29"}`, `{"kind":"A","v":"2024-02-29T00:00:00Z"}`},
		"a colon before the time":           {`{"type": "string", "format": "datetime"}`, `"2024-02-29:10:00:00Z"`, `"2024-02-29T10:00:00Z"`},
		"any JSON stays as it is":           {`{}`, `{" a ": [null, "", " b ", 1.50]}`, `{" a ":[null,""," b ",1.50]}`},
		"an unknown member is not any JSON": {`{"type": "object", "properties": {"a": {}}}`, `{"a": " b ", "c": " d "}`, `{"a":" b ","c":"d"}`},
	} {
		t.Run(name, func(t *testing.T) {
			r := withSchema(t, x+c.schema+`}, "$defs": {"text": {"type": "string"}}}`)
			read, faults := r.read(kindtest.With(t, plain, set("x", c.sent)))
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			text, err := read.JSON()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := kindtest.With(t, string(text)), kindtest.With(t, string(text), set("x", c.read)); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// A bare date is its midnight in the supplier's zone.
func TestMidnightIsTheSuppliers(t *testing.T) {
	r := withSchema(t, `{"properties": {"x": {"type": "string", "format": "date-time"}}}`)
	r.exec(`UPDATE suppliers SET time_zone = 'Australia/Adelaide'`)
	read, faults := r.read(kindtest.With(t, plain, set("x", `"2024-02-29"`)))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	text, err := read.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(text), kindtest.With(t, string(text), set("x", `"2024-02-28T13:30:00Z"`)); kindtest.With(t, got) != want {
		t.Error(got)
	}
}
