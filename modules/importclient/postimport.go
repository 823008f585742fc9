package importclient

import (
	"bytes"
	"encoding/json/jsontext"
)

// sendArray is the step of a kind whose endpoint takes the array under the same
// name as the envelope.
func sendArray(name, path string) func(*sender, lifetime, *entry, *outcome) error {
	return func(s *sender, life lifetime, e *entry, _ *outcome) error {
		items := e.member(name)
		if items == nil {
			return nil
		}
		body := append(s.identity(e), `,"`+name+`":`...)
		body = append(append(body, items...), '}')
		_, err := s.api.call(life, path, body)
		return err
	}
}

// sendPaymentInstruction puts the instruction's members beside the account's
// identity, which is the form its endpoint takes.
func sendPaymentInstruction(s *sender, life lifetime, e *entry, _ *outcome) error {
	instruction := e.member("payment_instruction")
	if instruction == nil {
		return nil
	}
	body := s.identity(e)
	if rest := bytes.TrimLeft(instruction[1:], " \t\r\n"); rest[0] != '}' {
		body = append(body, ',')
	}
	_, err := s.api.call(life, instructionPath, append(body, instruction[1:]...))
	return err
}

// identity begins a body with the pair that identifies an account. The items
// follow it as raw bytes, so that every number is sent as it was written.
func (s *sender) identity(e *entry) []byte {
	body := append([]byte(nil), `{"import_supplier":`...)
	body = appendText(body, s.supplier)
	body = append(body, `,"external_account_number":`...)
	return appendText(body, e.number)
}

// appendText appends a JSON string. Invalid UTF-8 is replaced: the one error
// there is says that it was.
func appendText(to []byte, text string) []byte {
	quoted, _ := jsontext.AppendQuote(to, text)
	return quoted
}
