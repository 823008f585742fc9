package transactions

import (
	"strconv"

	"dataimport/modules/kit/domain/fault"
)

// checkUnique: no two transactions of an account, on whichever ledgers, have the
// same transaction_id. The fault is at the later one.
func (s *scope) checkUnique(t *Transaction, at *fault.At) {
	if t.ID == "" {
		return
	}
	before := len(s.ids)
	s.ids[t.ID] = struct{}{}
	if len(s.ids) == before {
		at.AddAt("transaction_id", codeDuplicateID, "The transaction_id "+fault.Shown(t.ID)+" is at "+s.firstOf(t.ID)+" already: each transaction of an account needs its own.")
	}
}

// where is the place of a transaction in an account: the ledger, -1 for the flat
// fields, the array and the item.
type where struct {
	ledger int
	list   string
	item   int
}

// firstOf is the attr of the first transaction of an id. The places are only looked
// for when they are needed, since as a rule no id is there twice.
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

// checkLedgerCodes: no two ledgers of an account have the same ledger_code, since
// instructions, schedules and promises name their ledger by that alone; of ledgers
// without a code no two have the same ledger_identifier, and only one has neither.
// The fault is at the later one.
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
		place.AddAt(field, codeDuplicateLedgers, sameLedger(l, field, other.Attr())+": give each ledger of the account a ledger_code of its own.")
	}
}

// sameLedger says that a ledger is called as another is.
func sameLedger(l *Ledger, field, other string) string {
	switch {
	case field == "ledger_identifier":
		return other + " has the ledger_identifier " + fault.Shown(l.Identifier) + " too, and neither has a ledger_code"
	case l.Code == "":
		return other + " has neither a ledger_code nor a ledger_identifier, and nor has this ledger"
	}
	return other + " has the ledger_code " + fault.Shown(l.Code) + " too"
}

// checkIdentifiers: what a ledger is for is said once, on one ledger. The fault is
// at the later one.
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
			item.Add(codeDuplicateIdentifiers, fault.Shown(identifier)+" is at "+other.Attr()+" already: leave it on one ledger alone, once.")
		}
	}
}
