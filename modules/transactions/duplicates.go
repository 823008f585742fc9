package transactions

import (
	"strconv"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var ruleDuplicateID = catalogue.Rule{
	Code: "duplicate_transaction_ids", Area: areaTransactions,
	Meaning: "Two transactions of the account have one transaction_id, on whichever ledgers.",
	Remedy:  "Leave one out if the two are the same; otherwise give each an identifier of its own.",
	Attr:    "current_statement_transactions.1.transaction_id",
	Bad: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"},
		{"transaction_id": "T-1", "transaction_date": "2024-03-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"},
		{"transaction_id": "T-2", "transaction_date": "2024-03-01", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkUnique: no two transactions of an account, on whichever ledgers, have the
// same transaction_id. The fault is at the later one.
func (s *scope) checkUnique(t *Transaction, at *fault.At) {
	if t.ID == "" {
		return
	}
	before := len(s.ids)
	s.ids[t.ID] = struct{}{}
	if len(s.ids) == before {
		at.AddAt("transaction_id", ruleDuplicateID.Code, "The transaction_id "+fault.Shown(t.ID)+" is at "+s.firstOf(t.ID)+" already: each transaction of an account needs its own.")
	}
}

// where is the position of a transaction in an account: the index of the ledger, which is
// -1 for the flat fields, the array and the index of the item.
type where struct {
	ledger int
	list   string
	item   int
}

// firstOf returns the attr of the first transaction with an id. It finds the positions when
// they are needed first, since as a rule no id is present twice.
func (s *scope) firstOf(id string) string {
	if s.firsts == nil {
		s.firsts = make(map[string]where, len(s.ids))
		for i := range s.part.Ledgers {
			s.noteFirsts(&s.part.Ledgers[i], i)
		}
		s.noteFirsts(s.part.flat(), -1)
	}
	first := s.firsts[id]
	attr := first.list + "." + strconv.Itoa(first.item)
	if first.ledger >= 0 {
		return "ledgers." + strconv.Itoa(first.ledger) + "." + attr
	}
	return attr
}

func (s *scope) noteFirsts(l *Ledger, ledger int) {
	note := func(list string, items []Transaction) {
		for i := range items {
			if _, met := s.firsts[items[i].ID]; !met {
				s.firsts[items[i].ID] = where{ledger, list, i}
			}
		}
	}
	note("current_statement_transactions", l.Current)
	note("historical_statement_transactions", l.Historical)
}

var ruleDuplicateLedgers = catalogue.Rule{
	Code: "duplicate_ledger_entries_found", Area: catalogue.Ledgers,
	Meaning: "Two ledgers of the account have one ledger_code, or without a code one ledger_identifier, or neither of them.",
	Remedy:  "Give each ledger a ledger_code of its own.",
	Attr:    "ledgers.1.ledger_code",
	Bad:     `{"ledgers": [{"ledger_code": "GAS"}, {"ledger_code": "GAS"}]}`,
	Good:    `{"ledgers": [{"ledger_code": "GAS"}, {"ledger_code": "POWER"}]}`,
}

// checkLedgerCodes: no two ledgers of an account have the same ledger_code, since
// instructions, schedules and promises name their ledger by its code alone. No two ledgers
// without a code have the same ledger_identifier, and only one ledger has neither. The
// fault is at the later one.
func checkLedgerCodes(ledgers []Ledger, at *fault.At) {
	type name struct{ code, identifier string }
	met := make(map[name]int, len(ledgers))
	for i := range ledgers {
		l, place := &ledgers[i], at.Index(i)
		if !l.wasRead(&place) || !place.CleanAt("ledger_code") || !place.CleanAt("ledger_identifier") {
			continue
		}
		this, field := name{code: l.Code}, "ledger_code"
		if l.Code == "" && l.Identifier != "" {
			this, field = name{identifier: l.Identifier}, "ledger_identifier"
		}
		first, before := met[this]
		if !before {
			met[this] = i
			continue
		}
		other := at.Index(first)
		place.AddAt(field, ruleDuplicateLedgers.Code, sameLedger(l, field, other.Attr())+": give each ledger of the account a ledger_code of its own.")
	}
}

// sameLedger returns the text of a fault of a ledger that has the name of another.
func sameLedger(l *Ledger, field, other string) string {
	switch {
	case field == "ledger_identifier":
		return other + " has the same ledger_identifier, and neither has a ledger_code"
	case l.Code == "":
		return other + " has neither a ledger_code nor a ledger_identifier, and nor has this ledger"
	}
	return other + " has the ledger_code " + fault.Shown(l.Code) + " too"
}

var ruleDuplicateIdentifiers = catalogue.Rule{
	Code: "duplicate_identifiers_entries_found", Area: catalogue.Ledgers,
	Meaning: "One identifier, such as that of a supply point, stands on two ledgers of the account, or twice on one.",
	Remedy:  "Keep it on the ledger that it is for.",
	Attr:    "ledgers.1.identifiers.0",
	Bad: `{"ledgers": [{"ledger_code": "GAS", "identifiers": ["1200023305967"]},
		{"ledger_code": "POWER", "identifiers": ["1200023305967"]}]}`,
	Good: `{"ledgers": [{"ledger_code": "GAS", "identifiers": ["4532671809"]},
		{"ledger_code": "POWER", "identifiers": ["1200023305967"]}]}`,
}

// checkIdentifiers: an identifier, such as a supply point, belongs to one ledger and is
// present once. The fault is at the later one.
func checkIdentifiers(ledgers []Ledger, at *fault.At) {
	met := make(map[string][2]int)
	for i := range ledgers {
		place := at.Index(i)
		list := place.Field("identifiers")
		for j, identifier := range ledgers[i].Identifiers {
			if identifier == "" {
				continue // could not be read
			}
			first, before := met[identifier]
			if !before {
				met[identifier] = [2]int{i, j}
				continue
			}
			item, ledger := list.Index(j), at.Index(first[0])
			others := ledger.Field("identifiers")
			other := others.Index(first[1])
			item.Add(ruleDuplicateIdentifiers.Code, "The same identifier is at "+other.Attr()+" already: leave it on one ledger alone, once.")
		}
	}
}
