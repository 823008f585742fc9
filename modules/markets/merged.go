package markets

import "slices"

// merged returns the schema of accounts with the market's members. It puts the market's
// schema into the core's at the same places, so that references within it still resolve.
// It changes core.
func (m *Market) merged(core map[string]any) map[string]any {
	document := m.schema.document
	m.schema.root.mergeInto(core, document)
	core["title"] = "Account, market " + m.Name + " " + m.Version
	for _, keyword := range []string{"description", "$defs"} {
		if value, ok := document[keyword]; ok {
			core[keyword] = value
		}
	}
	return core
}

func (o *opening) mergeInto(core, document map[string]any) {
	properties := core["properties"].(map[string]any)
	described := document["properties"].(map[string]any)
	for name := range o.added {
		properties[name] = described[name]
	}
	for name, inside := range o.inside {
		object, description := properties[name].(map[string]any), described[name].(map[string]any)
		if items, ok := object["items"].(map[string]any); ok {
			object, description = items, description["items"].(map[string]any)
		}
		inside.mergeInto(object, description)
	}
	if len(o.required) > 0 {
		required, _ := core["required"].([]string)
		core["required"] = slices.Concat(required, o.required)
	}
}
