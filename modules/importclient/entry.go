package importclient

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/module"
)

// appendJSONString appends a JSON string. Invalid UTF-8 is replaced: this is the only possible
// error.
func appendJSONString(to []byte, text string) []byte {
	quoted, _ := jsontext.AppendQuote(to, text)
	return quoted
}

// formatLine returns the form of a line with all members.
func formatLine(kinds []module.PostImport) string {
	line := `{"account": {...}`
	for _, kind := range kinds {
		value := "[...]"
		if kind.Single {
			value = "{...}"
		}
		line += `, "` + kind.Member + `": ` + value
	}
	return line + "}"
}
