package runs

import (
	"encoding/json/jsontext"
	"strings"

	"dataimport/modules/kit/domain/fault"
)

// The outcomes of a line.
const (
	outcomeImported   = "imported"         // the account was created with all of its data
	outcomeAdded      = "added"            // the account was there, and further data was added
	outcomeAlready    = "already_imported" // all of it was there
	outcomeIncomplete = "incomplete"       // a part of the line was refused, and the rest is imported
	outcomeRefused    = "refused"          // nothing of the line is imported
	outcomeTakenBack  = "taken_back"       // the account was taken back afterwards
	outcomeWould      = "would_import"     // in a dry run, for imported and added
	outcomeValid      = "valid"            // in a check, for imported and added
)

// answer is the answer to one line. Exactly one of Outcome and Retry is set.
type answer struct {
	Line                  int64      `json:"line"`
	SHA256                string     `json:"sha256,omitzero"`
	Outcome               string     `json:"outcome,omitzero"`
	Retry                 bool       `json:"retry,omitzero"`
	ExternalAccountNumber string     `json:"external_account_number,omitzero"`
	ServiceAccountNumber  string     `json:"service_account_number,omitzero"`
	Step                  string     `json:"step,omitzero"`
	Code                  string     `json:"code,omitzero"`
	Detail                string     `json:"detail,omitzero"`
	Errors                fault.List `json:"errors,omitzero"`
	Done                  []string   `json:"done,omitzero"`
	Claims                []claim    `json:"claims,omitzero"`
}

// claim is a key that no other account of the supplier may have.
type claim struct {
	Register string `json:"register"`
	Key      string `json:"key"` // SHA-256 of its parts
	Attr     string `json:"attr"`
	Code     string `json:"code"` // of the fault, where another account has the key
}

// stored is a line as the database has it.
type stored struct {
	answer
	faults, done string
}

// isFinal reports whether the line has an outcome that stands.
func (s *stored) isFinal() bool { return s.Outcome != "" && s.Outcome != outcomeTakenBack }

// read makes the answer of a stored line.
func (s *stored) read() (*answer, error) {
	a := &s.answer
	if s.done != "" {
		a.Done = strings.Fields(s.done)
	}
	if s.faults == "" {
		return a, nil
	}
	return a, decodeFaults(jsontext.Value(s.faults), &a.Errors)
}
