package accounts

import (
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"
	"dataimport/modules/kit/domain/payload"
)

// checkTerms applies the rules of the account's scalar members, except those of the
// billing address.
func (c *Core) checkTerms(f *account.Facts, at *fault.At) {
	c.LanguagePreference = checkLanguage(c.LanguagePreference, at)
	checkDateNotInFuture(c.DateOfSale, "date_of_sale", f, at)
	checkOperationsTeam(c, f, at)
	checkTeamNotAllocated(c, f, at)
	checkLastPaymentReview(c, f, at)
}

// checkLanguage: a language is a BCP 47 tag of registered parts. It returns the tag in
// its usual form.
func checkLanguage(language string, at *fault.At) string {
	if language == "" {
		return ""
	}
	tag, ok := formats.Language(language)
	if !ok {
		at.AddAt("language_preference", payload.RuleInvalidChoice.Code, fault.Shown(language)+" is not a BCP 47 tag of a language, such as en-GB or cy.")
	}
	return tag
}

var ruleTeamDoesNotExist = catalogue.Rule{
	Code: fault.TeamDoesNotExist, Area: catalogue.Suppliers, Statuses: []int{http.StatusBadRequest},
	Meaning: "There is no operations team of this name.",
	Remedy:  "Correct the name, or ask the operator to create the team.",
	Attr:    "operations_team_name",
	Bad:     `{"operations_team_name": "migration team"}`,
	Good:    `{"operations_team_name": "Migration"}`,
}

// checkOperationsTeam: a team that the account names exists. Whether a team is required
// is checked when the account is processed, since that request can name one too.
func checkOperationsTeam(c *Core, f *account.Facts, at *fault.At) {
	if c.OperationsTeamName == "" || f.Settings == nil {
		return
	}
	if _, exists := f.Settings.Team(c.OperationsTeamName); !exists {
		at.AddAt("operations_team_name", fault.TeamDoesNotExist, "There is no operations team of the name "+fault.Shown(c.OperationsTeamName)+": correct it, or ask the operator to create it.")
	}
}

var ruleTeamProvided = catalogue.Rule{
	Code: "operations_team_provided_when_using_auto_allocation", Area: catalogue.Suppliers, Settings: `{"operations_team_allocation": "auto"}`,
	Meaning: "The account names an operations team, and the operator has set that teams are allocated.",
	Remedy:  "Leave operations_team_name out of the account.",
	Attr:    "operations_team_name",
	Bad:     `{"operations_team_name": "Migration"}`,
	Good:    `{"account_type": "DOMESTIC"}`,
}

// checkTeamNotAllocated: an account names no team where teams are allocated.
func checkTeamNotAllocated(c *Core, f *account.Facts, at *fault.At) {
	if c.OperationsTeamName != "" && f.Rules().TeamsAllocated {
		at.AddAt("operations_team_name", ruleTeamProvided.Code, "Operations teams of this supplier are allocated: leave this out.")
	}
}

var ruleReviewInFuture = catalogue.Rule{
	Code: "last_payment_review_date_is_future_dated", Area: catalogue.Dates,
	Meaning: "The last review of payments lies in the future.",
	Remedy:  "Correct the date, or leave it out where there was no review.",
	Attr:    "last_payment_review_date",
	Bad:     `{"last_payment_review_date": "2999-01-31"}`,
	Good:    `{"last_payment_review_date": "2024-01-31"}`,
}

// checkLastPaymentReview: the last review of payments took place today or earlier.
func checkLastPaymentReview(c *Core, f *account.Facts, at *fault.At) {
	if c.LastPaymentReviewDate > f.Today {
		at.AddAt("last_payment_review_date", ruleReviewInFuture.Code, "The last review of payments cannot have been on "+c.LastPaymentReviewDate.String()+": today is "+f.Today.String()+" where the supplier is.")
	}
}
