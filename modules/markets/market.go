package markets

import (
	"errors"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/markets/supply"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Market is a prepared market, which can read accounts.
type Market struct {
	Name, Version string
	schema        *schema
	// check adds the faults of the rules that a schema cannot express. It is nil for a
	// market without such rules.
	check supply.Check
	// customersOptional says whether an account may have no customers where its supplier has
	// no setting of its own, and businessCustomersOptional whether one of a business may.
	customersOptional, businessCustomersOptional bool
}

// read reads the market's members of an account, and adds their faults.
func (m *Market) read(in account.Open, items int, at *fault.At) *extended {
	x := &extended{market: m}
	in.Facts.CustomersOptional, in.Facts.BusinessCustomersOptional = m.customersOptional, m.businessCustomersOptional
	for i := range in.Extra {
		e := &in.Extra[i]
		o := m.schema.root.find(e.Object)
		if o == nil || o.added[e.Name] == nil {
			e.Unknown(at)
			continue
		}
		if value := m.evaluate(e, o.added[e.Name], in.Facts, items, at); value != absent {
			x.members = append(x.members, supply.Member{Object: e.Object, Name: e.Name, Value: value})
		}
	}
	m.requireMembers(in.Data, x.members, at)
	if m.check != nil {
		m.check(x.members, in.Facts, at)
	}
	return x
}

// evaluate reads a member and checks it against its schema.
func (m *Market) evaluate(e *payload.Extra, as *addition, f *account.Facts, items int, at *fault.At) any {
	attr := attrOf(e.Object, e.Name)
	known := make(map[string]bool) // the places that have a fault already
	r := reader{data: string(e.Value), items: items, zone: f.Supplier.Zone, add: func(below, code, detail string) {
		known[attr+below] = true
		at.AddAt(attr+below, code, detail)
	}}
	value := r.read(as.shape)
	if value == absent {
		return absent
	}
	err := as.schema.Validate(value)
	if err == nil {
		return value
	}
	var refused *jsonschema.ValidationError
	if !errors.As(err, &refused) {
		panic("markets: an error of the library that it does not document: " + err.Error())
	}
	faults := flatten(refused, nil)
	slices.SortFunc(faults, compareFound)
	for _, f := range faults {
		place := f.attr(attr)
		if !known[place] {
			known[place] = true
			at.AddAt(place, f.code, f.detail)
		}
	}
	return value
}

// compareFound orders faults so that those of one place stand together. The library
// returns them in any order, and each place gets one.
func compareFound(a, b found) int {
	if c := slices.Compare(a.at, b.at); c != 0 {
		return c
	}
	if c := strings.Compare(a.code, b.code); c != 0 {
		return c
	}
	return strings.Compare(a.detail, b.detail)
}

// attr returns the attr of a fault below the attr of.
func (f *found) attr(of string) string {
	var b strings.Builder
	b.WriteString(of)
	for _, name := range f.at {
		b.WriteByte('.')
		b.WriteString(payload.ShownName(name))
	}
	return b.String()
}

// attrOf returns the attr of a member of an object.
func attrOf(object, name string) string {
	if object == "" {
		return name
	}
	return object + "." + name
}
