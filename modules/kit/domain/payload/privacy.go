package payload

import "strings"

// Privacy says which values of a JSON object may be shown to people who must not see
// personal data: those of members with the option impersonal. All other values are
// personal: also those of members that the object does not have, of any JSON, and of
// another form than their member has. The zero value is that of an unknown member.
type Privacy struct {
	object *plan
	member *member
}

// Privacy returns the privacy of the object's values.
func (o *Object) Privacy() Privacy {
	if o == nil {
		return Privacy{}
	}
	return Privacy{object: o.plan}
}

// Member returns the privacy of a member of this object.
func (p Privacy) Member(name string) Privacy {
	if p.object == nil {
		return Privacy{}
	}
	return privacyOf(p.object.members[name])
}

// Item returns the privacy of the items of this array.
func (p Privacy) Item() Privacy {
	if !p.isList() {
		return Privacy{}
	}
	return privacyOf(p.member.item)
}

func privacyOf(m *member) Privacy {
	if m != nil && m.kind == object {
		return Privacy{object: m.object}
	}
	return Privacy{member: m}
}

func (p Privacy) isList() bool { return p.member != nil && p.member.kind == list }

// At returns the privacy of the value at an attr, such as customers.0.landline.
func (p Privacy) At(attr string) Privacy {
	for name := range strings.SplitSeq(attr, ".") {
		if p.isList() {
			p = p.Item()
		} else {
			p = p.Member(name)
		}
	}
	return p
}

// IsKnown reports whether the object has this member.
func (p Privacy) IsKnown() bool { return p != Privacy{} }

// IsObject reports whether an object stands at this place.
func (p Privacy) IsObject() bool { return p.object != nil }

// IsImpersonal reports whether a text, a number or a boolean at this place says nothing of
// a person by itself.
func (p Privacy) IsImpersonal() bool {
	return p.member != nil && p.member.isImpersonal && p.member.kind != list && p.member.kind != anything
}

// HoldsCode reports whether the text at this place is a code: one of documented choices, or an open
// code.
func (p Privacy) HoldsCode() bool {
	return p.member != nil && (len(p.member.choices) > 0 || p.member.isCode)
}

// HoldsDecimal reports whether an exact decimal stands at this place.
func (p Privacy) HoldsDecimal() bool { return p.member != nil && p.member.kind == number }
