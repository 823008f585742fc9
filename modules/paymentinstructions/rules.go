package paymentinstructions

import "dataimport/modules/kit/fault"

// The codes of the rules.
const (
	codeNotUniform = "payment_instructions_ledger_code_uniformity_failed"
	codeHasActive  = "account_has_active_instruction"
)

// checkLedgerCodes: either every payment instruction of an account names a
// ledger_code, or none does. The fault is at each one without, since those that
// have one show that the account's ledgers are told apart.
func checkLedgerCodes(items []PaymentInstruction, at *fault.At) {
	var without []int
	for i := range items {
		place := at.Index(i)
		if items[i].LedgerCode == "" && items[i].wasRead(&place) && place.CleanAt("ledger_code") {
			without = append(without, i)
		}
	}
	if len(without) == len(items) || !anyNamed(items) {
		return
	}
	for _, i := range without {
		place := at.Index(i)
		place.AddAt("ledger_code", codeNotUniform, "Other payment instructions of this account name a ledger_code: add one here, or remove it from all.")
	}
}

func anyNamed(items []PaymentInstruction) bool {
	for i := range items {
		if items[i].LedgerCode != "" {
			return true
		}
	}
	return false
}

// wasRead reports whether the item was an object at all: then its required type
// has a value, or a fault.
func (p *PaymentInstruction) wasRead(at *fault.At) bool {
	return p.Type != "" || !at.CleanAt("type")
}
