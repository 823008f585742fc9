package accounts

import (
	"dataimport/modules/accounts/formats"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// Company is the business that holds an account.
type Company struct {
	CompanyName   string       `json:"company_name,omitzero" rule:"max=255"`
	CompanyNumber string       `json:"company_number,omitzero" rule:"max=100,doc=In the register of companies of the supplier's country."`
	BusinessType  BusinessType `json:"business_type,omitzero"`
	SegmentName   string       `json:"segment_name,omitzero" rule:"max=255"`
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

// checkCommerce applies the rules of what only accounts of businesses have.
func (c *Core) checkCommerce(f *account.Facts, at *fault.At) {
	kind := c.kind(at)
	checkBillingOptions(c, kind, at)
	businessFieldsProvidedForDomesticAccounts(c, kind, at)
	invalidCompanyNumber(c.Business, f, at)
	checkPortfolio(c.Portfolio, kind, at)
}

// businessFieldsProvidedForDomesticAccounts: a domestic account has no business,
// whatever is said of it.
func businessFieldsProvidedForDomesticAccounts(c *Core, kind Type, at *fault.At) {
	if c.Business != nil && kind.isDomestic() {
		at.AddAt("business", "business_fields_provided_for_domestic_accounts", "An account of type "+string(kind)+" has no business: leave it out, or correct account_type.")
	}
}

// invalidCompanyNumber: where the supplier is British, a company number is one that
// Companies House could have given.
func invalidCompanyNumber(c *Company, f *account.Facts, at *fault.At) {
	if c == nil || c.CompanyNumber == "" || f.Country() != "GB" {
		return
	}
	number, ok := formats.CompanyNumberGB(c.CompanyNumber)
	if !ok {
		place := at.Field("business")
		place.AddAt("company_number", "invalid_company_number", "A British company number has eight digits, or two letters and six digits, where this one has the form "+fault.Form(c.CompanyNumber)+".")
		return
	}
	c.CompanyNumber = number
}
