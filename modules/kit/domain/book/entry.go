package book

import (
	"crypto/sha256"
	"encoding/json/jsontext"
	"errors"
	"slices"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Entry is a line, as far as it names an account.
type Entry struct {
	Number  string         // external_account_number; empty where the line has none
	Account jsontext.Value // nil where the line has further data for an imported account alone
	// SHA256 is equal for two lines that say the same in the same bytes. What a report has added
	// to a line does not count.
	SHA256 [sha256.Size]byte
}

// head has the members of a line that decide what it is.
type head struct {
	Account        jsontext.Value `json:"account,omitzero"`
	Number         string         `json:"external_account_number,omitzero"`
	ImportSupplier jsontext.Value `json:"import_supplier,omitzero"`
	Customers      jsontext.Value `json:"customers,omitzero"`
}

// name has the member of an account that names it.
type name struct {
	Number string `json:"external_account_number,omitzero"`
}

var (
	headShape = payload.Of(head{})
	nameShape = payload.Of(name{})
)

// reportMembers are the members of a line with an account that a report adds to explain a
// refusal.
var reportMembers = []string{"line", "step", "code", "detail", "errors", "raw"}

// ErrNoNumber is the error of a line whose account has no number.
var ErrNoNumber = errors.New("the account has no external_account_number")

// ErrNoAccount is the error of a line whose account is no object.
var ErrNoAccount = errors.New("the account is not a JSON object")

// ReadEntry reads a line: a bare account, an envelope around an account, or further data for
// an account that is imported.
func ReadEntry(text []byte) (Entry, error) {
	var ignored fault.Collector // the service finds the faults of members
	parts, extra, err := headShape.DecodeOpen(text, payload.Limits{}, &ignored)
	if err != nil {
		return Entry{}, err
	}
	h := parts[0].(*head)
	e := Entry{Number: h.Number, Account: h.Account}
	switch isBare := h.Account == nil; {
	case isBare && h.Number != "" && h.ImportSupplier == nil && h.Customers == nil:
		e.SHA256 = hashMembers(nil, extra)
	case isBare:
		e.Account, e.SHA256 = text, sha256.Sum256(text)
	case h.Account.Kind() != '{':
		return Entry{}, ErrNoAccount
	default:
		e.SHA256 = hashMembers(h.Account, extra)
		parts, _, err := nameShape.DecodeOpen(h.Account, payload.Limits{}, &ignored)
		if err != nil {
			return Entry{}, err
		}
		e.Number = parts[0].(*name).Number
	}
	if e.Number == "" {
		return Entry{}, ErrNoNumber
	}
	return e, nil
}

// hashMembers returns the hash of an account and of the members beside it, without those of a
// report.
func hashMembers(account jsontext.Value, beside []payload.Extra) (sum [sha256.Size]byte) {
	hash := sha256.New()
	hash.Write(account)
	for _, m := range beside {
		if !slices.Contains(reportMembers, m.Name) && m.Object == "" {
			hash.Write([]byte{0})
			hash.Write([]byte(m.Name))
			hash.Write([]byte{0})
			hash.Write(m.Value)
		}
	}
	hash.Sum(sum[:0])
	return sum
}
