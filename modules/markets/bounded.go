package markets

import (
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxSubschemas bounds how many checks one value can need: it is the largest number of
// subschemas of a schema whose references are all written out.
const maxSubschemas = 5000

// bounded refuses a schema that refers to itself, or that grows too large when its
// references are written out. Checking a value against such a schema could take unlimited
// time, or time that doubles with each level of the value.
func bounded(whole *jsonschema.Schema) error {
	w := weigher{known: make(map[*jsonschema.Schema]int)}
	weight, err := w.weigh(whole)
	if err == nil && weight > maxSubschemas {
		err = fmt.Errorf("it is too large: with all references written out it has more than %d parts", maxSubschemas)
	}
	return err
}

type weigher struct {
	known map[*jsonschema.Schema]int // 0 while the schema is being counted
}

// weigh returns the number of subschemas of a schema, itself included.
func (w *weigher) weigh(s *jsonschema.Schema) (int, error) {
	if weight, met := w.known[s]; met {
		if weight == 0 {
			return 0, errors.New("it refers to itself, at " + s.Location[len(address):])
		}
		return weight, nil
	}
	w.known[s] = 0
	weight := 1
	for _, part := range parts(s) {
		inner, err := w.weigh(part)
		if err != nil {
			return 0, err
		}
		weight = min(weight+inner, maxSubschemas+1)
	}
	w.known[s] = weight
	return weight, nil
}

// parts returns the direct subschemas of a schema.
func parts(s *jsonschema.Schema) []*jsonschema.Schema {
	all := []*jsonschema.Schema{
		s.Ref, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020, s.UnevaluatedItems, s.ContentSchema,
	}
	all = append(append(append(append(all, s.AllOf...), s.AnyOf...), s.OneOf...), s.PrefixItems...)
	for _, named := range []map[string]*jsonschema.Schema{s.Properties, s.DependentSchemas} {
		for _, part := range named {
			all = append(all, part)
		}
	}
	for _, part := range s.PatternProperties {
		all = append(all, part)
	}
	if part, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		all = append(all, part)
	}
	there := all[:0]
	for _, part := range all {
		if part != nil {
			there = append(there, part)
		}
	}
	return there
}
