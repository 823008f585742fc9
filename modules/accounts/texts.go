package accounts

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"maps"
	"slices"
	"strings"

	"dataimport/views"
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

// humanizeTexts returns the codes in a JSON value as words, with commas between them.
func humanizeTexts(value string) string {
	var v any
	if value == "" || json.Unmarshal([]byte(value), &v) != nil {
		return ""
	}
	return views.HumanizeCodes(collectTexts(v, nil))
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

// joinPairs returns the names and the values of a JSON array of objects, which have their
// value in the member value, with commas between them.
func joinPairs(list, name string) string {
	var items []map[string]jsontext.Value
	if list == "" || json.Unmarshal([]byte(list), &items) != nil {
		return ""
	}
	pairs := make([]string, len(items))
	for i, item := range items {
		pairs[i] = shownJSON(item[name]) + ": " + shownJSON(item["value"])
	}
	return strings.Join(pairs, ", ")
}

// shownJSON returns a text without its quotes, and any other value as it is.
func shownJSON(value jsontext.Value) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
