package markets

import (
	"bytes"
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/markets/supply"
)

// requireMembers adds the faults of members that the market requires and that were not
// sent.
func (m *Market) requireMembers(data []byte, members []supply.Member, at *fault.At) {
	if !m.schema.root.requires() {
		return
	}
	sent := make(map[string]bool, len(members))
	for _, added := range members {
		sent[attrOf(added.Object, added.Name)] = true
	}
	r := requirer{json: jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true)), sent: sent, at: at}
	_ = r.object(m.schema.root, nil) // the text was read before, so it is valid
}

type requirer struct {
	json *jsontext.Decoder
	sent map[string]bool // attrs of the members that were sent and count
	at   *fault.At
}

// object checks the next value as the opening requires. A value that is no object has its
// fault already.
func (r *requirer) object(o *opening, attr []byte) error {
	if r.json.PeekKind() != '{' {
		return r.json.SkipValue()
	}
	for _, name := range o.required {
		place := attrOf(string(attr), name)
		// A member that was sent and refused is present, too.
		if !r.sent[place] && r.at.CleanAt(place) {
			r.at.AddAt(place, payload.RuleRequired.Code, "This member is required by the supplier's market: add it, with a value.")
		}
	}
	if len(o.requiring) == 0 {
		return r.json.SkipValue()
	}
	_, _, err := payload.Walk(r.json, attr, func(attr, name []byte) error {
		inside := o.requiring[string(name)]
		switch {
		case inside == nil || inside.list && r.json.PeekKind() != '[':
			return r.json.SkipValue()
		case !inside.list:
			return r.object(inside, attr)
		}
		_, _, err := payload.Walk(r.json, attr, func(attr, _ []byte) error { return r.object(inside, attr) })
		return err
	})
	return err
}
