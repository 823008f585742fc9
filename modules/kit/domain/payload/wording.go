package payload

import (
	"fmt"
	"strings"
)

func tooManyDetail(n, limit int) string {
	return fmt.Sprintf("This array has %d items; at most %d are allowed in one request: send it in parts.", n, limit)
}

// kindName returns the name of a kind of JSON value, for a person.
func kindName(kind byte) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 't', 'f':
		return "a boolean"
	}
	return "null"
}

// expected returns what a member accepts, for a person.
func (m *member) expected() string {
	switch m.kind {
	case boolean:
		return "true or false"
	case integer:
		return "a whole number"
	case number:
		return "a decimal number"
	case date:
		return "a date as YYYY-MM-DD"
	case datetime:
		return "a datetime as YYYY-MM-DDTHH:MM:SSZ"
	case object:
		return "an object"
	case list:
		return "an array"
	case text:
		if m.choices != nil {
			return "one of " + strings.Join(m.choices, ", ")
		}
	}
	return "a string"
}
