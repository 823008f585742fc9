package account

import (
	"strings"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

// AnyClosed reports whether an operator has closed any list for the supplier. Where
// none is, rules of lists have nothing to look at.
func (f *Facts) AnyClosed() bool {
	return f.Supplier != nil && len(f.Supplier.Closed) > 0
}

var ruleLedgerCodeUnknown = catalogue.Rule{
	Code: "ledger_code_does_not_exist", Area: catalogue.Ledgers,
	Meaning: "The operator has closed the list of the supplier's ledger codes, and this one is not on it.",
	Remedy:  "Use a code of the list, or ask the operator to add this one.",
	Attr:    "payment_promises.0.ledger_code",
	Bad:     `{"payment_promises": [{"amount": "45.00", "payment_date": "2024-07-19", "ledger_code": "STEAM"}]}`,
	Good:    `{"payment_promises": [{"amount": "45.00", "payment_date": "2024-07-19", "ledger_code": "GAS"}]}`,
}

// Listed: a value is on its list, where an operator has closed that for the
// supplier. Of a value that is not there, or could not be read, nothing is said.
func (f *Facts) Listed(list settings.List, value string, at *fault.At) {
	if value == "" || !f.AnyClosed() {
		return
	}
	closed := f.Supplier.Closed[list]
	if closed == nil || closed.Has(value) {
		return
	}
	code := payload.RuleInvalidChoice.Code
	if list == settings.LedgerCodes {
		code = ruleLedgerCodeUnknown.Code
	}
	at.Add(code, notListed(list, value, closed))
}

// ListedAt is Listed for a member of an object.
func (f *Facts) ListedAt(at *fault.At, member string, list settings.List, value string) {
	place := at.Field(member)
	f.Listed(list, value, &place)
}

func notListed(list settings.List, value string, closed *settings.ClosedList) string {
	name := strings.ReplaceAll(string(list), "_", " ")
	allowed := "none is allowed at the moment"
	if values := closed.Values(); len(values) > 0 {
		allowed = "those are " + fault.Some(values)
	}
	return fault.Shown(value) + " is not a " + name + " that this supplier may use; " + allowed + ". Correct it, or ask the operator to add it to the list."
}
