package accounts

import "dataimport/modules/kit/domain/fault"

// Type is the kind of an account.
type Type string

// The types of accounts.
const (
	Domestic         Type = "DOMESTIC"
	Business         Type = "BUSINESS"
	Managed          Type = "MANAGED"
	PortfolioLead    Type = "PORTFOLIO_LEAD"
	DomesticVacant   Type = "DOMESTIC_VACANT"
	BusinessVacant   Type = "BUSINESS_VACANT"
	DomesticOccupier Type = "DOMESTIC_OCCUPIER"
	BusinessOccupier Type = "BUSINESS_OCCUPIER"
	System           Type = "SYSTEM"
)

// Choices are all types.
func (Type) Choices() []string {
	return []string{
		string(Domestic), string(Business), string(Managed), string(PortfolioLead), string(DomesticVacant),
		string(BusinessVacant), string(DomesticOccupier), string(BusinessOccupier), string(System),
	}
}

// isDomestic reports whether a household holds the account, or would if the
// premises had one.
func (t Type) isDomestic() bool {
	return t == Domestic || t == DomesticVacant || t == DomesticOccupier
}

// isBusiness reports whether a company holds the account, or would if the premises had
// one. The remaining types are neither domestic nor business.
func (t Type) isBusiness() bool {
	return t == Business || t == BusinessVacant || t == BusinessOccupier
}

// kind returns the account's type, DOMESTIC where it is left out. It is empty, and so
// neither domestic nor business, where it could not be read.
func (c *Core) kind(at *fault.At) Type {
	if c.AccountType == "" && at.CleanAt("account_type") {
		return Domestic
	}
	return c.AccountType
}
