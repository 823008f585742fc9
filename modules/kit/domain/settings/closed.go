package settings

import (
	"database/sql"
	"encoding/json/v2"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"dataimport/modules/kit/store/database"
)

// ClosedList is the values of a list that an operator has closed.
type ClosedList struct {
	values map[string]struct{}
	sorted []string
}

// Has reports whether the list has the value.
func (c *ClosedList) Has(value string) bool {
	_, has := c.values[value]
	return has
}

// Values are all values of the list, sorted.
func (c *ClosedList) Values() []string { return c.sorted }

// NewClosedList is a list of these values.
func NewClosedList(values ...string) *ClosedList {
	c := &ClosedList{values: make(map[string]struct{}, len(values)), sorted: slices.Clone(values)}
	slices.Sort(c.sorted)
	for _, value := range values {
		c.values[value] = struct{}{}
	}
	return c
}

// ParseList reads the values of a list as operators write it: one on each line, or
// a JSON array. Spaces around values, empty lines and repetitions do not count.
func ParseList(text string) (values []string, err error) {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		lines = nil
		if json.Unmarshal([]byte(text), &lines) != nil {
			return nil, errors.New("what begins with [ must be a JSON array of strings")
		}
	}
	met := make(map[string]bool, len(lines))
	for _, line := range lines {
		value := strings.TrimSpace(line)
		if strings.ContainsFunc(value, unicode.IsControl) {
			return nil, fmt.Errorf("the value %q has a control character in it", value)
		}
		if value != "" && !met[value] {
			met[value] = true
			values = append(values, value)
		}
	}
	return values, nil
}

// loadLists runs after the suppliers are loaded.
func (s *Snapshot) loadLists(q database.Querier) error {
	return each(q, `SELECT supplier, list, "values" FROM closed_lists`, func(rows *sql.Rows) error {
		var supplierID, list, text string
		if err := rows.Scan(&supplierID, &list, &text); err != nil {
			return err
		}
		supplier := s.byID[supplierID]
		if supplier == nil {
			return nil
		}
		// A text that the hooks would have refused has no values: nothing is allowed,
		// which is noticed, where everything would not be.
		values, _ := ParseList(text)
		if supplier.Closed == nil {
			supplier.Closed = make(map[List]*ClosedList)
		}
		supplier.Closed[List(list)] = NewClosedList(values...)
		return nil
	})
}
