package paymentinstructions

import (
	"slices"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/vendors"
)

// rules lists the rules of payment instructions. All but the first are rules of an
// instruction for an imported account, which the vendor verifies.
var rules = append([]catalogue.Rule{ruleNotUniform, ruleHasActive, ruleUnknownVendor, ruleVendorUnavailable, postimport.RuleOneName}, vendors.Rules...)

var ruleNotUniform = catalogue.Rule{
	Code: "payment_instructions_ledger_code_uniformity_failed", Area: catalogue.Schedules,
	Meaning: "Some payment instructions of an account name their ledger and others do not.",
	Remedy:  "Add ledger_code where it is missing, or leave it out of all.",
	Attr:    "payment_instructions.1.ledger_code",
	Bad: `{"payment_instructions": [
		{"vendor": "sandbox", "reference": "MANDATE-1", "type": "DIRECT_DEBIT", "ledger_code": "GAS"},
		{"vendor": "sandbox", "reference": "MANDATE-2", "type": "DIRECT_DEBIT"}]}`,
	Good: `{"payment_instructions": [
		{"vendor": "sandbox", "reference": "MANDATE-1", "type": "DIRECT_DEBIT", "ledger_code": "GAS"},
		{"vendor": "sandbox", "reference": "MANDATE-2", "type": "DIRECT_DEBIT", "ledger_code": "POWER"}]}`,
}

// checkLedgerCodes: either every payment instruction of an account names a
// ledger_code, or none does. The fault is at each instruction without one, since the
// other instructions show that the account has several ledgers.
func checkLedgerCodes(items []PaymentInstruction, at *fault.At) {
	var without []int
	for i := range items {
		place := at.Index(i)
		if items[i].LedgerCode == "" && items[i].wasRead(&place) && place.CleanAt("ledger_code") {
			without = append(without, i)
		}
	}
	named := slices.IndexFunc(items, func(p PaymentInstruction) bool { return p.LedgerCode != "" })
	if len(without) == len(items) || named < 0 {
		return
	}
	for _, i := range without {
		place, other := at.Index(i), at.Index(named)
		place.AddAt("ledger_code", ruleNotUniform.Code, other.Attr()+" names the ledger_code "+fault.Shown(items[named].LedgerCode)+
			", and this instruction none: add one here, or remove it from all.")
	}
}

// checkListed: vendors and ledgers are on their lists, where an operator has closed these
// lists for the supplier.
func checkListed(items []PaymentInstruction, f *account.Facts, at *fault.At) {
	if !f.AnyClosed() {
		return
	}
	for i := range items {
		place := at.Index(i)
		f.ListedAt(&place, "vendor", settings.Vendors, items[i].Vendor)
		f.ListedAt(&place, "ledger_code", settings.LedgerCodes, items[i].LedgerCode)
	}
}

// wasRead reports whether the item was an object. The required type of an object has a
// value or a fault.
func (p *PaymentInstruction) wasRead(at *fault.At) bool {
	return p.Type != "" || !at.CleanAt("type")
}
