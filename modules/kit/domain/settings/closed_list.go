package settings

import (
	"maps"
	"slices"
)

// ClosedList holds the values of a list that an operator has closed. It does not change.
type ClosedList struct {
	entries map[string]*Entry
	sorted  []string
}

// NewClosedList returns a list of the given values.
func NewClosedList(values ...string) *ClosedList {
	c := &ClosedList{entries: make(map[string]*Entry, len(values))}
	for _, value := range values {
		c.entries[value] = plainEntry
	}
	return c.sort()
}

// NewDictionary returns a list whose values have entries.
func NewDictionary(entries map[string]*Entry) *ClosedList {
	return (&ClosedList{entries: maps.Clone(entries)}).sort()
}

func (c *ClosedList) sort() *ClosedList {
	c.sorted = slices.Sorted(maps.Keys(c.entries))
	return c
}

// Has reports whether the list has the value.
func (c *ClosedList) Has(value string) bool { return c.entries[value] != nil }

// Entry returns what the list says of a value, nil where it does not have the value. A nil
// list is open, and says nothing of any value.
func (c *ClosedList) Entry(value string) *Entry {
	if c == nil {
		return plainEntry
	}
	return c.entries[value]
}

// Values returns all values of the list, sorted.
func (c *ClosedList) Values() []string {
	if c == nil {
		return nil
	}
	return c.sorted
}

// Required returns the values that name required data, sorted.
func (c *ClosedList) Required() []string {
	var required []string
	for _, value := range c.Values() {
		if c.entries[value].Required {
			required = append(required, value)
		}
	}
	return required
}
