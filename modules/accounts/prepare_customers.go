package accounts

import (
	"slices"

	"dataimport/modules/kit/domain/account"
)

var customerColumns = []string{
	"account", "position", "given_name", "family_name", "title", "salutation", "email", "mobile", "landline", "date_of_birth",
	"pronouns", "label", "deceased", "user_identifier", "unable_to_read_meters",
	"credit_score", "credit_result", "credit_assessment_id", "credit_risk_bracket",
	"account_roles", "portfolio_roles", "contact_emails", "alternative_phone_numbers",
	"customer_preferences", "consents", "user_details", "metadata",
}

func customerRows(to *account.Account, core *Core) rows {
	r := rows{table: "customers", columns: customerColumns}
	for i := range core.Customers {
		var v values
		c := &core.Customers[i]
		r.add(&v,
			to.ID, i, c.GivenName, c.FamilyName, c.Title, c.Salutation, c.Email, c.Mobile, c.Landline, c.DateOfBirth.String(),
			c.Pronouns, c.Label, string(c.Deceased), c.UserIdentifier, is(c.UnableToReadMeters),
			intText(c.CreditScore), c.CreditResult, c.CreditAssessmentID, string(c.CreditRiskBracket),
			v.json(len(c.AccountRoles) > 0, c.AccountRoles), v.json(len(c.allPortfolioRoles()) > 0, c.allPortfolioRoles()),
			v.json(len(c.ContactEmails) > 0, c.ContactEmails), v.json(len(c.AlternativePhoneNumbers) > 0, c.AlternativePhoneNumbers),
			v.json(c.CustomerPreferences != nil, c.CustomerPreferences), v.json(len(c.Consents) > 0, c.Consents),
			v.json(len(c.allDetails()) > 0, c.allDetails()), v.json(len(c.Metadata) > 0, c.Metadata),
		)
	}
	return r
}

// allPortfolioRoles returns the customer's roles in the portfolio, in either form.
func (c *Customer) allPortfolioRoles() []string {
	if c.Role == "" || slices.Contains(c.PortfolioRoles, c.Role) {
		return c.PortfolioRoles
	}
	return append(slices.Clip(c.PortfolioRoles), c.Role)
}

// allDetails returns the customer's details, in either form.
func (c *Customer) allDetails() []UserDetail {
	return append(slices.Clip(c.UserDetails), c.oldDetails()...)
}
