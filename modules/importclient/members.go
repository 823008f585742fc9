package importclient

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A member of a JSON object, its value as the bytes it was read from.
type member struct {
	name string
	raw  jsontext.Value
}

func hasName(name string) func(member) bool {
	return func(m member) bool { return m.name == name }
}

var errNotAnObject = errors.New("the line is not a JSON object")

// splitMembers splits an object into its members, in order. The values share the object's memory.
// It checks the whole object. Duplicate names are errors, because the service refuses them too.
func splitMembers(object []byte) ([]member, error) {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if d.PeekKind() != jsontext.KindBeginObject {
		if _, err := d.ReadValue(); err != nil {
			return nil, describeSyntaxError(err)
		}
		return nil, errNotAnObject
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, describeSyntaxError(err)
	}
	var members []member
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return nil, describeSyntaxError(err)
		}
		m := member{name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return nil, describeSyntaxError(err)
		}
		end := d.InputOffset()
		m.raw = object[end-int64(len(value)) : end]
		members = append(members, m)
	}
	return members, expectEnd(d)
}

func expectEnd(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil {
		return describeSyntaxError(err)
	}
	_, err := d.ReadToken()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return describeSyntaxError(err)
	}
	return errors.New("the line holds more than one JSON value")
}

func describeSyntaxError(err error) error {
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return fmt.Errorf("the line is not valid JSON at column %d: %w", syntactic.ByteOffset+1, syntactic.Err)
	}
	return fmt.Errorf("the line is not valid JSON: %w", err)
}

// readText returns the named member as the service reads it: a trimmed text, or a number with its
// literal digits.
func readText(members []member, name string) string {
	i := slices.IndexFunc(members, hasName(name))
	if i < 0 {
		return ""
	}
	switch raw := members[i].raw; raw.Kind() {
	case jsontext.KindString:
		unquoted, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(unquoted))
	case jsontext.KindNumber:
		return string(raw)
	default:
		return ""
	}
}
