package account

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/settings"
)

// RuleTeamRequired is broken by the creation of an account for which nothing names an
// operations team.
var RuleTeamRequired = catalogue.Rule{
	Code: "operations_team_should_be_provided", Area: catalogue.Suppliers,
	Meaning: "Neither the request nor the account nor the supplier names an operations team, and the operator has not set that teams are allocated.",
	Remedy:  "Name a team that exists.",
}

// TeamRequiredDetail is the sentence for it.
const TeamRequiredDetail = "An operations team is required, since neither the account nor the supplier names one: name a team that exists."

// MayLackTeam reports whether accounts of the supplier are created without an operations team,
// since teams are allocated later.
func MayLackTeam(supplier *settings.Supplier) bool {
	return supplier != nil && supplier.Rules.TeamsAllocated
}
