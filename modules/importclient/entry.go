package importclient

import (
	"encoding/json/jsontext"
	"slices"

	"dataimport/modules/kit/module"
)

// An entry is a parsed line.
type entry struct {
	text    []byte         // what is sent: the bytes of the book, without the members of a report
	account jsontext.Value // nil where the line has none
	number  string         // the account's external_account_number, "" where it has none
	members []member       // of the line
}

// reportMembers are the members that a report adds to explain a refusal.
var reportMembers = []string{"line", "external_account_number", "step", "code", "detail", "errors", "done", "raw"}

// readEntry parses a line. A line that cannot be read is sent as a JSON string: the service refuses
// it.
func readEntry(l line) (entry, error) {
	members, err := splitMembers(l.text)
	if err != nil {
		return entry{text: appendJSONString(nil, string(l.text))}, err
	}
	e := entry{text: l.text, members: members}
	if i := slices.IndexFunc(members, hasName("account")); i >= 0 {
		e.account = members[i].raw
		e.text = e.removeMembers(reportMembers)
		own, err := splitMembers(e.account)
		e.number = readText(own, "external_account_number")
		return e, err
	}
	e.number = readText(members, "external_account_number")
	if e.number == "" || slices.ContainsFunc(members, hasName("import_supplier")) || slices.ContainsFunc(members, hasName("customers")) {
		e.account = jsontext.Value(l.text)
		return e, nil
	}
	e.text = e.removeMembers(slices.DeleteFunc(slices.Clone(reportMembers), func(name string) bool { return name == "external_account_number" }))
	return e, nil
}

// isFurther reports whether the entry has further data for an imported account.
func (e entry) isFurther() bool { return e.account == nil && e.number != "" }

// removeMembers returns the line without members of these names. A line that has none of them keeps
// its bytes.
func (e entry) removeMembers(names []string) []byte {
	listed := func(m member) bool { return slices.Contains(names, m.name) }
	if !slices.ContainsFunc(e.members, listed) {
		return e.text
	}
	b := []byte{'{'}
	for _, m := range e.members {
		if listed(m) {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(appendJSONString(b, m.name), ':'), m.raw...)
	}
	return append(b, '}')
}

// appendJSONString appends a JSON string. Invalid UTF-8 is replaced: this is the only possible
// error.
func appendJSONString(to []byte, text string) []byte {
	quoted, _ := jsontext.AppendQuote(to, text)
	return quoted
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
