package markets

import (
	"bytes"
	"encoding/json/jsontext"
	"maps"
	"slices"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// requireMembers adds the faults of members that the market requires and that were
// not sent.
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

// requires reports whether the market requires anything of the object or inside it.
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
	sent map[string]bool // attrs of what was sent and counts
	at   *fault.At
}

// object looks at an object of the account. A value that is none has its fault.
func (r *requirer) object(o *opening, data jsontext.Value, attr string) {
	if data.Kind() != '{' {
		return
	}
	for _, name := range o.required {
		place := attrOf(attr, name)
		// What was sent and refused is there too.
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

// value looks at an object, or at those in an array, whichever it must be.
func (r *requirer) value(o *opening, data jsontext.Value, attr string) {
	if !o.list {
		r.object(o, data, attr)
		return
	}
	if data.Kind() == '[' {
		each(data, func(_ string, item jsontext.Value, i int) { r.object(o, item, itemAttr(attr, i)) })
	}
}

// each calls do with each member of an object, or item of an array, that was read
// before.
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
