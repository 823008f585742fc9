package accounts

import (
	"encoding/json/v2"
	"maps"
	"slices"
	"strings"
)

// joinTexts returns the texts in a JSON value, in their order, with commas between them.
func joinTexts(value string) string {
	if value == "" {
		return ""
	}
	var v any
	if json.Unmarshal([]byte(value), &v) != nil {
		return ""
	}
	return strings.Join(collectTexts(v, nil), ", ")
}

// collectTexts appends the texts in a value, in their order.
func collectTexts(v any, list []string) []string {
	switch v := v.(type) {
	case string:
		if s := strings.TrimSpace(v); s != "" {
			list = append(list, s)
		}
	case []any:
		for i := range v {
			list = collectTexts(v[i], list)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			list = collectTexts(v[name], list)
		}
	}
	return list
}
