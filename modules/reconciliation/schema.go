package reconciliation

import (
	"strings"

	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/http/openapi"
)

// schemaOfFigures returns the schema of figures as nested objects.
func schemaOfFigures(known []figures.Figure) openapi.Schema {
	return openapi.Schema{"type": "object", "properties": propertiesBelow("", known), "additionalProperties": false}
}

func propertiesBelow(prefix string, known []figures.Figure) openapi.Schema {
	properties := make(openapi.Schema)
	for _, f := range known {
		rest, below := strings.CutPrefix(f.Path, prefix)
		if !below {
			continue
		}
		name, _, isGroup := strings.Cut(rest, ".")
		switch {
		case isGroup && properties[name] == nil:
			properties[name] = openapi.Schema{"type": "object", "properties": propertiesBelow(prefix+name+".", known), "additionalProperties": false}
		case isGroup:
		case f.IsSum:
			properties[name] = openapi.String(f.Title + ", an exact decimal.")
		default:
			properties[name] = openapi.Schema{"type": "integer", "description": f.Title + "."}
		}
	}
	return properties
}
