package accounts

import (
	"cmp"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

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

	DomesticThirdPartyBilled Type = "DOMESTIC_THIRD_PARTY_BILLED"
	BusinessThirdPartyBilled Type = "BUSINESS_THIRD_PARTY_BILLED"
)

// Choices are all types.
func (Type) Choices() []string {
	return []string{
		string(Domestic), string(Business), string(Managed), string(PortfolioLead), string(DomesticVacant),
		string(BusinessVacant), string(DomesticOccupier), string(BusinessOccupier), string(System),
		string(DomesticThirdPartyBilled), string(BusinessThirdPartyBilled),
	}
}

// isDomestic reports whether a household holds the account, or would if the
// premises had one.
func (t Type) isDomestic() bool {
	return t == Domestic || t == DomesticVacant || t == DomesticOccupier || t == DomesticThirdPartyBilled
}

// isBusiness reports whether a company holds the account, or would if the premises had
// one. The remaining types are neither domestic nor business.
func (t Type) isBusiness() bool {
	return t == Business || t == BusinessVacant || t == BusinessOccupier || t == BusinessThirdPartyBilled
}

// mayLackCustomers reports whether an account of the type may have no customers, whatever
// the supplier's settings are.
func (t Type) mayLackCustomers() bool {
	switch t {
	case DomesticVacant, BusinessVacant, DomesticOccupier, BusinessOccupier, System, PortfolioLead:
		return true
	}
	return false
}

// typeOf returns the account's type: the one that an old flag stands for, or account_type,
// which is DOMESTIC where it is left out.
func (c *Core) typeOf() Type {
	switch {
	case is(c.IsManaged):
		return Managed
	case is(c.IsPortfolioLead):
		return PortfolioLead
	}
	return cmp.Or(c.AccountType, Domestic)
}

// kind returns the account's type. It is empty, and so neither domestic nor business, where
// it could not be read.
func (c *Core) kind(at *fault.At) Type {
	for _, member := range []string{"account_type", "is_managed", "is_portfolio_lead"} {
		if !at.CleanAt(member) {
			return c.AccountType
		}
	}
	return c.typeOf()
}

var ruleSeveralTypes = catalogue.Rule{
	Code: "multiple_account_types_selected", Area: areaBusiness,
	Meaning: "An account has two types: both is_managed and is_portfolio_lead are true, or one of them is and account_type is another type.",
	Remedy:  "Give the type as account_type alone.",
	Attr:    "is_portfolio_lead",
	Bad:     `{"is_managed": true, "is_portfolio_lead": true}`,
	Good:    `{"is_managed": true, "is_portfolio_lead": false, "account_type": "MANAGED"}`,
}

// checkOneType: the old flags of two types do not contradict each other or account_type.
func checkOneType(c *Core, at *fault.At) {
	if is(c.IsManaged) && is(c.IsPortfolioLead) {
		at.AddAt("is_portfolio_lead", ruleSeveralTypes.Code, "is_managed and is_portfolio_lead are both true: an account has one type.")
		return
	}
	if c.AccountType == "" {
		return
	}
	for _, flag := range []struct {
		member string
		set    bool
		means  Type
	}{{"is_managed", is(c.IsManaged), Managed}, {"is_portfolio_lead", is(c.IsPortfolioLead), PortfolioLead}} {
		if flag.set && c.AccountType != flag.means {
			at.AddAt(flag.member, ruleSeveralTypes.Code, flag.member+" is true, yet the account_type is "+string(c.AccountType)+": leave one of them out.")
		}
	}
}

var ruleManagedRefused = catalogue.Rule{
	Code: "managed_accounts_are_not_allowed", Area: areaBusiness, Settings: `{"managed_accounts": "off"}`,
	Meaning: "The operator has switched managed accounts off for the supplier.",
	Remedy:  "Correct account_type, or ask the operator to allow managed accounts.",
	Attr:    "account_type",
	Bad:     `{"account_type": "MANAGED"}`,
	Good:    `{"account_type": "DOMESTIC"}`,
}

// checkManagedAllowed: an account is of the type MANAGED where the supplier has such accounts.
func checkManagedAllowed(c *Core, f *account.Facts, at *fault.At) {
	if !f.Rules().ManagedAccountsRefused || c.typeOf() != Managed {
		return
	}
	member := "account_type"
	if is(c.IsManaged) {
		member = "is_managed"
	}
	at.AddAt(member, ruleManagedRefused.Code, "This supplier has no managed accounts: correct the type, or ask the operator to allow them.")
}
