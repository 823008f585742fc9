package settings

import (
	"encoding/json/jsontext"
	"regexp"
	"strings"
)

// Entry is what a closed list says of one of its values.
type Entry struct {
	// Subvalues are the values that may stand beside this one. Without any, all may.
	Subvalues []string
	// Type is the JSON type of the data that the value names; empty for any type.
	Type Type
	// Pattern is what a text of that data, or a number as it is written, contains; nil for
	// any.
	Pattern *regexp.Regexp
	// Required says that the data must be there.
	Required bool
}

var plainEntry = &Entry{}

// Type is a type of JSON values, by the name that JSON Schema has for it.
type Type string

// The types of JSON values.
const (
	TypeString  Type = "string"
	TypeNumber  Type = "number"
	TypeInteger Type = "integer"
	TypeBoolean Type = "boolean"
	TypeObject  Type = "object"
	TypeArray   Type = "array"
	TypeNull    Type = "null"
)

// Types returns all types.
func Types() []Type {
	return []Type{TypeString, TypeNumber, TypeInteger, TypeBoolean, TypeObject, TypeArray, TypeNull}
}

// Allows reports whether a value may stand beside that of the entry.
func (e *Entry) Allows(subvalue string) bool {
	if len(e.Subvalues) == 0 {
		return true
	}
	for _, allowed := range e.Subvalues {
		if allowed == subvalue {
			return true
		}
	}
	return false
}

// HasType reports whether data is of the entry's type. A whole number is a number and an
// integer.
func (e *Entry) HasType(data jsontext.Value) bool {
	switch data.Kind() {
	case jsontext.KindString:
		return e.Type == "" || e.Type == TypeString
	case jsontext.KindNumber:
		return e.Type == "" || e.Type == TypeNumber || e.Type == TypeInteger && !strings.ContainsAny(string(data), ".eE")
	case jsontext.KindTrue, jsontext.KindFalse:
		return e.Type == "" || e.Type == TypeBoolean
	case jsontext.KindBeginObject:
		return e.Type == "" || e.Type == TypeObject
	case jsontext.KindBeginArray:
		return e.Type == "" || e.Type == TypeArray
	}
	return e.Type == "" || e.Type == TypeNull
}

// Matches reports whether data matches the entry's pattern. Data that is neither a text nor
// a number matches any pattern.
func (e *Entry) Matches(data jsontext.Value) bool {
	if e.Pattern == nil {
		return true
	}
	switch data.Kind() {
	case jsontext.KindString:
		text, err := jsontext.AppendUnquote(nil, data)
		return err == nil && e.Pattern.Match(text)
	case jsontext.KindNumber:
		return e.Pattern.Match(data)
	}
	return true
}
