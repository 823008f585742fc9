package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// Debt is money that an account owes and that was reported: to an agency that collects it,
// to the credit register, or to the court of an insolvency.
type Debt struct {
	AgencyName    string       `json:"agency_name,omitzero" rule:"max=256,impersonal,doc=Required beside start_date."`
	StartDate     payload.Date `json:"start_date,omitzero" rule:"impersonal,doc=When the agency got it."`
	Campaign      string       `json:"campaign,omitzero" rule:"code,impersonal"`
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

func (d *Debt) check(f *account.Facts, at *fault.At) {
	checkAgencyName(d, at)
	checkCAISAllowed(d, f, at)
}

// debts returns the debts of the account in either form.
func (c *Core) debts() []Debt {
	if c.Debt == nil {
		return c.Debts
	}
	return append([]Debt{*c.Debt}, c.Debts...)
}

// eachDebt calls do with each debt of the account, in either form, and with its place.
func (c *Core) eachDebt(at *fault.At, do func(d *Debt, place *fault.At)) {
	if c.Debt != nil {
		place := at.Field("debt")
		do(c.Debt, &place)
	}
	each(c.Debts, at, "debts", do)
}

var ruleDebtTwice = catalogue.Rule{
	Code: "debt_and_debts_are_defined", Area: areaMarks,
	Meaning: "An account has debts in both forms, debts and debt.",
	Remedy:  "Put the debt among debts, and leave debt out.",
	Attr:    "debt",
	Bad:     `{"debts": [{"is_insolvent": true}], "debt": {"notes": "Agreed by telephone."}}`,
	Good:    `{"debt": {"notes": "Agreed by telephone."}}`,
}

// checkOneDebtForm: debts have one form, debts or debt.
func checkOneDebtForm(c *Core, at *fault.At) {
	if c.Debt != nil && len(c.Debts) > 0 {
		at.AddAt("debt", ruleDebtTwice.Code, "There are debts, too: put this one among them, and leave debt out.")
	}
}

var ruleAgencyRequired = catalogue.Rule{
	Code: "debt_collection_agency_name_required", Area: areaMarks,
	Meaning: "A debt has the start of its collection, and does not name the agency that collects it.",
	Remedy:  "Add agency_name.",
	Attr:    "debts.0.agency_name",
	Bad:     `{"debts": [{"start_date": "2024-01-01"}]}`,
	Good:    `{"debts": [{"agency_name": "Northgate Recoveries", "start_date": "2024-01-01"}]}`,
}

// checkAgencyName: a debt whose collection has a start names the agency that collects it.
func checkAgencyName(d *Debt, at *fault.At) {
	if d.AgencyName == "" && d.StartDate != 0 && at.CleanAt("agency_name") {
		at.AddAt("agency_name", ruleAgencyRequired.Code, "This debt went to an agency, since it has the start_date "+d.StartDate.String()+": name the agency.")
	}
}

var ruleCAISRefused = catalogue.Rule{
	Code: "cais_references_not_supported", Area: areaMarks, Settings: `{"cais_references": "off"}`,
	Meaning: "A debt has a reference in the credit register, and the operator has switched these off for the supplier.",
	Remedy:  "Leave cais_reference out, or ask the operator to allow it.",
	Attr:    "debts.0.cais_reference",
	Bad:     `{"debts": [{"cais_reference": "CAIS-18"}]}`,
	Good:    `{"debts": [{"is_insolvent": true}]}`,
}

// checkCAISAllowed: a debt has a reference in the credit register where the supplier has such.
func checkCAISAllowed(d *Debt, f *account.Facts, at *fault.At) {
	if d.CAISReference != "" && f.Rules().CAISReferencesRefused {
		at.AddAt("cais_reference", ruleCAISRefused.Code, "This supplier has no references in the credit register: leave this out.")
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
