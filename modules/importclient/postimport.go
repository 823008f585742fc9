package importclient

import (
	"bytes"
	"encoding/json/jsontext"
)

// newArrayStep returns the step of a kind whose endpoint takes the array under the same name as the
// envelope.
func newArrayStep(name, path string) func(*sender, lifetime, *entry, *outcome) error {
	return func(s *sender, life lifetime, e *entry, _ *outcome) error {
		items := e.findMember(name)
		if items == nil {
			return nil
		}
		body := append(s.newBodyStart(e), `,"`+name+`":`...)
		body = append(append(body, items...), '}')
		_, err := s.api.callUntilAnswered(life, path, body)
		return err
	}
}

// newObjectStep returns the step of a kind whose endpoint takes the members of one object beside
// the account's identity.
func newObjectStep(name, path string) func(*sender, lifetime, *entry, *outcome) error {
	return func(s *sender, life lifetime, e *entry, _ *outcome) error {
		object := e.findMember(name)
		if object == nil {
			return nil
		}
		body := s.newBodyStart(e)
		if rest := bytes.TrimLeft(object[1:], " \t\r\n"); rest[0] != '}' {
			body = append(body, ',')
		}
		_, err := s.api.callUntilAnswered(life, path, append(body, object[1:]...))
		return err
	}
}

// newBodyStart begins a body with the two members that identify an account. The items follow as raw
// bytes, so numbers stay as they were written.
func (s *sender) newBodyStart(e *entry) []byte {
	body := append([]byte(nil), `{"import_supplier":`...)
	body = appendJSONString(body, s.supplier)
	body = append(body, `,"external_account_number":`...)
	return appendJSONString(body, e.number)
}

// appendJSONString appends a JSON string. Invalid UTF-8 is replaced: this is the only possible
// error.
func appendJSONString(to []byte, text string) []byte {
	quoted, _ := jsontext.AppendQuote(to, text)
	return quoted
}
