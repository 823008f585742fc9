package runs

import (
	"bytes"
	"encoding/json/jsontext"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/module"
)

// readStep is the step of a line that cannot be split into its parts.
const readStep = "read"

// The members of a line that are no kind of data.
const (
	accountMember  = "account"
	numberMember   = "external_account_number"
	supplierMember = "import_supplier"
)

// kind is a kind of further data.
type kind struct {
	module.PostImport
	prepare postimport.Prepare
}

// entry is a line of a book, split into its parts. The parts share the memory of the line.
type entry struct {
	account   jsontext.Value // nil in a line of further data alone
	enveloped bool           // whether the account is a member of the line
	number    jsontext.Value // of the account to which the data belongs, as it was sent; nil for none
	data      []data         // in the order of the kinds
	faults    fault.List     // of the line itself
}

// data is the further data of one kind.
type data struct {
	kind  *kind
	value jsontext.Value
}

// splitEntry splits a line. A line with the member account is an envelope of an account and
// its further data. A line that has external_account_number, and neither import_supplier nor
// customers, is further data alone. Any other line is an account.
func splitEntry(line jsontext.Value, kinds []kind) (*entry, error) {
	var members []payload.Member
	err := payload.EachMember(line, func(m payload.Member) bool {
		members = append(members, m)
		return true
	})
	if err != nil {
		return nil, err
	}
	value := func(name string) jsontext.Value {
		if i := slices.IndexFunc(members, func(m payload.Member) bool { return m.Name == name }); i >= 0 {
			return members[i].Value
		}
		return nil
	}
	e := &entry{account: value(accountMember)}
	switch {
	case e.account != nil:
		e.enveloped, e.number = true, memberOf(e.account, numberMember)
	case value(numberMember) != nil && value(supplierMember) == nil && value("customers") == nil:
		e.number = value(numberMember)
	default:
		e.account, e.number = line, value(numberMember)
		return e, nil
	}
	e.takeMembers(members, kinds)
	return e, nil
}

// memberOf is the value of a member of an object, nil where there is none before the first
// error of the object.
func memberOf(object jsontext.Value, name string) (value jsontext.Value) {
	_ = payload.EachMember(object, func(m payload.Member) bool {
		if m.Name == name {
			value = m.Value
		}
		return value == nil
	})
	return value
}

// takeMembers takes the further data, and adds the faults of members that are none.
func (e *entry) takeMembers(members []payload.Member, kinds []kind) {
	add := func(attr, code, detail string) {
		e.faults = append(e.faults, fault.Fault{Attr: attr, Code: code, Detail: detail})
	}
	for _, m := range members {
		i := slices.IndexFunc(kinds, func(k kind) bool { return k.Member == m.Name })
		switch {
		case m.Name == accountMember:
			if m.Value.Kind() != '{' {
				add(accountMember, payload.RuleInvalidType.Code, "The account must be an object.")
			}
		case m.Name == numberMember && !e.enveloped:
		case i < 0:
			add(payload.ShownName(m.Name), payload.RuleUnknownField.Code, "There is no member of this name here: a line has account, "+listMembers(kinds)+".")
		case isEmpty(m.Value):
		case kinds[i].Single && m.Value.Kind() != '{':
			add(m.Name, payload.RuleInvalidType.Code, "This must be an object.")
		case !kinds[i].Single && m.Value.Kind() != '[':
			add(m.Name, payload.RuleInvalidType.Code, "This must be an array.")
		default:
			e.data = append(e.data, data{&kinds[i], m.Value})
		}
	}
	slices.SortStableFunc(e.data, func(a, b data) int { return a.kind.Rank - b.kind.Rank })
}

func listMembers(kinds []kind) string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].Member
	}
	return strings.Join(names, ", ")
}

// isEmpty reports whether a value has nothing to import.
func isEmpty(value jsontext.Value) bool {
	return value.Kind() == 'n' || value.Kind() == '[' && len(bytes.TrimSpace(value[1:len(value)-1])) == 0
}

// readNumber is the number of the account as the account object reads it: a trimmed text,
// or the digits of a number.
func (e *entry) readNumber() string {
	switch e.number.Kind() {
	case '"':
		text, _ := jsontext.AppendUnquote(nil, e.number)
		return strings.TrimSpace(string(text))
	case '0':
		return string(e.number)
	}
	return ""
}

// body is the request that a client would send with the data alone.
func (d *data) body(supplierCode, number string) []byte {
	body := appendQuoted([]byte(`{"`+supplierMember+`":`), supplierCode)
	body = appendQuoted(append(body, `,"`+numberMember+`":`...), number)
	if !d.kind.Single {
		return append(append(append(body, `,"`+d.kind.Member+`":`...), d.value...), '}')
	}
	if rest := bytes.TrimLeft(d.value[1:], " \t\r\n"); rest[0] != '}' {
		body = append(body, ',')
	}
	return append(body, d.value[1:]...)
}

func appendQuoted(to []byte, text string) []byte {
	quoted, _ := jsontext.AppendQuote(to, text)
	return quoted
}

// locate gives the faults of an account their places in the line.
func (e *entry) locate(faults fault.List) fault.List {
	if !e.enveloped {
		return faults
	}
	return prefixed(accountMember, faults)
}

// locate gives the faults of a body the places of its data in the line. Faults of what names
// the account are left out: the line names it elsewhere.
func (d *data) locate(why *fault.Error) fault.List {
	faults := slices.DeleteFunc(slices.Clone(why.Faults), func(f fault.Fault) bool { return f.Attr == supplierMember || f.Attr == numberMember })
	switch {
	case len(why.Faults) == 0:
		return fault.List{{Attr: d.kind.Member, Code: why.Code, Detail: why.Detail}}
	case d.kind.Single:
		return prefixed(d.kind.Member, faults)
	}
	return faults
}

func prefixed(member string, faults fault.List) fault.List {
	located := make(fault.List, len(faults))
	for i, f := range faults {
		located[i] = f
		located[i].Attr = strings.TrimSuffix(member+"."+f.Attr, ".")
	}
	return located
}
