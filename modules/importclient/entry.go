package importclient

import (
	"encoding/json/jsontext"
	"slices"
	"strings"
)

// An entry is a line that was understood: an account and what belongs to it,
// each as the bytes of the book.
type entry struct {
	account  jsontext.Value
	supplier string // the account's own import_supplier, "" if it has none
	number   string // its external_account_number, likewise
	members  []member
}

// The members of an envelope: what is sent after the account, in this order,
// and what a report adds to explain itself.
var (
	postImportMembers = []string{"notes", "transactions", "statements", "payment_instruction"}
	reportMembers     = []string{"line", "external_account_number", "step", "code", "detail", "errors", "raw"}
)

// parse reads a line. The entry is usable for a report even when the line is
// refused; its account is nil when there is none.
func parse(l line, supplier string) (entry, *refusal) {
	if l.tooLong {
		return entry{}, refuse("payload_too_large", "", "The line is longer than 32 MiB.")
	}
	found, err := membersOf(l.text)
	if err != nil {
		return entry{}, refuse("malformed_json", "", err.Error())
	}
	e := entry{account: l.text}
	own := found
	if i := slices.IndexFunc(found, named("account")); i >= 0 {
		e.account = found[i].raw
		e.members = slices.Delete(found, i, i+1)
		if e.account.Kind() != jsontext.KindBeginObject {
			e.account = nil
			return e, refuse("malformed_json", "account", "The account is not a JSON object.")
		}
		if own, err = membersOf(e.account); err != nil {
			return e, refuse("malformed_json", "account", err.Error())
		}
	}
	e.supplier, e.number = text(own, "import_supplier"), text(own, "external_account_number")
	return e, e.check(supplier)
}

// check refuses before anything is sent what would otherwise fail, or be lost,
// with the account already imported.
func (e entry) check(supplier string) *refusal {
	if e.supplier != "" && e.supplier != supplier {
		return refuse("import_supplier_mismatch", "import_supplier",
			"The account is of import supplier "+e.supplier+", the run is for "+supplier+".")
	}
	for _, m := range e.members {
		switch {
		case slices.Contains(reportMembers, m.name):
		case !slices.Contains(postImportMembers, m.name):
			return refuse("unknown_field", m.name, "A line has account, "+strings.Join(postImportMembers, ", ")+" and nothing else.")
		case m.empty():
		case m.name == "payment_instruction" && m.raw.Kind() != jsontext.KindBeginObject:
			return refuse("invalid_type", m.name, "The payment instruction must be an object.")
		case m.name != "payment_instruction" && m.raw.Kind() != jsontext.KindBeginArray:
			return refuse("invalid_type", m.name, "The "+m.name+" must be an array.")
		}
	}
	return nil
}

// member returns the raw value of a post-import member, nil if there is nothing
// to send.
func (e entry) member(name string) jsontext.Value {
	i := slices.IndexFunc(e.members, named(name))
	if i < 0 || e.members[i].empty() {
		return nil
	}
	return e.members[i].raw
}
