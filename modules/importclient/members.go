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

func named(name string) func(member) bool {
	return func(m member) bool { return m.name == name }
}

// empty says that there is nothing in the value to send.
func (m member) empty() bool {
	switch m.raw.Kind() {
	case jsontext.KindNull:
		return true
	case jsontext.KindBeginArray:
		return len(bytes.Trim(m.raw[1:len(m.raw)-1], " \t\r\n")) == 0
	default:
		return false
	}
}

var errNotAnObject = errors.New("the line is not a JSON object")

// membersOf splits an object into its members, in order. The values share the
// object's memory. Everything in the object is checked, duplicated names
// included, since the service refuses those too.
func membersOf(object []byte) ([]member, error) {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if d.PeekKind() != jsontext.KindBeginObject {
		if _, err := d.ReadValue(); err != nil {
			return nil, invalid(err)
		}
		return nil, errNotAnObject
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, invalid(err)
	}
	var members []member
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return nil, invalid(err)
		}
		m := member{name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return nil, invalid(err)
		}
		end := d.InputOffset()
		m.raw = object[end-int64(len(value)) : end]
		members = append(members, m)
	}
	return members, atEnd(d)
}

func atEnd(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil {
		return invalid(err)
	}
	_, err := d.ReadToken()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return invalid(err)
	}
	return errors.New("the line holds more than one JSON value")
}

func invalid(err error) error {
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return fmt.Errorf("the line is not valid JSON at column %d: %w", syntactic.ByteOffset+1, syntactic.Err)
	}
	return fmt.Errorf("the line is not valid JSON: %w", err)
}

// text returns the named member as the service would read it: trimmed, and a
// number with its literal digits.
func text(members []member, name string) string {
	i := slices.IndexFunc(members, named(name))
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
