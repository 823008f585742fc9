package module

import (
	"bytes"
	"encoding/json/jsontext"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// LineData is the further data of one kind that a line of a book has.
type LineData struct {
	Kind  *PostImport
	Value jsontext.Value
}

// SplitData returns the further data of a line, in the order of the kinds, and the faults of
// members that are none.
func SplitData(e *book.Entry, kinds []PostImport) (list []LineData, faults fault.List) {
	if !e.Enveloped && !e.IsFurther() {
		return nil, nil // the members are those of an account
	}
	add := func(attr, code, detail string) {
		faults = append(faults, fault.Fault{Attr: attr, Code: code, Detail: detail})
	}
	for _, m := range e.Members {
		i := slices.IndexFunc(kinds, func(k PostImport) bool { return k.Member == m.Name })
		switch {
		case m.Name == book.AccountMember:
			if m.Value.Kind() != '{' {
				add(book.AccountMember, payload.RuleInvalidType.Code, "The account must be an object.")
			}
		case m.Name == book.NumberMember && !e.Enveloped:
		case i < 0:
			add(payload.ShownName(m.Name), payload.RuleUnknownField.Code, "There is no member of this name here: a line has account, "+listMembers(kinds)+".")
		case isEmpty(m.Value):
		case kinds[i].Single && m.Value.Kind() != '{':
			add(m.Name, payload.RuleInvalidType.Code, "This must be an object.")
		case !kinds[i].Single && m.Value.Kind() != '[':
			add(m.Name, payload.RuleInvalidType.Code, "This must be an array.")
		default:
			list = append(list, LineData{&kinds[i], m.Value})
		}
	}
	slices.SortStableFunc(list, func(a, b LineData) int { return a.Kind.Rank - b.Kind.Rank })
	return list, faults
}

func listMembers(kinds []PostImport) string {
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

// Body is the request that a client would send with the data alone.
func (d *LineData) Body(supplierCode, number string) []byte {
	body := appendQuoted([]byte(`{"`+book.SupplierMember+`":`), supplierCode)
	body = appendQuoted(append(body, `,"`+book.NumberMember+`":`...), number)
	if !d.Kind.Single {
		return append(append(append(body, `,"`+d.Kind.Member+`":`...), d.Value...), '}')
	}
	if rest := bytes.TrimLeft(d.Value[1:], " \t\r\n"); rest[0] != '}' {
		body = append(body, ',')
	}
	return append(body, d.Value[1:]...)
}

func appendQuoted(to []byte, text string) []byte {
	quoted, _ := jsontext.AppendQuote(to, text)
	return quoted
}

// Locate gives the faults of a body the places of its data in the line. Faults of what names
// the account are left out: the line names it elsewhere.
func (d *LineData) Locate(why *fault.Error) fault.List {
	faults := slices.DeleteFunc(slices.Clone(why.Faults), func(f fault.Fault) bool { return f.Attr == book.SupplierMember || f.Attr == book.NumberMember })
	switch {
	case len(why.Faults) == 0:
		return fault.List{{Attr: d.Kind.Member, Code: why.Code, Detail: why.Detail}}
	case d.Kind.Single:
		return LocateBelow(d.Kind.Member, faults)
	}
	return faults
}

// LocateBelow gives the faults of an object the places that they have where the object is a
// member of a line.
func LocateBelow(member string, faults fault.List) fault.List {
	located := make(fault.List, len(faults))
	for i, f := range faults {
		located[i] = f
		located[i].Attr = strings.TrimSuffix(member+"."+f.Attr, ".")
	}
	return located
}
