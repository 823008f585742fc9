package transactions

import "dataimport/modules/kit/fault"

// checkUnique: no two transactions of an account, on whichever ledgers, have the
// same transaction_id. The fault is at the later one.
func (s *scope) checkUnique(t *Transaction, at *fault.At) {
	if t.ID == "" {
		return
	}
	before := len(s.ids)
	s.ids[t.ID] = struct{}{}
	if len(s.ids) == before {
		at.AddAt("transaction_id", codeDuplicateID, "Another transaction of this account has this transaction_id: each needs its own.")
	}
}

// checkLedgerCodes: no two ledgers of an account have the same ledger_code, since
// instructions, schedules and promises name their ledger by that alone; of ledgers
// without a code no two have the same ledger_identifier, and only one has neither.
// The fault is at the later one.
func checkLedgerCodes(ledgers []Ledger, at *fault.At) {
	type name struct{ code, identifier string }
	met := make(map[name]bool, len(ledgers))
	for i := range ledgers {
		l, place := &ledgers[i], at.Index(i)
		if !l.wasRead(&place) || !place.CleanAt("ledger_code") || !place.CleanAt("ledger_identifier") {
			continue
		}
		this, field := name{code: l.Code}, "ledger_code"
		if l.Code == "" && l.Identifier != "" {
			this, field = name{identifier: l.Identifier}, "ledger_identifier"
		}
		if met[this] {
			place.AddAt(field, codeDuplicateLedgers, "Another ledger of this account has the same name: give each a ledger_code of its own.")
		}
		met[this] = true
	}
}

// checkIdentifiers: what a ledger is for is said once, on one ledger. The fault is
// at the later one.
func checkIdentifiers(ledgers []Ledger, at *fault.At) {
	met := make(map[string]bool)
	for i := range ledgers {
		place := at.Index(i)
		list := place.Field("identifiers")
		for j, identifier := range ledgers[i].Identifiers {
			if identifier == "" {
				continue // could not be read
			}
			if met[identifier] {
				item := list.Index(j)
				item.Add(codeDuplicateIdentifiers, "This identifier stands on a ledger of this account already: leave it on one alone.")
			}
			met[identifier] = true
		}
	}
}
