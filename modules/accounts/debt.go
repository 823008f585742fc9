package accounts

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// Debt is money that an account owes and that was reported: to an agency that collects it,
// to the credit register, or to the court of an insolvency.
type Debt struct {
	AgencyName    string       `json:"agency_name,omitzero" rule:"max=256,impersonal,doc=Required unless the debt is there for an insolvency or a credit reference alone."`
	StartDate     payload.Date `json:"start_date,omitzero" rule:"impersonal,doc=When the agency got it."`
	Campaign      string       `json:"campaign,omitzero" rule:"max=255,impersonal"`
	Notes         string       `json:"notes,omitzero" rule:"max=256"`
	IsInsolvent   *bool        `json:"is_insolvent,omitzero"`
	CAISReference string       `json:"cais_reference,omitzero" rule:"max=255,doc=In the credit account information sharing register."`
	AgedDebt      []AgedDebt   `json:"aged_debt,omitzero"`
}

// AgedDebt is the part of a debt that fell due on one day.
type AgedDebt struct {
	DebtAmount decimal.NullDecimal `json:"debt_amount,omitzero" rule:"decimal=8.2,impersonal"`
	DueDate    payload.Date        `json:"due_date,omitzero" rule:"impersonal"`
}

var ruleAgencyRequired = catalogue.Rule{
	Code: "debt_collection_agency_name_required", Area: areaMarks,
	Meaning: "A debt does not name the agency that collects it, and is not there for an insolvency or a credit reference alone.",
	Remedy:  "Add agency_name.",
	Attr:    "debts.0.agency_name",
	Bad:     `{"debts": [{"start_date": "2024-01-01", "aged_debt": [{"debt_amount": "120.75", "due_date": "2023-11-01"}]}]}`,
	Good: `{"debts": [{"agency_name": "Northgate Recoveries", "start_date": "2024-01-01",
		"aged_debt": [{"debt_amount": "120.75", "due_date": "2023-11-01"}]}]}`,
}

// checkAgencyName: a debt names the agency that collects it. One
// that is there for an insolvency or a credit reference alone needs none, unless
// it has the start or the campaign of a collection.
func checkAgencyName(d *Debt, at *fault.At) {
	if d.AgencyName != "" || !at.CleanAt("agency_name") {
		return
	}
	collected := d.StartDate != 0 || d.Campaign != ""
	if collected || !is(d.IsInsolvent) && d.CAISReference == "" && at.Clean() {
		at.AddAt("agency_name", ruleAgencyRequired.Code, d.whyCollected())
	}
}

var ruleCAISReferenceInUse = catalogue.Rule{
	Code: "cais_reference_already_in_use_on_another_account", Area: areaMarks,
	Meaning: "A debt has the reference in the credit register that a debt of another account of the supplier has.",
	Remedy:  "Correct cais_reference, or leave it out where the debt is that of the other account.",
	Attr:    "debts.0.cais_reference",
	Bad:     `{"debts": [{"cais_reference": "CAIS-17"}]}`,
	Good:    `{"debts": [{"cais_reference": "CAIS-18"}]}`,
}

// whyCollected says why a debt needs an agency.
func (d *Debt) whyCollected() string {
	switch {
	case d.StartDate != 0:
		return "This debt went to an agency, since it has the start_date " + d.StartDate.String() + ": name the agency."
	case d.Campaign != "":
		return "This debt went to an agency, since it has the campaign " + fault.Shown(d.Campaign) + ": name the agency."
	}
	return "This debt needs the name of the agency that collects it, unless it has a cais_reference or is_insolvent is true."
}
