package accounts

import (
	"dataimport/modules/accounts/formats"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// checkTerms applies the rules of the account's scalar members that are not about
// where its bills go.
func (c *Core) checkTerms(f *account.Facts, at *fault.At) {
	c.LanguagePreference = invalidLanguage(c.LanguagePreference, at)
	dateInFuture(c.DateOfSale, "date_of_sale", f, at)
	operationsTeamNameDoesNotExist(c, f, at)
	lastPaymentReviewDateIsFutureDated(c, f, at)
}

// invalidLanguage: a language is a BCP 47 tag of registered parts; it returns the
// tag in its usual form.
func invalidLanguage(language string, at *fault.At) string {
	if language == "" {
		return ""
	}
	tag, ok := formats.Language(language)
	if !ok {
		at.AddAt("language_preference", "invalid_choice", fault.Shown(language)+" is not a BCP 47 tag of a language, such as en-GB or cy.")
	}
	return tag
}

// operationsTeamNameDoesNotExist: a team that is named exists. Whether one must be
// named is settled when the account is processed, where the request names one too.
func operationsTeamNameDoesNotExist(c *Core, f *account.Facts, at *fault.At) {
	if c.OperationsTeamName == "" || f.Settings == nil {
		return
	}
	if _, exists := f.Settings.Team(c.OperationsTeamName); !exists {
		at.AddAt("operations_team_name", fault.TeamDoesNotExist, "There is no operations team of the name "+fault.Shown(c.OperationsTeamName)+": correct it, or ask the operator to create it.")
	}
}

// lastPaymentReviewDateIsFutureDated: the last review of payments took place today
// at the latest.
func lastPaymentReviewDateIsFutureDated(c *Core, f *account.Facts, at *fault.At) {
	if c.LastPaymentReviewDate > f.Today {
		at.AddAt("last_payment_review_date", "last_payment_review_date_is_future_dated", "The last review of payments cannot have been on "+c.LastPaymentReviewDate.String()+": today is "+f.Today.String()+" where the supplier is.")
	}
}
