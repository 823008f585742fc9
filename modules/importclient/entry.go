package importclient

import (
	"encoding/json/jsontext"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// An entry is a parsed line: an account and its other data, each as the bytes of the book.
type entry struct {
	account  jsontext.Value
	supplier string // the account's own import_supplier, "" if it has none
	number   string // its external_account_number, "" if it has none
	members  []member
}

// The members of an envelope: the data that is sent after the account, in this order, and the
// explanations that a report adds.
var (
	postImportMembers = []string{"notes", "transactions", "statements", "payment_instruction"}
	reportMembers     = []string{"line", "external_account_number", "step", "code", "detail", "errors", "raw"}
)

// parseLine parses a line. A refused line has an entry too, for the report. Its account is nil
// where the line has none.
func parseLine(l line, supplier string) (entry, *refusal) {
	if l.tooLong {
		return entry{}, newReadRefusal(fault.PayloadTooLarge, "", "The line is longer than 32 MiB.")
	}
	found, err := splitMembers(l.text)
	if err != nil {
		return entry{}, newReadRefusal(fault.MalformedJSON, "", err.Error())
	}
	e := entry{account: l.text}
	own := found
	if i := slices.IndexFunc(found, hasName("account")); i >= 0 {
		e.account = found[i].raw
		e.members = slices.Delete(found, i, i+1)
		if e.account.Kind() != jsontext.KindBeginObject {
			e.account = nil
			return e, newReadRefusal(fault.MalformedJSON, "account", "The account is not a JSON object.")
		}
		if own, err = splitMembers(e.account); err != nil {
			return e, newReadRefusal(fault.MalformedJSON, "account", err.Error())
		}
	}
	e.supplier, e.number = readText(own, "import_supplier"), readText(own, "external_account_number")
	return e, e.checkMembers(supplier)
}

// checkMembers refuses, before anything is sent, members that would fail or be lost after their
// account was imported.
func (e entry) checkMembers(supplier string) *refusal {
	if e.supplier != "" && e.supplier != supplier {
		return newReadRefusal("import_supplier_mismatch", "import_supplier",
			"The account is of import supplier "+e.supplier+", the run is for "+supplier+".")
	}
	for _, m := range e.members {
		switch {
		case slices.Contains(reportMembers, m.name):
		case !slices.Contains(postImportMembers, m.name):
			return newReadRefusal(payload.RuleUnknownField.Code, m.name, "A line has account, "+strings.Join(postImportMembers, ", ")+" and nothing else.")
		case m.isEmpty():
		case m.name == "payment_instruction" && m.raw.Kind() != jsontext.KindBeginObject:
			return newReadRefusal(payload.RuleInvalidType.Code, m.name, "The payment instruction must be an object.")
		case m.name != "payment_instruction" && m.raw.Kind() != jsontext.KindBeginArray:
			return newReadRefusal(payload.RuleInvalidType.Code, m.name, "The "+m.name+" must be an array.")
		}
	}
	return nil
}

// findMember returns the raw value of a post-import member. It returns nil where there is nothing
// to send.
func (e entry) findMember(name string) jsontext.Value {
	i := slices.IndexFunc(e.members, hasName(name))
	if i < 0 || e.members[i].isEmpty() {
		return nil
	}
	return e.members[i].raw
}
