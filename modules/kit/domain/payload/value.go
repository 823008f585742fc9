package payload

import (
	"encoding/json/jsontext"
	"reflect"
	"unicode/utf8"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// RuleRequired is broken by a member that must be there and is missing or empty.
var RuleRequired = catalogue.Rule{
	Code: "required", Area: catalogue.Shape,
	Meaning: "A member that must be there is missing, or is an empty string.",
	Remedy:  "Add the member, with a value.",
	Attr:    "references.0.value",
	Bad:     `{"references": [{"namespace": "legacy-crm"}]}`,
	Good:    `{"references": [{"namespace": "legacy-crm", "value": "CRM-4711"}]}`,
}

func (d *decoder) object(p *plan, parts []reflect.Value, at *fault.At, depth int) error {
	if err := d.open(at, depth); err != nil {
		return err
	}
	var seen uint64
	for d.json.PeekKind() != '}' {
		raw, err := d.json.ReadValue()
		if err != nil {
			return err
		}
		m, known := p.members[string(raw[1:len(raw)-1])]
		if !known {
			m, err = d.unusualName(p, raw, at, depth)
		}
		if m != nil && err == nil {
			err = d.member(m, parts, at, depth, &seen)
		}
		if err != nil {
			return err
		}
	}
	if _, err := d.json.ReadToken(); err != nil {
		return err
	}
	for _, m := range p.required {
		if seen&m.bit == 0 {
			at.AddAt(m.name, RuleRequired.Code, "This member is required: add it, with "+m.expected()+".")
		}
	}
	return nil
}

// RuleUnknownField is broken by a member that its object does not have.
var RuleUnknownField = catalogue.Rule{
	Code: "unknown_field", Area: catalogue.Shape,
	Meaning: "There is no member of this name at this place, or this kind of item has none.",
	Remedy:  "Correct the spelling, or leave the member out.",
	Attr:    "customers.0.phone",
	Bad:     `{"customers": [{"family_name": "O’Neill", "phone": "020 7946 0958"}]}`,
	Good:    `{"customers": [{"family_name": "O’Neill", "landline": "020 7946 0958"}]}`,
}

// unusualName returns the member of a name that is not known as it is written, because it
// may contain escapes. Where no member has the name it returns nil, and skips or keeps
// the value.
func (d *decoder) unusualName(p *plan, raw []byte, at *fault.At, depth int) (*member, error) {
	unquoted, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return nil, err
	}
	if m := p.members[string(unquoted)]; m != nil {
		return m, nil
	}
	if d.collects {
		return nil, d.keep(string(unquoted), at, depth)
	}
	place := at.Field(ShownName(string(unquoted)))
	place.Add(RuleUnknownField.Code, unknownDetail)
	return nil, d.skip(&place, depth)
}

// maxShownName is the length in characters up to which an unknown name is shown in full.
const maxShownName = 128

// ShownName returns a name in the form that attrs have. An empty name is shown in quotes,
// so that it differs from the object that contains it. A very long name is shortened.
// Code that names a sent member with an arbitrary name must use ShownName.
func ShownName(name string) string {
	if name == "" {
		return `""`
	}
	if len(name) > maxShownName && utf8.RuneCountInString(name) > maxShownName {
		return string([]rune(name)[:maxShownName]) + "…"
	}
	return name
}

func (d *decoder) member(m *member, parts []reflect.Value, at *fault.At, depth int, seen *uint64) error {
	field := parts[m.part]
	for _, slot := range m.slots {
		field = field.Field(slot)
	}
	present, err := d.value(m, field, d.enter(at.Field(m.name)), depth)
	d.leave()
	if present {
		*seen |= m.bit
	}
	return err
}

// RuleNullNotAllowed is broken by a null.
var RuleNullNotAllowed = catalogue.Rule{
	Code: "null_not_allowed", Area: catalogue.Shape,
	Meaning: "A member is null whose schema does not take a null.",
	Remedy:  "Leave the member out: what is not there is not sent.",
	Attr:    "customers.0.given_name",
	Bad:     `{"customers": [{"given_name": null, "family_name": "O’Neill"}]}`,
	Good:    `{"customers": [{"title": null, "family_name": "O’Neill"}]}`,
}

// RuleInvalidType is broken by a value of the wrong JSON type.
var RuleInvalidType = catalogue.Rule{
	Code: "invalid_type", Area: catalogue.Shape,
	Meaning: "The value is of another JSON type than the member takes.",
	Remedy:  "Send the type that the schema names; only a number may stand where a string is documented, and a decimal may be either.",
	Attr:    "unknown_occupier",
	Bad:     `{"unknown_occupier": "no"}`,
	Good:    `{"unknown_occupier": false}`,
}

// value reads one value into v. It reports whether the member counts as present: an empty
// string does not, a wrong value does.
func (d *decoder) value(m *member, v reflect.Value, at *fault.At, depth int) (present bool, err error) {
	next := d.json.PeekKind()
	switch {
	case m.kind == anything:
		return true, d.anything(m, v, at, depth)
	case next == 'n' && m.isNullable:
		return false, d.skip(at, depth)
	case next == 'n':
		at.Add(RuleNullNotAllowed.Code, "A null is not allowed: leave the member out instead.")
		return true, d.skip(at, depth)
	case next == '{' && m.kind == object:
		if m.pointer {
			v.Set(reflect.New(v.Type().Elem()))
			v = v.Elem()
		}
		return true, d.object(m.object, []reflect.Value{v}, at, depth+1)
	case next == '[' && m.kind == list:
		return true, d.list(m.item, v, at, depth+1)
	case next == '{' || next == '[' || m.kind == object || m.kind == list:
		at.Add(RuleInvalidType.Code, "This must be "+m.expected()+", not "+kindName(byte(next))+".")
		return true, d.skip(at, depth)
	}
	raw, err := d.json.ReadValue()
	if err != nil {
		return true, err
	}
	if !m.pointer {
		return m.scalar(raw, v, at), nil
	}
	target := reflect.New(v.Type().Elem())
	if present = m.scalar(raw, target.Elem(), at); present {
		v.Set(target)
	}
	return present, nil
}
