package account

import (
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// AnyClosed reports whether an operator has closed any list for the supplier. Where
// none is, rules of lists have nothing to look at.
func (f *Facts) AnyClosed() bool {
	return f.Supplier != nil && len(f.Supplier.Closed) > 0
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
	code := "invalid_choice"
	if list == settings.LedgerCodes {
		code = "ledger_code_does_not_exist"
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
