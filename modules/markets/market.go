package markets

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Market is a market that is ready to read accounts.
type Market struct {
	Name, Version string
	schema        *schema
	// check adds the faults of rules that a schema cannot say, on one member; nil for
	// none.
	check func(member string, value any, f *account.Facts, at *fault.At)
}

// member is one member that the market has added, as it was read.
type member struct {
	object, name string
	value        any
}

// read reads what the market adds to an account, and adds its faults.
func (m *Market) read(in account.Open, items int, at *fault.At) *extended {
	x := &extended{market: m}
	for i := range in.Extra {
		e := &in.Extra[i]
		o := m.schema.root.find(e.Object)
		if o == nil || o.added[e.Name] == nil {
			e.Unknown(at)
			continue
		}
		if value := m.evaluate(e, o.added[e.Name], items, at); value != "" {
			x.members = append(x.members, member{e.Object, e.Name, value})
		}
	}
	m.requireMembers(in.Data, x.members, at)
	if m.check == nil {
		return x
	}
	for _, added := range x.members {
		place := at.Field(attrOf(added.object, added.name))
		m.check(added.name, added.value, in.Facts, &place)
	}
	return x
}

// evaluate reads a member and holds it against its schema.
func (m *Market) evaluate(e *payload.Extra, s *jsonschema.Schema, items int, at *fault.At) any {
	attr := attrOf(e.Object, e.Name)
	known := make(map[string]bool) // places that have their fault
	r := reader{data: e.Value, items: items, add: func(below, code, detail string) {
		known[attr+below] = true
		at.AddAt(attr+below, code, detail)
	}}
	value := r.read(s)
	if value == "" {
		return ""
	}
	err := s.Validate(value)
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

// compareFound puts the faults of one place together: the library finds them in any
// order, and each place has one.
func compareFound(a, b found) int {
	if c := slices.Compare(a.at, b.at); c != 0 {
		return c
	}
	if c := strings.Compare(a.code, b.code); c != 0 {
		return c
	}
	return strings.Compare(a.detail, b.detail)
}

// attr is the place of a fault below a place.
func (f *found) attr(of string) string {
	var b strings.Builder
	b.WriteString(of)
	for _, name := range f.at {
		b.WriteByte('.')
		b.WriteString(payload.ShownName(name))
	}
	return b.String()
}

// attrOf is the attr of a member, whose name is one that a market can add.
func attrOf(object, name string) string {
	if object == "" {
		return name
	}
	return object + "." + name
}

// itemAttr is the attr of an item.
func itemAttr(list string, i int) string {
	return list + "." + strconv.Itoa(i)
}
