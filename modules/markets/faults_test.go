package markets_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

// Each keyword of a schema raises its code of the interface.
func TestCodesOfSchemas(t *testing.T) {
	const x = `{"properties": {"x": `
	deep := `{"type": "object", "additionalProperties": false, "required": ["a", "b"], "properties": {"a": {"type": "array", "items": {"type": "object", "properties": {"c": {"type": "string", "maxLength": 3}}}}, "b": {"type": "boolean"}}}`
	for name, c := range map[string]struct {
		schema, value string // the schema and the value of x
		want          string
	}{
		"anything":                     {`{}`, `[1, null]`, ""},
		"never":                        {`false`, `1`, "unknown_field x"},
		"a wrong type":                 {`{"type": "boolean"}`, `"true"`, "invalid_type x"},
		"a number as a string":         {`{"type": "string", "pattern": "^[0-9]+$", "maxLength": 3}`, `123`, ""},
		"a long number as a string":    {`{"type": "string", "maxLength": 3}`, `1234`, "too_long x"},
		"a number beyond numbers":      {`{"type": "string"}`, `1e999999999`, ""},
		"a number where both may be":   {`{"type": ["string", "integer"], "maxLength": 3}`, `1234`, ""},
		"a boolean as a string":        {`{"type": "string"}`, `true`, "invalid_type x"},
		"null":                         {`{"type": "string"}`, `null`, "null_not_allowed x"},
		"null where it may be":         {`{"type": ["string", "null"]}`, `null`, ""},
		"a choice":                     {`{"enum": ["A", "B"]}`, `" A "`, ""},
		"no choice":                    {`{"enum": ["A", "B"]}`, `"a"`, "invalid_choice x"},
		"a constant":                   {`{"const": 1}`, `1.0`, ""},
		"another constant":             {`{"const": 1}`, `2`, "invalid_choice x"},
		"a date":                       {`{"type": "string", "format": "date"}`, `"2024-02-29"`, ""},
		"no date":                      {`{"type": "string", "format": "date"}`, `"2023-02-29"`, "invalid_date x"},
		"a date as a number":           {`{"type": "string", "format": "date"}`, `20240229`, "invalid_date x"},
		"no datetime":                  {`{"format": "date-time"}`, `"2023-02-28T10:00:00"`, "invalid_datetime x"},
		"a datetime":                   {`{"format": "date-time"}`, `"2023-02-28T10:00:00+01:00"`, ""},
		"no decimal":                   {`{"format": "decimal"}`, `"1,5"`, "invalid_decimal x"},
		"a decimal":                    {`{"format": "decimal"}`, `"-1.5"`, ""},
		"no UUID":                      {`{"format": "uuid"}`, `"1"`, "invalid_format x"},
		"a pattern":                    {`{"pattern": "^(a+)+$"}`, `"` + strings.Repeat("a", 100_000) + `b"`, "invalid_format x"},
		"too long":                     {`{"maxLength": 2}`, `"日本語"`, "too_long x"},
		"just not too long":            {`{"maxLength": 3}`, `"日本語"`, ""},
		"too short":                    {`{"minLength": 4}`, `"日本語"`, "too_short x"},
		"an empty string":              {`{"minLength": 4}`, `"  "`, ""},
		"too small":                    {`{"minimum": 0}`, `-0.0000001`, "out_of_range x"},
		"too large":                    {`{"maximum": 1}`, `1.0000001`, "out_of_range x"},
		"not above":                    {`{"exclusiveMinimum": 0}`, `0`, "out_of_range x"},
		"not below":                    {`{"exclusiveMaximum": 1}`, `1`, "out_of_range x"},
		"no multiple":                  {`{"multipleOf": 0.01}`, `1.005`, "invalid_decimal x"},
		"a multiple":                   {`{"multipleOf": 0.01}`, `1.10`, ""},
		"a number that has no end":     {`{"type": "number", "maximum": 5}`, `1e999999999`, "out_of_range x"},
		"a number that has no start":   {`{"type": "number", "minimum": 5}`, `1e-999999999`, "out_of_range x"},
		"too few items":                {`{"minItems": 1}`, `[]`, "too_few_items x"},
		"too many items":               {`{"maxItems": 1}`, `[1, 2]`, "too_many_items x"},
		"a repeated item":              {`{"uniqueItems": true}`, `[1, 2, 1.0]`, "children_with_duplicate_values x.2"},
		"an empty item":                {`{"items": {"type": "string"}}`, `["a", " ", "b"]`, "required x.1"},
		"an item of another type":      {`{"items": {"type": "string"}}`, `["a", [], "b"]`, "invalid_type x.1"},
		"too few members":              {`{"minProperties": 1}`, `{"a": ""}`, "too_few_items x"},
		"too many members":             {`{"maxProperties": 1}`, `{"a": 1, "b": 2}`, "too_many_items x"},
		"a name that may not be":       {`{"propertyNames": {"pattern": "^a"}}`, `{"b": 1}`, "unknown_field x.b"},
		"a member that depends":        {`{"dependentRequired": {"a": ["b"]}}`, `{"a": 1}`, "required x.b"},
		"deep inside":                  {deep, `{"a": [{"c": "abc"}, {"c": "abcd"}, 5], "d": 1}`, "too_long x.a.1.c, invalid_type x.a.2, unknown_field x.d, required x.b"},
		"a condition":                  {`{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}`, `{"a": 1}`, "required x.b"},
		"all of":                       {`{"allOf": [{"required": ["a"]}, {"properties": {"b": {"type": "string"}}}]}`, `{"b": true}`, "invalid_type x.b, required x.a"},
		"any of two types":             {`{"anyOf": [{"type": "string"}, {"type": "boolean"}]}`, `[]`, "invalid_type x"},
		"any of two members":           {`{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}`, `{}`, "required x.a"},
		"any of two, one meant":        {`{"anyOf": [{"type": "string"}, {"type": "object", "properties": {"a": {"type": "integer"}}}]}`, `{"a": true}`, "invalid_type x.a"},
		"any of two, neither meant":    {`{"anyOf": [{"type": "boolean"}, {"maximum": 0}]}`, `1`, "invalid_value x"},
		"one of two, both":             {`{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}`, `{"a": 1, "b": 1}`, "invalid_value x"},
		"not":                          {`{"not": {"const": 1}}`, `1`, "invalid_value x"},
		"contains":                     {`{"contains": {"const": 1}}`, `[2, 3]`, "invalid_value x"},
		"a reference":                  {`{"$ref": "#/$defs/d"}`, `{"e": 5}`, "invalid_type x.e"},
		"two faults of one value":      {`{"maxLength": 1, "pattern": "^a"}`, `"bb"`, "invalid_format x"},
		"a name with anything":         {`{"additionalProperties": {"type": "string"}}`, `{"a.b/~ \"\u00e9": true}`, `invalid_type x.a.b/~ "é`},
		"a very long name":             {`{"additionalProperties": false}`, `{"` + strings.Repeat("n", 500) + `": 1}`, "unknown_field x." + strings.Repeat("n", 128) + "…"},
		"escapes":                      {`{"type": "string", "maxLength": 3}`, `"\u00e9\n\"\\"`, "too_long x"},
		"unevaluated":                  {`{"properties": {"a": true}, "unevaluatedProperties": false}`, `{"a": 1, "b": 1}`, "unknown_field x.b"},
		"an item of a prefix":          {`{"prefixItems": [{"type": "string"}, {"type": "boolean"}], "items": false}`, `["a", "b", 1]`, "invalid_type x.1, unknown_field x.2"},
		"a reference with more beside": {`{"$ref": "#/$defs/s", "maxLength": 1}`, `"ab"`, "too_long x"},
	} {
		t.Run(name, func(t *testing.T) {
			r := withSchema(t, x+c.schema+`}, "$defs": {"d": {"properties": {"e": {"type": "boolean"}}}, "s": {"type": "string"}}}`)
			var want []string
			if c.want != "" {
				want = strings.Split(c.want, ", ")
			}
			r.faults(t, plain[:len(plain)-1]+`, "x": `+c.value+"}", nil, want...)
		})
	}
}

// A required member is missed in each object that it belongs to.
func TestRequiredMembers(t *testing.T) {
	r := withSchema(t, `{"properties": {
		"area": {"type": "string"},
		"customers": {"items": {"properties": {"tax": {"type": "string"}}, "required": ["tax"]}},
		"business": {"properties": {"register": {"type": "string"}}, "required": ["register"]},
		"payment_schedules": {"items": {"properties": {"instalments": {"items": {"properties": {"n": {"type": "integer"}}, "required": ["n"]}}}}}
	}, "required": ["area"]}`)
	for name, c := range map[string]struct {
		edits []kindtest.Edit
		want  []string
	}{
		"all there": {[]kindtest.Edit{set("area", `"N"`), set("customers.0.tax", `"1"`), set("customers.1.tax", `2`)}, nil},
		"none":      {nil, []string{"required area", "required customers.0.tax", "required customers.1.tax"}},
		"empty ones": {[]kindtest.Edit{set("area", `" "`), set("customers.0.tax", `""`), set("customers.1.tax", `"2"`)},
			[]string{"required area", "required customers.0.tax"}},
		"wrong ones": {[]kindtest.Edit{set("area", `null`), set("customers.0.tax", `true`), set("customers.1.tax", `[]`)},
			[]string{"null_not_allowed area", "invalid_type customers.0.tax", "invalid_type customers.1.tax"}},
		"an object that is there": {[]kindtest.Edit{set("area", `"N"`), set("customers.0.tax", `"1"`), set("customers.1.tax", `"2"`), set("account_type", `"BUSINESS"`), set("business", `{}`)},
			[]string{"required business.register"}},
		"customers in another form": {[]kindtest.Edit{set("area", `"N"`), set("customers", `{"given_name": "x"}`)}, []string{"invalid_type customers"}},
		"a business in another form": {[]kindtest.Edit{set("area", `"N"`), set("customers.0.tax", `"1"`), set("customers.1.tax", `"2"`), set("business", `[{}]`)},
			[]string{"invalid_type business"}},
		"deeper": {[]kindtest.Edit{set("area", `"N"`), set("customers.0.tax", `"1"`), set("customers.1.tax", `"2"`),
			set("payment_schedules", `[{"means": "DD", "start_date": "2024-01-01", "trigger": "PLAN", "amount": 2, "instalments": [{"amount": 1, "payment_date": "2024-02-01", "n": 1}, {"amount": 1, "payment_date": "2024-03-01"}]}]`)},
			[]string{"required payment_schedules.0.instalments.1.n"}},
	} {
		t.Run(name, func(t *testing.T) { r.faults(t, plain, c.edits, c.want...) })
	}
}

// The arrays of a market have the same limit as others.
func TestTooManyItems(t *testing.T) {
	r := withSchema(t, `{"properties": {"x": {"items": {"items": {"type": "integer"}}}}}`)
	many := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("1,", n), ",") + "]" }
	r.faults(t, plain, []kindtest.Edit{set("x", `[[], `+many(10_000)+`]`)})
	r.faults(t, plain, []kindtest.Edit{set("x", `[[], `+many(10_001)+`]`)}, "too_many_items x.1")
}
