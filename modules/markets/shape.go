package markets

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// shape says how the values at a place are read: what the schemas of that place, in all
// their branches, take there. A reader is lenient where every schema would be served by it.
type shape struct {
	text     bool // a number becomes its literal text
	nullable bool // a null counts as absent
	integer  bool // a string of digits becomes a number
	moment   bool // a datetime is normalised, and a bare date becomes its midnight
	colon    bool // a datetime may have a colon before its time
	verbatim bool // any JSON is taken, and kept as it is

	properties map[string]*shape
	nulls      map[string]bool // members that must be there, and may be null: such a null stays
	others     *shape          // of members without a schema of their own; nil for none
	items      *shape
}

// shaper makes the shapes of a schema's parts, each once.
type shaper map[string]*shape

// make returns the shape of the values that all the schemas describe.
func (known shaper) make(schemas ...*jsonschema.Schema) *shape {
	all := inPlace(schemas)
	key := locations(all)
	if s, made := known[key]; made {
		return s
	}
	s := &shape{properties: make(map[string]*shape), verbatim: true}
	known[key] = s
	names := make(map[string][]*jsonschema.Schema)
	var others, items []*jsonschema.Schema
	numbers := false
	for _, part := range all {
		s.note(part)
		numbers = numbers || part.Types != nil && *part.Types&numberTypes != 0
		for name, of := range part.Properties {
			names[name] = append(names[name], of)
		}
		for _, of := range part.PatternProperties {
			others = append(others, of)
		}
		if of, ok := part.AdditionalProperties.(*jsonschema.Schema); ok {
			others = append(others, of)
		}
		if part.UnevaluatedProperties != nil {
			others = append(others, part.UnevaluatedProperties)
		}
		if part.Items2020 != nil && len(part.PrefixItems) == 0 {
			items = append(items, part.Items2020)
		}
	}
	s.text = s.text && !numbers
	for name, of := range names {
		s.properties[name] = known.make(of...)
	}
	s.noteNulls(all)
	if len(others) > 0 {
		s.others = known.make(others...)
	}
	if len(items) > 0 {
		s.items = known.make(items...)
	}
	return s
}

var stringType, numberTypes, integerType, nullType = types("string"), types("number", "integer"), types("integer"), types("null")

func types(names ...string) (all jsonschema.Types) {
	for _, name := range names {
		all.Add(name)
	}
	return all
}

// note adds what one schema takes.
func (s *shape) note(part *jsonschema.Schema) {
	if part.Types != nil {
		s.text = s.text || *part.Types&stringType != 0
		s.nullable = s.nullable || *part.Types&nullType != 0
		s.integer = s.integer || *part.Types&integerType != 0 && *part.Types&stringType == 0
	}
	if part.Enum != nil && !slices.ContainsFunc(part.Enum.Values, func(value any) bool { _, isText := value.(string); return !isText }) {
		s.text = true
	}
	if part.Format != nil {
		s.colon = s.colon || part.Format.Name == colonMoment
		s.moment = s.moment || s.colon || part.Format.Name == "date-time"
	}
	s.verbatim = s.verbatim && takesAnything(part)
}

// noteNulls notes the members that the schemas require and that may be null.
func (s *shape) noteNulls(schemas []*jsonschema.Schema) {
	for _, part := range schemas {
		for _, name := range part.Required {
			if of := s.properties[name]; of == nil || !of.nullable {
				continue
			}
			if s.nulls == nil {
				s.nulls = make(map[string]bool)
			}
			s.nulls[name] = true
		}
	}
}

// takesAnything reports whether a schema has no say in its values.
func takesAnything(s *jsonschema.Schema) bool {
	return (s.Bool == nil || *s.Bool) && s.Types == nil && s.Enum == nil && s.Const == nil && s.Format == nil && s.Pattern == nil &&
		s.MinLength == nil && s.MaxLength == nil && s.Minimum == nil && s.Maximum == nil && s.ExclusiveMinimum == nil &&
		s.ExclusiveMaximum == nil && s.MultipleOf == nil && s.MinItems == nil && s.MaxItems == nil && !s.UniqueItems &&
		s.MinProperties == nil && s.MaxProperties == nil && len(s.Required) == 0 && s.AdditionalProperties == nil && len(parts(s)) == 0
}

// inPlace returns the schemas with all those that describe the same value: what they refer
// to and their branches.
func inPlace(schemas []*jsonschema.Schema) (all []*jsonschema.Schema) {
	for _, s := range schemas {
		all = appendInPlace(all, s)
	}
	return all
}

func appendInPlace(all []*jsonschema.Schema, s *jsonschema.Schema) []*jsonschema.Schema {
	if s == nil || slices.Contains(all, s) {
		return all
	}
	all = append(all, s)
	for _, part := range []*jsonschema.Schema{s.Ref, s.Then, s.Else} {
		all = appendInPlace(all, part)
	}
	for _, branches := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, part := range branches {
			all = appendInPlace(all, part)
		}
	}
	for _, part := range s.DependentSchemas {
		all = appendInPlace(all, part)
	}
	return all
}

// locations names a set of schemas.
func locations(schemas []*jsonschema.Schema) string {
	texts := make([]string, len(schemas))
	for i, s := range schemas {
		texts[i] = s.Location
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}
