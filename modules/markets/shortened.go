package markets

import "github.com/santhosh-tekuri/jsonschema/v6"

// shorten replaces each schema inside s that is a reference alone by what it refers to. The
// library takes a step for each reference that it follows.
func shorten(s *jsonschema.Schema, done map[*jsonschema.Schema]bool) {
	if done[s] {
		return
	}
	done[s] = true
	for name, part := range s.Properties {
		s.Properties[name] = target(part)
	}
	for _, part := range []**jsonschema.Schema{&s.Items2020, &s.Then, &s.Else} {
		*part = target(*part)
	}
	for _, part := range parts(s) {
		shorten(part, done)
	}
}

// target returns the schema that a reference alone leads to, and otherwise the schema itself.
func target(s *jsonschema.Schema) *jsonschema.Schema {
	for s != nil && s.Ref != nil && isReference(s) {
		s = s.Ref
	}
	return s
}

// isReference reports whether a schema has no say beside its reference.
func isReference(s *jsonschema.Schema) bool {
	alone := *s
	alone.Ref = nil
	return takesAnything(&alone)
}
