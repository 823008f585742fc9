package statements

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/documents"
)

const area = "Statements"

// rules lists the rules of historical statements.
var rules = []catalogue.Rule{
	ruleAlreadyExists,
	account.RuleStartAfterEnd.With("statements.0.bill_period_from_date",
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-31", "bill_period_to_date": "2024-01-01"}]}`,
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"}]}`),
	documents.RuleInvalidPath.With("statements.0.statement_path",
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31",
			"statement_path": "letters\\welcome.pdf"}]}`,
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31",
			"statement_path": "/letters/welcome.pdf"}]}`),
	documents.RuleMissing.With("statements.0.statement_path",
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31",
			"statement_path": "welcome.pdf"}]}`,
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31",
			"statement_path": "letters/welcome.pdf"}]}`),
	documents.RuleUnavailable,
}

var ruleAlreadyExists = catalogue.Rule{
	Code: "historical_statement_already_exists", Area: area,
	Meaning: "Two statements of the account have one statement_id and different content; an exact repetition is no fault.",
	Remedy:  "Give each statement an identifier of its own, or send the content that is there already.",
	Attr:    "statements.1.statement_id",
	Bad: `{"statements": [
		{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"},
		{"statement_id": "S-1", "bill_period_from_date": "2024-02-01", "bill_period_to_date": "2024-02-29"}]}`,
	Good: `{"statements": [
		{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"},
		{"statement_id": "S-2", "bill_period_from_date": "2024-02-01", "bill_period_to_date": "2024-02-29"}]}`,
}

// alreadyExists is the sentence of a statement_id that exists already with other content.
func (s *Statement) alreadyExists(where string, other *Statement) string {
	return "The statement_id " + fault.Shown(s.ID) + " is " + where + " already, with another " + s.difference(other) +
		": give this statement an id of its own, or send the content that is there."
}

// Check adds the faults of one statement.
func (s *Statement) Check(at *fault.At) {
	s.checkPeriod(at)
	at.Check("statement_path", s.Path, documents.ValidPath)
}

// checkPeriod: a billing period does not end before it starts. A single day is a period. A
// statement may be of a period that has not ended yet.
func (s *Statement) checkPeriod(at *fault.At) {
	if s.To != 0 && s.From > s.To {
		at.AddAt("bill_period_from_date", account.RuleStartAfterEnd.Code, "This bill_period_from_date, "+s.From.String()+", lies after the bill_period_to_date, "+s.To.String()+".")
	}
}

// checkIDs: two statements with the same statement_id have the same content. An exact
// repetition is no fault: it is stored once, as in two requests. The fault is at the
// later statement. Values that could not be read are not compared.
func checkIDs(items []Statement, at *fault.At) {
	met := make(map[string]int, len(items))
	for i := range items {
		s := &items[i]
		place := at.Index(i)
		if s.ID == "" || !place.Clean() {
			continue
		}
		first, before := met[s.ID]
		if !before {
			met[s.ID] = i
		} else if earlier := &items[first]; !s.equals(earlier) {
			other := at.Index(first)
			place.AddAt("statement_id", ruleAlreadyExists.Code, s.alreadyExists("at "+other.Attr(), earlier))
		}
	}
}
