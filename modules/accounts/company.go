package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"
)

// Company is the business that holds an account.
type Company struct {
	CompanyName   string       `json:"company_name,omitzero" rule:"max=255"`
	CompanyNumber string       `json:"company_number,omitzero" rule:"max=100,doc=In the register of companies of the supplier's country."`
	BusinessType  BusinessType `json:"business_type,omitzero"`
	SegmentName   string       `json:"segment_name,omitzero" rule:"max=255,impersonal"`
}

// BusinessType is the legal form of a company.
type BusinessType string

// Choices are all forms.
func (BusinessType) Choices() []string {
	return []string{
		"SOLE_TRADER", "LTD", "PTY_LTD", "PARTNERSHIP", "CHARITY", "PLC", "LLP", "TRUST", "TRADING_AS",
		"GOVERNMENT", "NON_PROFIT", "CHURCH", "HOMEOWNER_ASSOCIATION", "TBD",
	}
}

// checkCommerce applies the rules of members that only business accounts have.
func (c *Core) checkCommerce(f *account.Facts, at *fault.At) {
	kind := c.kind(at)
	checkBillingOptions(c, kind, f, at)
	checkBusinessAllowed(c, kind, at)
	checkCompanyNumber(c.Business, f, at)
	checkPortfolio(c.Portfolio, kind, at)
}

var ruleBusinessOfDomestic = catalogue.Rule{
	Code: "business_fields_provided_for_domestic_accounts", Area: areaBusiness,
	Meaning: "A domestic account has a business.",
	Remedy:  "Leave business out, or correct account_type.",
	Attr:    "business",
	Bad:     `{"account_type": "DOMESTIC", "business": {"company_name": "O’Neill Bakers"}}`,
	Good:    `{"account_type": "BUSINESS", "business": {"company_name": "O’Neill Bakers"}}`,
}

// checkBusinessAllowed: a domestic account has no business, not even an empty one.
func checkBusinessAllowed(c *Core, kind Type, at *fault.At) {
	if c.Business != nil && kind.isDomestic() {
		at.AddAt("business", ruleBusinessOfDomestic.Code, "An account of type "+string(kind)+" has no business: leave it out, or correct account_type.")
	}
}

var ruleInvalidCompanyNumber = catalogue.Rule{
	Code: "invalid_company_number", Area: areaBusiness,
	Meaning: "The supplier is British, and the company number is none that Companies House could have given.",
	Remedy:  "Correct the number: eight digits, with their leading zeros, or two letters and six digits.",
	Attr:    "business.company_number",
	Bad:     `{"account_type": "BUSINESS", "business": {"company_number": "445790"}}`,
	Good:    `{"account_type": "BUSINESS", "business": {"company_number": "00445790"}}`,
}

// checkCompanyNumber: where the supplier is British, a company number has the
// form of Companies House.
func checkCompanyNumber(c *Company, f *account.Facts, at *fault.At) {
	if c == nil || c.CompanyNumber == "" || f.Country() != "GB" {
		return
	}
	number, ok := formats.CompanyNumberGB(c.CompanyNumber)
	if !ok {
		place := at.Field("business")
		place.AddAt("company_number", ruleInvalidCompanyNumber.Code, "A British company number has eight digits, or two letters and six digits, where this one has the form "+fault.Form(c.CompanyNumber)+".")
		return
	}
	c.CompanyNumber = number
}
