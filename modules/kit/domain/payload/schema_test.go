package payload

import (
	"bytes"
	"encoding/json/v2"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiled returns the sample's schema in a validator that also asserts formats.
func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	document := samples.Schema()
	document["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sample.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("sample.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// The published document and the decoder never contradict each other.
func TestSchemaSaysWhatIsDecoded(t *testing.T) {
	schema := compiled(t)
	validate := func(data []byte) error {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%v in %s", err, data)
		}
		return schema.Validate(value)
	}
	if err := validate(written(valid())); err != nil {
		t.Errorf("the valid sample: %v", err)
	}
	for name := range valid() {
		_, faults := read(t, with(name, ""))
		if err := validate(with(name, "")); (err == nil) != (len(faults) == 0) {
			t.Errorf("without %s: decoded with %v, but by the schema %v", name, faults, err)
		}
	}
	for _, c := range faulty {
		if err := validate(with(c.member, c.value)); (err == nil) != c.beyondSchema {
			t.Errorf("%s: %s: %s, but by the schema %v", c.member, c.value, c.want, err)
		}
	}
	for _, name := range []string{"code", "colour", "rate", "options", "params"} {
		if err := validate(with(name, `null`)); err != nil {
			t.Errorf("a null as %s: %v", name, err)
		}
	}
	encoded, err := Encode(clean(t, written(valid())))
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(encoded); err != nil {
		t.Errorf("what is encoded: %v", err)
	}
}

func TestSchemaDescribes(t *testing.T) {
	schema := Of(struct {
		Email string   `json:"email" rule:"required,max=254,format=email,doc=Where, exactly."`
		Tags  []string `json:"tags,omitzero" rule:"max=3,doc=Any tags."`
	}{}).Schema()
	got, err := json.Marshal(schema, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"additionalProperties":false,"properties":{` +
		`"email":{"description":"Where, exactly.","format":"email","maxLength":254,"minLength":1,"type":"string"},` +
		`"tags":{"description":"Any tags.","items":{"maxLength":3,"minLength":1,"type":"string"},"type":"array"}},` +
		`"required":["email"],"type":"object"}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
