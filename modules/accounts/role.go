package accounts

import (
	"slices"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var ruleExclusiveRole = catalogue.Rule{
	Code: "customer_has_exclusive_role_conflict", Area: account.AreaPeople, Settings: `{"exclusive_roles": "Tenant"}`,
	Meaning: "A customer has a role beside another one, and the operator has set that who has this role has no other.",
	Remedy:  "Keep this role alone, or leave it out.",
	Attr:    "customers.0.account_roles.1",
	Bad:     `{"customers": [{"family_name": "O’Neill", "account_roles": ["Bill payer", "Tenant"]}]}`,
	Good:    `{"customers": [{"family_name": "O’Neill", "account_roles": ["Tenant"]}]}`,
}

var ruleRoleRequired = catalogue.Rule{
	Code: "required_user_role", Area: account.AreaPeople, Settings: `{"require_user_role": true}`,
	Meaning: "A customer has no role, and the operator has set that each has one.",
	Remedy:  "Add a role to account_roles or portfolio_roles.",
	Attr:    "customers.0.account_roles",
	Bad:     `{"customers": [{"family_name": "O’Neill"}]}`,
	Good:    `{"customers": [{"family_name": "O’Neill", "account_roles": ["Bill payer"]}]}`,
}

// checkRoles: a customer has a role where the supplier wants that, and has no role beside an
// exclusive one. The same role in two of the lists is one role.
func checkRoles(c *Customer, businessRoles []string, f *account.Facts, at *fault.At) {
	rules := f.Rules()
	if !rules.UserRoleRequired && len(rules.ExclusiveRoles) == 0 {
		return
	}
	roles := slices.Concat(c.AccountRoles, c.PortfolioRoles, businessRoles)
	if c.Role != "" {
		roles = append(roles, c.Role)
	}
	if rules.UserRoleRequired && len(roles) == 0 && at.Clean() {
		at.AddAt("account_roles", ruleRoleRequired.Code, "This customer has no role, and this supplier wants one: add it to account_roles or portfolio_roles.")
	}
	check := func(role *string, place *fault.At) {
		exclusive := slices.Contains(rules.ExclusiveRoles, *role)
		if exclusive && slices.ContainsFunc(roles, func(other string) bool { return other != *role }) {
			place.Add(ruleExclusiveRole.Code, "Who has the role "+fault.Shown(*role)+" has no other: leave this one out, or all others.")
		}
	}
	each(c.AccountRoles, at, "account_roles", check)
	each(c.PortfolioRoles, at, "portfolio_roles", check)
	each(businessRoles, at, "business_roles", check)
	place := at.Field("role")
	check(&c.Role, &place)
}
