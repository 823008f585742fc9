package accounts

import (
	"slices"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// PaymentPreference says how a ledger is paid: by an instruction that the vendor has, by
// one that comes with the account, or when the customer likes.
type PaymentPreference struct {
	Type             PreferenceType     `json:"type" rule:"required,impersonal"`
	LedgerIdentifier string             `json:"ledger_identifier" rule:"required,code,doc=The ledger_identifier of one of ledgers."`
	Params           *InstructionParams `json:"instruction_reference_params,omitzero" rule:"doc=Required, unless type is PASSIVE."`
}

// InstructionParams name a payment instruction.
type InstructionParams struct {
	VendorName            string `json:"vendor_name,omitzero" rule:"max=512,impersonal,doc=With vendor_reference; of type ACTIVE_EXISTING, where both are required."`
	VendorReference       string `json:"vendor_reference,omitzero" rule:"max=512"`
	InstructionIdentifier string `json:"instruction_identifier,omitzero" rule:"max=512,doc=That of one of payment_instructions; of type ACTIVE_NEW, where it is required."`
}

// PreferenceType is how a ledger is paid.
type PreferenceType string

// The types of preferences.
const (
	ActiveExisting PreferenceType = "ACTIVE_EXISTING"
	ActiveNew      PreferenceType = "ACTIVE_NEW"
	Passive        PreferenceType = "PASSIVE"
)

// Choices are all types.
func (PreferenceType) Choices() []string {
	return []string{string(ActiveExisting), string(ActiveNew), string(Passive)}
}

// checkPreferences applies the rules of payment preferences. The place is the account.
func checkPreferences(preferences []PaymentPreference, f *account.Facts, at *fault.At) {
	if len(preferences) == 0 {
		return
	}
	var ledgers seen[string]
	list := at.Field("payment_preferences")
	known := newPreferenceTargets(f, at)
	each(preferences, at, "payment_preferences", func(p *PaymentPreference, place *fault.At) {
		p.checkParams(place)
		p.checkInstruction(known, place)
		p.checkLedger(known, place)
	})
	for i := range preferences {
		identifier := preferences[i].LedgerIdentifier
		if identifier == "" {
			continue
		}
		if first, before := ledgers.first(identifier, position{i, 0}); before {
			place, other := list.Index(i), list.Index(first.i)
			place.AddAt("ledger_identifier", ruleDuplicatePreference.Code, other.Attr()+" is for the same ledger: keep the one that counts.")
		}
	}
}

// preferenceTargets are the identifiers that preferences may name. A list that could not be
// read is nil, and so is that of a section that is switched off.
type preferenceTargets struct{ ledgers, instructions map[string]bool }

func newPreferenceTargets(f *account.Facts, at *fault.At) (known preferenceTargets) {
	if f.Money != nil && at.CleanAt("ledgers") {
		known.ledgers = setOf(f.Money.LedgerIdentifiers())
	}
	if f.Instructions != nil && at.CleanAt("payment_instructions") {
		known.instructions = setOf(f.Instructions.InstructionIdentifiers())
	}
	return known
}

func setOf(values []string) map[string]bool {
	set := make(map[string]bool, len(values))
	for _, value := range values {
		set[value] = true
	}
	return set
}

// checkParams: a preference for an instruction names it, in the way of its type.
func (p *PaymentPreference) checkParams(at *fault.At) {
	const params = "instruction_reference_params"
	var wanted []string
	switch p.Type {
	case ActiveExisting:
		wanted = []string{"vendor_name", "vendor_reference"}
	case ActiveNew:
		wanted = []string{"instruction_identifier"}
	default:
		return
	}
	if p.Params == nil {
		if at.CleanAt(params) {
			at.AddAt(params, payload.RuleRequired.Code, "A preference of type "+string(p.Type)+" needs this member: add it.")
		}
		return
	}
	place := at.Field(params)
	for _, member := range [...]struct{ name, value string }{
		{"vendor_name", p.Params.VendorName}, {"vendor_reference", p.Params.VendorReference}, {"instruction_identifier", p.Params.InstructionIdentifier},
	} {
		needed := slices.Contains(wanted, member.name)
		switch {
		case needed && member.value == "" && place.CleanAt(member.name):
			place.AddAt(member.name, payload.RuleRequired.Code, "A preference of type "+string(p.Type)+" needs "+member.name+": add it, with a value.")
		case !needed && member.value != "":
			place.AddAt(member.name, payload.RuleUnknownField.Code, "A preference of type "+string(p.Type)+" has no "+member.name+": remove it, or correct the type.")
		}
	}
}

var rulePreferenceInstruction = catalogue.Rule{
	Code: "active_new_payment_preference_invalid_instruction_identifier", Area: areaPreferences,
	Meaning: "A payment preference names an instruction that is not among the payment instructions of the account.",
	Remedy:  "Correct instruction_identifier, or add it to the instruction that is meant.",
	Attr:    "payment_preferences.0.instruction_reference_params.instruction_identifier",
	Bad: `{"ledgers": [{"ledger_code": "GAS", "ledger_identifier": "L-1"}], "payment_preferences": [
		{"type": "ACTIVE_NEW", "ledger_identifier": "L-1", "instruction_reference_params": {"instruction_identifier": "I-1"}}]}`,
	Good: `{"ledgers": [{"ledger_code": "GAS", "ledger_identifier": "L-1"}], "payment_preferences": [
		{"type": "ACTIVE_NEW", "ledger_identifier": "L-1", "instruction_reference_params": {"instruction_identifier": "I-1"}}],
		"payment_instructions": [{"vendor": "sandbox", "reference": "MANDATE-1", "type": "DIRECT_DEBIT", "instruction_identifier": "I-1"}]}`,
}

// checkInstruction: an instruction that comes with the account is in the payload.
func (p *PaymentPreference) checkInstruction(known preferenceTargets, at *fault.At) {
	if p.Type != ActiveNew || p.Params == nil || p.Params.InstructionIdentifier == "" || known.instructions == nil {
		return
	}
	if !known.instructions[p.Params.InstructionIdentifier] {
		place := at.Field("instruction_reference_params")
		place.AddAt("instruction_identifier", rulePreferenceInstruction.Code, "None of payment_instructions has this instruction_identifier.")
	}
}

var rulePreferenceLedger = catalogue.Rule{
	Code: "invalid_payment_preference_ledger_identifier", Area: areaPreferences,
	Meaning: "A payment preference is for a ledger that the account does not have.",
	Remedy:  "Correct ledger_identifier, or add it to the ledger that is meant.",
	Attr:    "payment_preferences.0.ledger_identifier",
	Bad:     `{"ledgers": [{"ledger_code": "GAS", "ledger_identifier": "L-1"}], "payment_preferences": [{"type": "PASSIVE", "ledger_identifier": "L-2"}]}`,
	Good:    `{"ledgers": [{"ledger_code": "GAS", "ledger_identifier": "L-1"}], "payment_preferences": [{"type": "PASSIVE", "ledger_identifier": "L-1"}]}`,
}

// checkLedger: the ledger of a preference is in the payload.
func (p *PaymentPreference) checkLedger(known preferenceTargets, at *fault.At) {
	if p.LedgerIdentifier != "" && known.ledgers != nil && !known.ledgers[p.LedgerIdentifier] {
		at.AddAt("ledger_identifier", rulePreferenceLedger.Code, "None of ledgers has this ledger_identifier.")
	}
}

var ruleDuplicatePreference = catalogue.Rule{
	Code: "duplicate_ledger_in_payment_preferences", Area: areaPreferences,
	Meaning: "Two payment preferences are for one ledger.",
	Remedy:  "Keep the one that counts.",
	Attr:    "payment_preferences.1.ledger_identifier",
	Bad: `{"ledgers": [{"ledger_code": "GAS", "ledger_identifier": "L-1"}],
		"payment_preferences": [{"type": "PASSIVE", "ledger_identifier": "L-1"}, {"type": "PASSIVE", "ledger_identifier": "L-1"}]}`,
	Good: `{"ledgers": [{"ledger_code": "GAS", "ledger_identifier": "L-1"}], "payment_preferences": [{"type": "PASSIVE", "ledger_identifier": "L-1"}]}`,
}
