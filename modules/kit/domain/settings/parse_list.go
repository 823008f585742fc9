package settings

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// writtenEntry is an entry as operators write it.
type writtenEntry struct {
	Type     Type   `json:"type,omitzero"`
	Pattern  string `json:"pattern,omitzero"`
	Required bool   `json:"required,omitzero"`
}

// ParseList reads a list as operators write it: one value on each line, a JSON array of
// strings, or a JSON object. A member of the object is a value, with an array of the values
// that may stand beside it, or with an object of the type, the pattern and the necessity of
// the data that it names. ParseList drops spaces around values, empty values and
// repetitions. Its error is written for the operator.
func ParseList(list List, text string) (*ClosedList, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		return parseDictionary(list, text)
	}
	values, err := ParseValues(text, "\r\n")
	if err != nil {
		return nil, err
	}
	return NewClosedList(values...), nil
}

// Separators stand between the values of a setting.
const Separators = ",\r\n"

// ParseValues reads values with separators between them, or a JSON array of strings.
func ParseValues(text, separators string) (values []string, err error) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		parts = nil
		if json.Unmarshal([]byte(text), &parts) != nil {
			return nil, errors.New("what begins with [ must be a JSON array of strings")
		}
	}
	return cleanValues(parts)
}

func cleanValues(parts []string) (values []string, err error) {
	known := make(map[string]bool, len(parts))
	for _, part := range parts {
		value := strings.TrimSpace(part)
		if strings.ContainsFunc(value, unicode.IsControl) {
			return nil, fmt.Errorf("the value %q has a control character in it", value)
		}
		if value != "" && !known[value] {
			known[value] = true
			values = append(values, value)
		}
	}
	return values, nil
}

func parseDictionary(list List, text string) (*ClosedList, error) {
	var written map[string]jsontext.Value
	if json.Unmarshal([]byte(text), &written) != nil {
		return nil, errors.New("what begins with { must be a JSON object with a member for each value")
	}
	entries := make(map[string]*Entry, len(written))
	for name, description := range written {
		names, err := cleanValues([]string{name})
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			continue
		}
		entry, err := parseEntry(list, description)
		if err != nil {
			return nil, fmt.Errorf("the value %q: %w", names[0], err)
		}
		entries[names[0]] = entry
	}
	return NewDictionary(entries), nil
}

func parseEntry(list List, description jsontext.Value) (entry *Entry, err error) {
	switch description.Kind() {
	case jsontext.KindBeginArray:
		if !list.HasSubvalues() {
			return nil, errors.New("the values of this list have no values of their own")
		}
		entry = &Entry{}
		entry.Subvalues, err = ParseValues(string(description), "")
		return entry, err
	case jsontext.KindBeginObject:
		var written writtenEntry
		if json.Unmarshal(description, &written, json.RejectUnknownMembers(true)) != nil {
			return nil, errors.New("it has an object with members other than type, pattern and required, or of another form")
		}
		if !list.DescribesData() && written != (writtenEntry{}) {
			return nil, errors.New("the values of this list name no data, and have neither type nor pattern")
		}
		return written.entry()
	}
	return nil, errors.New("it must have an array of values or an object")
}

func (w *writtenEntry) entry() (*Entry, error) {
	e := &Entry{Type: w.Type, Required: w.Required}
	if w.Type != "" && !slices.Contains(Types(), w.Type) {
		return nil, fmt.Errorf("%q is no type of JSON values: string, number, integer, boolean, object, array and null are", w.Type)
	}
	if w.Pattern != "" {
		pattern, err := regexp.Compile(w.Pattern)
		if err != nil {
			return nil, fmt.Errorf("its pattern cannot be read: %w", err)
		}
		e.Pattern = pattern
	}
	return e, nil
}

// String returns the list in the form in which it is kept: one value on each line, or a
// JSON object where values have entries.
func (c *ClosedList) String() string {
	written := make(map[string]any, len(c.sorted))
	plain := true
	for value, e := range c.entries {
		switch {
		case len(e.Subvalues) > 0:
			written[value], plain = e.Subvalues, false
		default:
			w := writtenEntry{Type: e.Type, Required: e.Required}
			if e.Pattern != nil {
				w.Pattern = e.Pattern.String()
			}
			plain = plain && w == (writtenEntry{})
			written[value] = w
		}
	}
	if plain {
		return strings.Join(c.sorted, "\n")
	}
	text, err := json.Marshal(written, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		panic("settings: a closed list cannot be written: " + err.Error()) // it has only texts and booleans
	}
	return string(text)
}
