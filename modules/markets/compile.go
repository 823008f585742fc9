package markets

import (
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is a market's compiled schema.
type schema struct {
	document map[string]any
	root     *opening
}

// address names a schema while it is compiled. No server has this address.
const address = "https://market.invalid/schema"

// compile compiles a schema. Its error tells the schema's author what is wrong. core is
// the schema of accounts without a market, or nil where it is not known.
func compile(text string, core map[string]any) (*schema, error) {
	document, err := parse(text)
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(noLoader{})
	compiler.AssertFormat()
	registerFormats(document, compiler)
	if err := compiler.AddResource(address, document); err != nil {
		return nil, reason(err)
	}
	whole, err := compiler.Compile(address)
	if err != nil {
		return nil, reason(err)
	}
	if err := bounded(whole); err != nil {
		return nil, err
	}
	shorten(whole, make(map[*jsonschema.Schema]bool))
	b := builder{compiler, make(shaper)}
	root, err := b.opening(document, core, "#")
	if err != nil {
		return nil, err
	}
	return &schema{document, root}, nil
}

// noLoader refuses to load another schema: a market's schema is complete in itself.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("nothing is loaded from elsewhere")
}

// reason returns the library's reason for refusing a schema, without the placeholder
// address.
func reason(err error) error {
	text := err.Error()
	var invalid *jsonschema.SchemaValidationError
	var refused *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &refused) {
		text = strings.Join(leaves(refused, nil), "; ")
	}
	return errors.New("it does not compile: " + strings.ReplaceAll(text, address, ""))
}

// maxReasons is how many reasons one error names.
const maxReasons = 5

// leaves returns the innermost reasons of an error.
func leaves(e *jsonschema.ValidationError, texts []string) []string {
	if len(e.Causes) == 0 && len(texts) < maxReasons {
		return append(texts, e.Error())
	}
	for _, cause := range e.Causes {
		texts = leaves(cause, texts)
	}
	return texts
}
