package payload

import (
	"fmt"
	"strings"
)

// Schema returns the object as a JSON Schema 2020-12 document. It documents a text as a
// string; that a number is accepted, too, is a leniency that the schema does not say,
// because generators of clients need one type. The title of a nested object is the name of
// its Go type, and that of a decimal is Decimal, so that generators can name them.
func (o *Object) Schema() map[string]any {
	return o.plan.schema()
}

func (p *plan) schema() map[string]any {
	properties := make(map[string]any, len(p.ordered))
	required := []string{}
	for _, m := range p.ordered {
		properties[m.name] = m.schema()
		if m.isRequired {
			required = append(required, m.name)
		}
	}
	s := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func (m *member) schema() map[string]any {
	s := m.shape()
	if m.isNullable {
		s = nullable(s)
	}
	doc := m.doc
	if m.kind == number {
		doc = strings.TrimSpace(fmt.Sprintf("%s At most %d digits before the point and %d after it.", doc, m.digits, m.places))
	}
	if doc != "" {
		s["description"] = doc
	}
	return s
}

// nullable returns a schema that takes a null, too.
func nullable(s map[string]any) map[string]any {
	kind, ok := s["type"].(string)
	if _, isNamed := s["title"]; isNamed || !ok {
		return map[string]any{"anyOf": []map[string]any{s, {"type": "null"}}}
	}
	s["type"] = []string{kind, "null"}
	if choices, ok := s["enum"].([]string); ok {
		all := make([]any, 0, len(choices)+1)
		for _, choice := range choices {
			all = append(all, choice)
		}
		s["enum"] = append(all, nil)
	}
	return s
}

func (m *member) shape() map[string]any {
	switch m.kind {
	case boolean:
		return map[string]any{"type": "boolean"}
	case integer:
		s := map[string]any{"type": "integer"}
		if m.ranged {
			s["minimum"], s["maximum"] = m.low, m.high
		}
		return s
	case number:
		return map[string]any{"title": "Decimal", "oneOf": []map[string]any{
			{"title": "DecimalText", "type": "string", "format": "decimal", "pattern": `^-?([0-9]+\.?[0-9]*|\.[0-9]+)$`},
			{"title": "DecimalNumber", "type": "number", "format": "double"},
		}}
	case date:
		return map[string]any{"type": "string", "format": "date"}
	case datetime:
		return map[string]any{"type": "string", "format": "date-time"}
	case object:
		s := m.object.schema()
		if m.object.name != "" {
			s["title"] = m.object.name
		}
		return s
	case list:
		item := *m.item
		item.doc, item.isRequired, item.isNullable = "", true, false // an item must not be empty
		return map[string]any{"type": "array", "items": item.schema()}
	case anything:
		if m.isObject {
			return map[string]any{"type": "object"}
		}
		return map[string]any{}
	}
	return m.textShape()
}

// textShape returns the schema of a string.
func (m *member) textShape() map[string]any {
	if m.choices != nil {
		return map[string]any{"type": "string", "enum": m.choices}
	}
	s := map[string]any{"type": "string"}
	if m.max > 0 {
		s["maxLength"] = m.max
	}
	if m.isCode {
		s["pattern"] = `^[^\x00-\x1F\x7F]*$`
	}
	if m.isRequired {
		s["minLength"] = 1
	}
	if m.format != "" {
		s["format"] = m.format
	}
	return s
}
