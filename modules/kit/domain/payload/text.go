package payload

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// RuleTooLong is broken by a text of too many characters.
var RuleTooLong = catalogue.Rule{
	Code: "too_long", Area: catalogue.Shape,
	Meaning: "The text has more characters than the member takes.",
	Remedy:  "Shorten it, or find the member that is meant for it.",
	Attr:    "customers.0.title",
	Bad:     `{"customers": [{"title": "The Right Honourable the Lord", "family_name": "O’Neill"}]}`,
	Good:    `{"customers": [{"title": "Lord", "family_name": "O’Neill"}]}`,
}

// RuleInvalidChoice is broken by a value that is none of those allowed.
var RuleInvalidChoice = catalogue.Rule{
	Code: "invalid_choice", Area: catalogue.Shape,
	Meaning: "The value is none of those that the member takes, is not of the form that its codes have, or is not on the list that the operator has closed for the supplier.",
	Remedy:  "Use one of the values that the schema or the detail of the fault lists, in capitals and small letters as there.",
	Attr:    "communication_preference",
	Bad:     `{"communication_preference": "Online"}`,
	Good:    `{"communication_preference": "ONLINE"}`,
}

func (m *member) text(s []byte, v reflect.Value, at *fault.At) {
	if m.max > 0 && len(s) > m.max {
		if n := utf8.RuneCount(s); n > m.max {
			at.Add(RuleTooLong.Code, fmt.Sprintf("This has %d characters; at most %d are allowed.", n, m.max))
			return
		}
	}
	if m.choices != nil {
		i := slices.Index(m.choices, string(s))
		if i < 0 {
			at.Add(RuleInvalidChoice.Code, m.shown(s)+" is none of "+strings.Join(m.choices, ", ")+": "+m.nearest(s)+".")
			return
		}
		v.SetString(m.choices[i])
		return
	}
	value := string(s)
	if m.isCode && !isCode(value) {
		at.Add(RuleInvalidChoice.Code, m.shown(s)+" has a character that cannot be printed, which a code has not.")
		return
	}
	v.SetString(value)
}

// nearest advises a person which choice to write: the one that differs from s in case
// alone, or any.
func (m *member) nearest(s []byte) string {
	if !m.isImpersonal {
		return "write one of these, in capitals and small letters as here"
	}
	i := slices.IndexFunc(m.choices, func(choice string) bool { return strings.EqualFold(choice, string(s)) })
	if i < 0 {
		return "write one of these"
	}
	return "capitals and small letters count, so write " + m.choices[i]
}
