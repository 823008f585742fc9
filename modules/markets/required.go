package markets

import (
	"bytes"
	"encoding/json/jsontext"
	"maps"
	"slices"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// requireMembers adds the faults of members that the market requires and that were not
// sent.
func (m *Market) requireMembers(data []byte, members []member, at *fault.At) {
	if !m.schema.root.requires() {
		return
	}
	sent := make(map[string]bool, len(members))
	for _, added := range members {
		sent[attrOf(added.object, added.name)] = true
	}
	r := requirer{sent: sent, at: at}
	r.object(m.schema.root, data, "")
}

// requires reports whether the market requires a member of the object or of an object
// inside it.
func (o *opening) requires() bool {
	if len(o.required) > 0 {
		return true
	}
	for _, inside := range o.inside {
		if inside.requires() {
			return true
		}
	}
	return false
}

type requirer struct {
	sent map[string]bool // attrs of the members that were sent and count
	at   *fault.At
}

// object checks an object of the account. A value of another type has its fault already.
func (r *requirer) object(o *opening, data jsontext.Value, attr string) {
	if data.Kind() != '{' {
		return
	}
	for _, name := range o.required {
		place := attrOf(attr, name)
		// A member that was sent and refused is present, too.
		if !r.sent[place] && r.at.CleanAt(place) {
			r.at.AddAt(place, payload.RuleRequired.Code, "This member is required by the supplier's market: add it, with a value.")
		}
	}
	if !slices.ContainsFunc(slices.Collect(maps.Values(o.inside)), (*opening).requires) {
		return
	}
	each(data, func(name string, value jsontext.Value, _ int) {
		if inside := o.inside[name]; inside != nil && inside.requires() {
			r.value(inside, value, attrOf(attr, name))
		}
	})
}

// value checks an object, or the objects in an array, as the opening requires.
func (r *requirer) value(o *opening, data jsontext.Value, attr string) {
	if !o.list {
		r.object(o, data, attr)
		return
	}
	if data.Kind() == '[' {
		each(data, func(_ string, item jsontext.Value, i int) { r.object(o, item, itemAttr(attr, i)) })
	}
}

// each calls do with each member of an object, or each item of an array. The text was
// read before, so it is valid.
func each(data jsontext.Value, do func(name string, value jsontext.Value, i int)) {
	d := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))
	open, err := d.ReadToken()
	for i := 0; err == nil && d.PeekKind() != open.Kind()+2; i++ { // '{'+2 is '}', '['+2 is ']'
		name := ""
		if open.Kind() == '{' {
			token, nameErr := d.ReadToken()
			if nameErr != nil {
				return
			}
			name = token.String()
		}
		var value jsontext.Value
		if value, err = d.ReadValue(); err == nil {
			do(name, value, i)
		}
	}
}
