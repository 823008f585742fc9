package account

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
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
	if closed := f.Supplier.Closed[list]; closed != nil && !closed.Has(value) {
		at.Add(codeOf(list), notListed(list.Item(), shownOf(list, value), closed.Values()))
	}
}

// Entry returns what a list of the supplier says of a value: nil where the list is closed
// and does not have the value, and an entry that takes everything where the list is open.
func (f *Facts) Entry(list settings.List, value string) *settings.Entry {
	if f.Supplier == nil {
		return (*settings.ClosedList)(nil).Entry(value)
	}
	return f.Supplier.Closed[list].Entry(value)
}

// SublistedAt: a member has one of the values that a closed list allows beside another
// value, such as the subtype beside a type. Of a value that is not on the list nothing is
// said, since [Facts.Listed] does.
func (f *Facts) SublistedAt(at *fault.At, member string, list settings.List, value, subvalue string) {
	if value == "" || subvalue == "" || !f.AnyClosed() {
		return
	}
	if entry := f.Entry(list, value); entry != nil && !entry.Allows(subvalue) {
		at.AddAt(member, codeOf(list), notListed("value beside the "+list.Item()+" "+fault.Shown(value), fault.Shown(subvalue), entry.Subvalues))
	}
}

// ListedAt is Listed for a member of an object.
func (f *Facts) ListedAt(at *fault.At, member string, list settings.List, value string) {
	place := at.Field(member)
	f.Listed(list, value, &place)
}

// shownOf returns what a fault calls a value: one that says something of a person is not shown.
func shownOf(list settings.List, value string) string {
	if list == settings.Pronouns {
		return "This value"
	}
	return fault.Shown(value)
}

func notListed(name, shown string, values []string) string {
	allowed := "none is allowed at the moment"
	if len(values) > 0 {
		allowed = "those are " + fault.Some(values)
	}
	return shown + " is not a " + name + " that this supplier may use; " + allowed + ". Correct it, or ask the operator to add it to the list."
}
