package accounts

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Consent is a question that asks for a customer's agreement, and the answer.
type Consent struct {
	Type        string      `json:"type" rule:"required,code,impersonal"`
	Value       ConsentSign `json:"value" rule:"required"`
	SignedAt    time.Time   `json:"signed_at,omitzero" rule:"impersonal"`
	Description string      `json:"description,omitzero" rule:"max=255"`
}

// ConsentSign is the answer to a consent.
type ConsentSign string

// Choices are all answers.
func (ConsentSign) Choices() []string { return []string{"ACCEPTED", "REJECTED", "UNKNOWN", "PENDING"} }

// checkConsents applies the rules to the consents of an account or a customer: one
// answer to each type, and none that was given in the future.
func checkConsents(consents []Consent, f *account.Facts, at *fault.At) {
	checkConsentsEnabled(consents, f, at)
	var types seen[string]
	list := at.Field("consents")
	for i := range consents {
		c := &consents[i]
		place := list.Index(i)
		if c.Type != "" {
			if first, before := types.first(c.Type, position{i, 0}); before {
				other := list.Index(first.i)
				place.AddAt("type", account.RuleDuplicateValues.Code, "A consent of the type "+fault.Shown(c.Type)+" is at "+other.Attr()+" already: keep the one that counts.")
			}
		}
		checkMomentNotInFuture(c.SignedAt, "signed_at", f, &place)
	}
}

var ruleFieldNotEnabled = catalogue.Rule{
	Code: "field_not_enabled", Area: account.AreaPeople, Settings: `{"consents": "off"}`,
	Meaning: "There are consents, and the operator has switched them off for the supplier.",
	Remedy:  "Leave them out, or ask the operator to allow consents.",
	Attr:    "consents",
	Bad:     `{"consents": [{"type": "DATA_SHARING", "value": "ACCEPTED"}]}`,
	Good:    `{"consents": []}`,
}

// checkConsentsEnabled: there are consents where the supplier has such.
func checkConsentsEnabled(consents []Consent, f *account.Facts, at *fault.At) {
	if len(consents) > 0 && f.Rules().ConsentsRefused {
		at.AddAt("consents", ruleFieldNotEnabled.Code, "This supplier has no consents: leave them out, or ask the operator to allow them.")
	}
}
