package markets

import (
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is a market's schema, ready for use.
type schema struct {
	document map[string]any
	root     *opening
}

// address is what a schema is called while it is compiled. Nothing is there.
const address = "https://market.invalid/schema"

// compile makes a schema ready. The error says what is wrong with it to whoever has
// written it. The core is the schema of what accounts have without it, and nil where
// that is not known.
func compile(text string, core map[string]any) (*schema, error) {
	document, err := parse(text)
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(noLoader{})
	compiler.AssertFormat()
	for name, f := range formats {
		f.register(name, compiler)
	}
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
	b := builder{compiler: compiler}
	root, err := b.opening(document, core, "#")
	if err != nil {
		return nil, err
	}
	return &schema{document, root}, nil
}

// noLoader loads nothing: a schema is complete in itself.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("nothing is loaded from elsewhere")
}

// reason is why the library did not take a schema, without the address that stands
// for it.
func reason(err error) error {
	text := err.Error()
	var invalid *jsonschema.SchemaValidationError
	var refused *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &refused) {
		text = strings.Join(leaves(refused, nil), "; ")
	}
	return errors.New("it does not compile: " + strings.ReplaceAll(text, address, ""))
}

// maxReasons is how many reasons are given at once.
const maxReasons = 5

// leaves are the reasons of an error that have no further reason.
func leaves(e *jsonschema.ValidationError, texts []string) []string {
	if len(e.Causes) == 0 && len(texts) < maxReasons {
		return append(texts, e.Error())
	}
	for _, cause := range e.Causes {
		texts = leaves(cause, texts)
	}
	return texts
}
