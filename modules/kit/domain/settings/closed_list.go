package settings

import (
	"encoding/json/v2"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// ClosedList holds the values of a list that an operator has closed. It does not change.
type ClosedList struct {
	values map[string]struct{}
	sorted []string
}

// NewClosedList returns a list of the given values.
func NewClosedList(values ...string) *ClosedList {
	c := &ClosedList{values: make(map[string]struct{}, len(values)), sorted: slices.Clone(values)}
	slices.Sort(c.sorted)
	for _, value := range values {
		c.values[value] = struct{}{}
	}
	return c
}

// Has reports whether the list has the value.
func (c *ClosedList) Has(value string) bool {
	_, has := c.values[value]
	return has
}

// Values returns all values of the list, sorted.
func (c *ClosedList) Values() []string { return c.sorted }

// ParseList reads the values of a list as operators write it: one value on each line, or
// a JSON array of strings. It drops spaces around values, empty values and repetitions.
// Its error is written for the operator.
func ParseList(text string) (values []string, err error) {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		lines = nil
		if json.Unmarshal([]byte(text), &lines) != nil {
			return nil, errors.New("what begins with [ must be a JSON array of strings")
		}
	}
	known := make(map[string]bool, len(lines))
	for _, line := range lines {
		value := strings.TrimSpace(line)
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
