package book

import (
	"crypto/sha256"
	"encoding/json/jsontext"
	"errors"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// The members of a line that decide what it is.
const (
	AccountMember  = "account"
	NumberMember   = "external_account_number"
	SupplierMember = "import_supplier"
)

// Entry is a line, split into its parts. They share the memory of the line.
type Entry struct {
	// Text is what is sent of the line: its bytes without the members of a report. A line that
	// is no JSON object is sent as a text, which the service refuses.
	Text      []byte
	Account   jsontext.Value   // nil in a line of further data for an imported account
	Enveloped bool             // whether the account is a member of the line
	Number    string           // of the account, as the service reads it; empty for none
	Members   []payload.Member // of the line
}

// reportMembers are the members that a report adds to a line to explain its refusal. The
// number of the account is one of them in an envelope alone.
var reportMembers = []string{"line", NumberMember, "step", "code", "detail", "errors", "done", "raw"}

// ErrNoAccount is the error of a line whose account is no object.
var ErrNoAccount = errors.New("the account is not a JSON object")

// ReadEntry splits a line. A line with the member account is an envelope of an account and its
// further data. A line that has external_account_number, and neither import_supplier nor
// customers, is further data alone. Any other line is an account. The error is ErrNoAccount or
// a *[fault.Error]; the entry has what could be read.
func ReadEntry(text []byte) (Entry, error) {
	e := Entry{Text: text}
	err := payload.EachMember(text, func(m payload.Member) bool {
		e.Members = append(e.Members, m)
		return true
	})
	if err != nil {
		e.Text, _ = jsontext.AppendQuote(nil, text) // invalid UTF-8, the only error, is replaced
		e.Members = nil
		return e, describeUnreadable(err)
	}
	switch {
	case e.value(AccountMember) != nil:
		e.Account, e.Enveloped = e.value(AccountMember), true
		e.Text, e.Number = e.removeMembers(reportMembers), ReadText(e.Account, NumberMember)
		if e.Account.Kind() != '{' {
			return e, ErrNoAccount
		}
	case e.value(NumberMember) != nil && e.value(SupplierMember) == nil && e.value("customers") == nil:
		e.Text = e.removeMembers(slices.DeleteFunc(slices.Clone(reportMembers), func(name string) bool { return name == NumberMember }))
		e.Number = readText(e.value(NumberMember))
	default:
		e.Account, e.Number = text, readText(e.value(NumberMember))
	}
	return e, nil
}

// describeUnreadable words the error of a line that is no JSON object for its reader.
func describeUnreadable(err error) error {
	var why *fault.Error
	if !errors.As(err, &why) {
		return err
	}
	return fault.New(why.Status, why.Code, strings.NewReplacer("The body", "The line", "line 1 column", "column").Replace(why.Detail))
}

// SHA256 is equal for two lines of which the same bytes are sent.
func (e *Entry) SHA256() [sha256.Size]byte { return sha256.Sum256(e.Text) }

// IsFurther reports whether the line has further data alone.
func (e *Entry) IsFurther() bool { return e.Account == nil && len(e.Members) > 0 }

// IsOfReport reports whether a report has added the member of a name.
func (e *Entry) IsOfReport(name string) bool {
	return slices.Contains(reportMembers, name) && (e.Enveloped || e.IsFurther() && name != NumberMember)
}

// value returns the value of a member, nil where there is none.
func (e *Entry) value(name string) jsontext.Value {
	if i := slices.IndexFunc(e.Members, func(m payload.Member) bool { return m.Name == name }); i >= 0 {
		return e.Members[i].Value
	}
	return nil
}

// removeMembers returns the line without members of these names. A line that has none of them
// keeps its bytes.
func (e *Entry) removeMembers(names []string) []byte {
	listed := func(m payload.Member) bool { return slices.Contains(names, m.Name) }
	if !slices.ContainsFunc(e.Members, listed) {
		return e.Text
	}
	b := []byte{'{'}
	for _, m := range e.Members {
		if listed(m) {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b, _ = jsontext.AppendQuote(b, m.Name) // it was read from valid JSON
		b = append(append(b, ':'), m.Value...)
	}
	return append(b, '}')
}

// ReadText returns a member of a JSON object as the service reads it; empty for none.
func ReadText(object jsontext.Value, name string) (text string) {
	_ = payload.EachMember(object, func(m payload.Member) bool {
		if m.Name != name {
			return true
		}
		text = readText(m.Value)
		return false
	})
	return text
}

// readText returns a value as the service reads a text: trimmed, or the digits of a number.
func readText(value jsontext.Value) string {
	switch value.Kind() {
	case jsontext.KindString:
		text, _ := jsontext.AppendUnquote(nil, value)
		return strings.TrimSpace(string(text))
	case jsontext.KindNumber:
		return string(value)
	}
	return ""
}
