package openapi

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// components are the schemas that the document names, by their names. Generators of clients
// make a type of each.
type components map[string]Schema

// named returns a copy of the schema in which a reference stands for each schema inside of
// it that has a title, and adds those to the components. The description stays beside the
// reference, since it is of the member. A schema that differs from the component of its
// title is named after its owner, too.
func (c components) named(owner string, schema Schema) Schema {
	out := make(Schema, len(schema))
	for _, keyword := range slices.Sorted(maps.Keys(schema)) {
		switch value := schema[keyword].(type) {
		case Schema:
			if keyword == "properties" {
				properties := make(Schema, len(value))
				for _, name := range slices.Sorted(maps.Keys(value)) {
					properties[name] = c.reference(owner, value[name].(Schema))
				}
				out[keyword] = properties
				continue
			}
			out[keyword] = c.reference(owner, value)
		case []Schema:
			list := make([]Schema, len(value))
			for i := range value {
				list[i] = c.reference(owner, value[i])
			}
			out[keyword] = list
		default:
			out[keyword] = value
		}
	}
	return out
}

// reference returns the reference to a schema that has a title, and the schema itself where
// it has none.
func (c components) reference(owner string, schema Schema) Schema {
	title, _ := schema["title"].(string)
	if title == "" {
		return c.named(owner, schema)
	}
	component := maps.Clone(schema)
	delete(component, "description")
	component = c.named(owner, component)
	if c.differs(title, component) {
		title = strings.ToUpper(owner[:1]) + owner[1:] + title
		component["title"] = title
		if c.differs(title, component) {
			panic("openapi: two schemas named " + title) // the schemas are fixed when the program is built
		}
	}
	c[title] = component
	ref := Ref(title)
	if description, ok := schema["description"]; ok {
		ref["description"] = description
	}
	return ref
}

func (c components) differs(title string, component Schema) bool {
	there, exists := c[title]
	return exists && !reflect.DeepEqual(there, component)
}
