package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"
)

// Company is the business that holds an account.
type Company struct {
	CompanyName   string           `json:"company_name,omitzero" rule:"max=255"`
	CompanyNumber string           `json:"company_number,omitzero" rule:"max=100,doc=In the register of companies of the supplier's country."`
	BusinessType  BusinessType     `json:"business_type,omitzero"`
	SegmentName   string           `json:"segment_name,omitzero" rule:"max=255,impersonal"`
	Details       []BusinessDetail `json:"details,omitzero"`
	Users         []BusinessUser   `json:"users,omitzero" rule:"doc=The people who act for the business."`
	Portfolios    []Portfolio      `json:"portfolios,omitzero" rule:"doc=Each with portfolio_references."`

	BusinessContractIdentifiers []string `json:"business_contract_identifiers,omitzero" rule:"max=255,doc=Of contracts that the business has."`
	BusinessContractIdentifier  string   `json:"business_contract_identifier,omitzero" rule:"max=255,doc=The old form of business_contract_identifiers, with one contract."`
}

// BusinessUser is a person who acts for a business.
type BusinessUser struct {
	Customer
	BusinessRoles []string `json:"business_roles" rule:"required,code,impersonal"`
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
	checkBusinessPresent(c, kind, f, at)
	c.CompanyNumber = checkCompanyNumber(c.CompanyNumber, f, at)
	if c.Business != nil {
		place := at.Field("business")
		c.Business.check(kind, f, &place)
	}
	if c.Portfolio != nil {
		place := at.Field("portfolio")
		c.Portfolio.check(kind, f, &place)
	}
}

func (b *Company) check(kind Type, f *account.Facts, at *fault.At) {
	b.CompanyNumber = checkCompanyNumber(b.CompanyNumber, f, at)
	checkBusinessLink(b, f, at)
	checkBusinessDetails(b, f, at)
	each(b.Users, at, "users", func(u *BusinessUser, place *fault.At) { u.check(u.BusinessRoles, f, place) })
	each(b.Portfolios, at, "portfolios", func(p *Portfolio, place *fault.At) {
		checkReferencesRequired(p, place)
		p.check(kind, f, place)
	})
}

// checkBusinessAllowed: a domestic account has no type and no number of a business, in the
// business or at their old place.
func checkBusinessAllowed(c *Core, kind Type, at *fault.At) {
	if !kind.isDomestic() {
		return
	}
	check := func(businessType BusinessType, number string, at *fault.At) {
		const detail = "A domestic account has no such business: leave this out, or correct account_type."
		if businessType != "" {
			at.AddAt("business_type", account.RuleBusinessOfDomestic.Code, detail)
		}
		if number != "" {
			at.AddAt("company_number", account.RuleBusinessOfDomestic.Code, detail)
		}
	}
	check(c.BusinessType, c.CompanyNumber, at)
	if c.Business != nil {
		place := at.Field("business")
		check(c.Business.BusinessType, c.Business.CompanyNumber, &place)
	}
}

var ruleBusinessRequired = catalogue.Rule{
	Code: "business_field_required", Area: areaBusiness, Settings: `{"enforce_business_contracts_exist": true}`,
	Meaning: "An account of a business does not say which one, and the operator has set that its contract must exist.",
	Remedy:  "Add business.",
	Attr:    "business",
	Bad:     `{"account_type": "BUSINESS"}`,
	Good:    `{"account_type": "BUSINESS", "business": {"business_contract_identifiers": ["C-2024-17"]}}`,
}

// checkBusinessPresent: an account of a business has one, where its contract must exist.
func checkBusinessPresent(c *Core, kind Type, f *account.Facts, at *fault.At) {
	if c.Business == nil && kind.isBusiness() && f.Rules().BusinessRequired && at.CleanAt("business") {
		at.AddAt("business", ruleBusinessRequired.Code, "An account of type "+string(kind)+" belongs to a business with a contract: add it.")
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

// checkCompanyNumber: where the supplier is British, a company number has the form of
// Companies House. It returns the number as Companies House writes it.
func checkCompanyNumber(number string, f *account.Facts, at *fault.At) string {
	if number == "" || f.Country() != "GB" {
		return number
	}
	normal, ok := formats.CompanyNumberGB(number)
	if !ok {
		at.AddAt("company_number", ruleInvalidCompanyNumber.Code, "A British company number has eight digits, or two letters and six digits, where this one has the form "+fault.Form(number)+".")
	}
	return normal
}
