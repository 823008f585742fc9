package markets

import (
	"encoding/json/v2"
	"fmt"
	"strings"
	"testing"

	"dataimport/modules/accounts"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"
)

// accountSchema returns the schema of accounts without a market.
func accountSchema() map[string]any {
	return account.NewObject(payload.Limits{}, accounts.Section()).Schema()
}

func TestSchemasThatAreRefused(t *testing.T) {
	core := accountSchema()
	doubled := `"d0": {"type": "string"}`
	for i := range 14 {
		doubled += fmt.Sprintf(`, "d%d": {"anyOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}`, i+1, i, i)
	}
	for name, c := range map[string]struct{ schema, reason string }{
		"not JSON":                         {`{"properties": `, "not JSON"},
		"two documents":                    {`{} {}`, "not JSON"},
		"nothing":                          {` `, "not JSON"},
		"a member twice":                   {`{"properties": {"x": {}, "x": {}}}`, "duplicate"},
		"an array":                         {`[]`, "must be a JSON object"},
		"true":                             {`true`, "must be a JSON object"},
		"too large":                        {`{"description": "` + strings.Repeat("x", maxSchema) + `"}`, "at most 262144 are allowed"},
		"nested too deeply":                {`{"properties": ` + strings.Repeat(`{"x": `, 64) + `1` + strings.Repeat(`}`, 65), "nested deeper than 64"},
		"another draft":                    {`{"$schema": "http://json-schema.org/draft-07/schema#"}`, "$schema must be"},
		"an unknown type":                  {`{"properties": {"x": {"type": "text"}}}`, "/properties/x/type"},
		"a negative length":                {`{"properties": {"x": {"maxLength": -1}}}`, "/properties/x/maxLength': minimum: got -1, want 0"},
		"a lookahead":                      {`{"properties": {"x": {"pattern": "(?=x)"}}}`, "invalid or unsupported Perl syntax"},
		"a pattern that repeats too often": {`{"properties": {"x": {"pattern": "((a{100}){100}){100}"}}}`, "invalid repeat count"},
		"a long pattern":                   {`{"properties": {"x": {"pattern": "` + strings.Repeat("x", 1001) + `"}}}`, "at most 1000 are allowed"},
		"a long pattern of names":          {`{"properties": {"x": {"patternProperties": {"` + strings.Repeat("x", 1001) + `": {}}}}}`, "at most 1000 are allowed"},
		"an unknown format":                {`{"properties": {"x": {"format": "date_time"}}}`, `no format "date_time"`},
		"a $ref to a server":               {`{"properties": {"x": {"$ref": "https://example.com/schema"}}}`, "leads out of the document"},
		"a $ref to a file":                 {`{"properties": {"x": {"$ref": "file:///etc/passwd"}}}`, "leads out of the document"},
		"a $ref to a neighbour":            {`{"properties": {"x": {"items": {"$ref": "other.json#/x"}}}}`, "leads out of the document"},
		"a $ref to an anchor":              {`{"properties": {"x": {"$ref": "#x"}}, "$defs": {"x": {"$anchor": "x"}}}`, "leads out|not supported"},
		"a $ref to the whole":              {`{"properties": {"x": {"$ref": "#"}}}`, "leads out of the document"},
		"a $ref in a $ref's shadow":        {`{"properties": {"x": {"not": {"anyOf": [{"$ref": "//example.com/"}]}}}}`, "leads out of the document"},
		"an $id that moves references":     {`{"properties": {"x": {"$id": "https://example.com/", "$ref": "#/$defs/x"}}, "$defs": {"x": {}}}`, "$id is not supported"},
		"a dynamic reference":              {`{"properties": {"x": {"$dynamicRef": "#x"}}}`, "$dynamicRef is not supported"},
		"a $ref to nothing":                {`{"properties": {"x": {"$ref": "#/$defs/y"}}}`, "not found"},
		"a $ref to itself":                 {`{"properties": {"x": {"$ref": "#/properties/x"}}}`, "refers to itself"},
		"a list of lists without end":      {`{"properties": {"x": {"items": {"$ref": "#/properties/x"}}}}`, "refers to itself"},
		"references that double":           {`{"properties": {"x": {"$ref": "#/$defs/d14"}}, "$defs": {` + doubled + `}}`, "too large"},
		"a number without end":             {`{"properties": {"x": {"maximum": 1e999999999}}}`, "longer than any"},
		"a member of the core":             {`{"properties": {"billing_name": {"type": "string"}}}`, "has billing_name already"},
		"an array of the core":             {`{"properties": {"customers": {"type": "array"}}}`, "has customers already"},
		"another form of customers":        {`{"properties": {"customers": {"items": {"type": "string"}}}}`, "has customers already"},
		"an object as an array":            {`{"properties": {"business": {"items": {"properties": {"x": {}}}}}}`, "has business already"},
		"an array as an object":            {`{"properties": {"customers": {"properties": {"x": {}}}}}`, "has customers already"},
		"a bound on customers":             {`{"properties": {"customers": {"maxItems": 1, "items": {"properties": {"x": {}}}}}}`, "has customers already"},
		"a member of a customer":           {`{"properties": {"customers": {"items": {"properties": {"mobile": {}}}}}}`, "has customers.mobile already"},
		"inside of any object":             {`{"properties": {"billing_address": {"properties": {"structured_street_address": {"properties": {"x": {}}}}}}}`, "already"},
		"a condition on the account":       {`{"properties": {"x": {}}, "if": {}}`, `the keyword "if" is not for`},
		"items of the account":             {`{"properties": {"x": {}}, "items": {}}`, `the keyword "items" is not for`},
		"a closed account":                 {`{"properties": {"x": {}}, "additionalProperties": false}`, `the keyword "additionalProperties" is not for`},
		"a condition on a customer":        {`{"properties": {"customers": {"items": {"properties": {"x": {}}, "minProperties": 2}}}}`, `the keyword "minProperties" is not for`},
		"requires what the core has":       {`{"properties": {"x": {}}, "required": ["billing_name"]}`, `required names "billing_name"`},
		"requires what nobody has":         {`{"required": ["y"]}`, `required names "y"`},
		"a name with a point":              {`{"properties": {"x.y": {}}}`, `no member can be called "x.y"`},
		"a name that is an index":          {`{"properties": {"0": {}}}`, `no member can be called "0"`},
		"no name":                          {`{"properties": {"": {}}}`, `no member can be called ""`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := compile(c.schema, core)
			if err == nil {
				t.Fatal("taken")
			}
			for part := range strings.SplitSeq(c.reason, "|") {
				if strings.Contains(err.Error(), part) && !strings.Contains(err.Error(), "market.invalid") {
					return
				}
			}
			t.Errorf("the reason is %q, and says nothing of %q", err, c.reason)
		})
	}
}

func TestSchemasThatAreTaken(t *testing.T) {
	core := accountSchema()
	for name, schema := range map[string]string{
		"nothing":                    `{}`,
		"no property":                `{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {}}`,
		"a property of any kind":     `{"properties": {"x": true}}`,
		"a forbidden one":            `{"properties": {"x": false}}`,
		"deep inside":                `{"properties": {"payment_schedules": {"type": "array", "items": {"type": "object", "properties": {"instalments": {"items": {"properties": {"x": {}}, "required": ["x"]}}}}}}}`,
		"inside an object":           `{"properties": {"business": {"properties": {"x": {}}}}}`,
		"the name of another object": `{"properties": {"mobile": {}}}`,
		"keywords as names":          `{"properties": {"pattern": {"properties": {"$ref": {"type": "string"}, "$id": {}, "format": {"enum": ["a"]}}}}}`,
		"a pattern that backtracks":  `{"properties": {"x": {"pattern": "^(a+)+$"}}}`,
		"references in a row":        `{"properties": {"x": {"$ref": "#/$defs/a"}, "y": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "string"}}}`,
		"gb-energy":                  shipped["gb-energy"].Schema,
		"au-energy":                  shipped["au-energy"].Schema,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := compile(schema, core); err != nil {
				t.Error(err)
			}
		})
	}
}

// Every text of an operator is accepted or refused.
func FuzzCompile(f *testing.F) {
	core := accountSchema()
	f.Add(shipped["gb-energy"].Schema)
	f.Add(shipped["au-energy"].Schema)
	f.Add(`{"properties": {"x": {"$ref": "#/$defs/a%00"}}, "$defs": {"a": {"items": false, "prefixItems": [{}], "unevaluatedItems": {"const": 1}}}}`)
	f.Add(`{"properties": {"customers": {"items": {"properties": {"x": {"enum": [null, [], {}]}}}}}, "required": [1]}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := compile(text, core)
		if err != nil {
			return
		}
		m := &Market{Name: "fuzz", Version: "1", schema: s}
		if _, err := json.Marshal(m.merged(accountSchema())); err != nil {
			t.Error(err)
		}
	})
}
