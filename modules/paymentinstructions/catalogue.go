package paymentinstructions

import (
	"net/http"
	"slices"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/vendors"
)

// rules describes the codes of payment instructions. But for the first, they are
// about an instruction for an account that is imported, of which its vendor is
// asked.
func rules() []catalogue.Rule {
	return slices.Concat(instructionCatalogue, vendors.Rules)
}

var instructionCatalogue = []catalogue.Rule{
	{
		Code: codeNotUniform, Area: catalogue.Schedules,
		Meaning: "Some payment instructions of an account name their ledger and others do not.",
		Remedy:  "Add ledger_code where it is missing, or leave it out of all.",
		Attr:    "payment_instructions.1.ledger_code",
		Bad: `{"payment_instructions": [
			{"vendor": "sandbox", "reference": "MANDATE-1", "type": "DIRECT_DEBIT", "ledger_code": "GAS"},
			{"vendor": "sandbox", "reference": "MANDATE-2", "type": "DIRECT_DEBIT"}]}`,
		Good: `{"payment_instructions": [
			{"vendor": "sandbox", "reference": "MANDATE-1", "type": "DIRECT_DEBIT", "ledger_code": "GAS"},
			{"vendor": "sandbox", "reference": "MANDATE-2", "type": "DIRECT_DEBIT", "ledger_code": "POWER"}]}`,
	},
	{
		Code: codeHasActive, Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
		Meaning: "The account is imported and has another payment instruction, which is active.",
		Remedy:  "Have the other one ended first; the very same instruction again is no fault.",
	},
	{
		Code: codeUnknownVendor, Area: catalogue.Vendors,
		Meaning: "No payment vendor of this code is set up, so that an instruction for an imported account cannot be verified.",
		Remedy:  "Correct the code, or ask the operator to set the vendor up.",
	},
	{
		Code: codeVendorUnavailable, Area: catalogue.Vendors, Statuses: []int{http.StatusInternalServerError},
		Meaning: "The payment vendor cannot be asked at the moment, so that nothing was stored.",
		Remedy:  "Send the same request again.",
	},
}
