package payload

import (
	"bytes"
	"reflect"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// RuleTooManyItems is broken by an array of too many items.
var RuleTooManyItems = catalogue.Rule{
	Code: "too_many_items", Area: catalogue.Shape,
	Meaning: "An array has more items than one request may bring, which is 10,000 unless the operator has set another number.",
	Remedy:  "Send the account with fewer, and the rest once it is imported.",
}

func (d *decoder) list(item *member, v reflect.Value, at *fault.At, depth int) error {
	if err := d.open(at, depth); err != nil {
		return err
	}
	n := 0
	v.Set(reflect.MakeSlice(v.Type(), 0, 2))
	for ; d.json.PeekKind() != ']'; n++ {
		if err := d.item(item, n, v, d.enter(at.Index(n)), depth); err != nil {
			return err
		}
		d.leave()
	}
	if d.limits.Items > 0 && n > d.limits.Items {
		at.Add(RuleTooManyItems.Code, tooManyDetail(n, d.limits.Items))
	}
	_, err := d.json.ReadToken()
	return err
}

// item reads item n of a list into a new element of v. It skips items beyond the limit.
func (d *decoder) item(m *member, n int, v reflect.Value, at *fault.At, depth int) error {
	if d.limits.Items > 0 && n >= d.limits.Items {
		return d.skip(at, depth)
	}
	if n == v.Cap() {
		v.Grow(n)
	}
	v.SetLen(n + 1)
	present, err := d.value(m, v.Index(n), at, depth)
	if err == nil && !present {
		at.Add(RuleRequired.Code, "An item of this array may not be empty: give it a value, or leave it out.")
	}
	return err
}

func (d *decoder) anything(m *member, v reflect.Value, at *fault.At, depth int) error {
	switch next := d.json.PeekKind(); {
	case m.isObject && next == 'n' && m.isNullable:
		return d.skip(at, depth)
	case m.isObject && next == 'n':
		at.Add(RuleNullNotAllowed.Code, "A null is not allowed: leave the member out instead.")
		return d.skip(at, depth)
	case m.isObject && next != '{':
		at.Add(RuleInvalidType.Code, "This must be an object, not "+kindName(byte(next))+".")
		return d.skip(at, depth)
	}
	start := d.json.InputOffset()
	if err := d.skip(at, depth); err != nil {
		return err
	}
	read := d.data[start:d.json.InputOffset()]
	v.SetBytes(bytes.Clone(bytes.TrimLeft(read, ",: \t\r\n")))
	return nil
}
