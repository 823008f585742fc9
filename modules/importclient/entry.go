package importclient

import (
	"encoding/json/jsontext"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/module"
)

// An entry is a parsed line: an account and its other data, each as the bytes of the book.
type entry struct {
	account  jsontext.Value
	supplier string // the account's own import_supplier, "" if it has none
	number   string // its external_account_number, "" if it has none
	members  []member
}

// reportMembers are the members of an envelope that a report adds to explain a refusal.
var reportMembers = []string{"line", "external_account_number", "step", "code", "detail", "errors", "raw"}

// parseLine parses a line. A refused line has an entry too, for the report. Its account is nil
// where the line has none.
func parseLine(l line, supplier string, kinds []module.PostImport) (entry, *refusal) {
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
	return e, e.checkMembers(supplier, kinds)
}

// checkMembers refuses, before anything is sent, members that would fail or be lost after their
// account was imported.
func (e entry) checkMembers(supplier string, kinds []module.PostImport) *refusal {
	if e.supplier != "" && e.supplier != supplier {
		return newReadRefusal(fault.SupplierMismatch, "import_supplier",
			"The account is of import supplier "+e.supplier+", the run is for "+supplier+".")
	}
	for _, m := range e.members {
		if slices.Contains(reportMembers, m.name) {
			continue
		}
		i := slices.IndexFunc(kinds, func(kind module.PostImport) bool { return kind.Member == m.name })
		switch {
		case i < 0:
			return newReadRefusal(payload.RuleUnknownField.Code, m.name, "A line has account, "+strings.Join(listMembers(kinds), ", ")+" and nothing else.")
		case m.isEmpty():
		case kinds[i].Single && m.raw.Kind() != jsontext.KindBeginObject:
			return newReadRefusal(payload.RuleInvalidType.Code, m.name, "The "+strings.ReplaceAll(m.name, "_", " ")+" must be an object.")
		case !kinds[i].Single && m.raw.Kind() != jsontext.KindBeginArray:
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

// listMembers lists the members of the kinds.
func listMembers(kinds []module.PostImport) []string {
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = kind.Member
	}
	return names
}

// formatLine returns the form of a line with all members.
func formatLine(kinds []module.PostImport) string {
	line := `{"account": {...}`
	for _, kind := range kinds {
		value := "[...]"
		if kind.Single {
			value = "{...}"
		}
		line += `, "` + kind.Member + `": ` + value
	}
	return line + "}"
}
