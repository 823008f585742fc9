package accounts

import "dataimport/modules/kit/domain/fault"

// Portfolio is the group of accounts that an account belongs to, or leads.
type Portfolio struct {
	BillingName         string             `json:"billing_name,omitzero" rule:"max=510"`
	PortfolioReferences []Reference        `json:"portfolio_references,omitzero" rule:"doc=At least one, by which the accounts of the portfolio are put together."`
	PortfolioSettings   *PortfolioSettings `json:"portfolio_settings,omitzero" rule:"doc=Of the account that leads the portfolio alone."`
}

// PortfolioSettings are how a portfolio is billed.
type PortfolioSettings struct {
	CollectiveBilling                    *bool `json:"collective_billing,omitzero"`
	CollectivePayments                   *bool `json:"collective_payments,omitzero"`
	DelegateBillingScheduleToChildren    *bool `json:"delegate_billing_schedule_to_children,omitzero"`
	SendCollectiveBillConstituentMessage *bool `json:"send_collective_bill_constituent_messages,omitzero"`
}

func checkPortfolio(p *Portfolio, kind Type, at *fault.At) {
	if p == nil {
		return
	}
	place := at.Field("portfolio")
	portfolioReferencesMissing(p, &place)
	duplicatePortfolioReferences(p, &place)
	portfolioSettingsIncludedWhenNotLead(p, kind, &place)
}

// portfolioReferencesMissing: a portfolio has a reference, or nothing could tell
// which one it is.
func portfolioReferencesMissing(p *Portfolio, at *fault.At) {
	if len(p.PortfolioReferences) == 0 && at.CleanAt("portfolio_references") {
		at.AddAt("portfolio_references", "portfolio_references_missing", "A portfolio needs one reference at least: nothing else tells which one it is.")
	}
}

// duplicatePortfolioReferences: a portfolio has each of its references once.
func duplicatePortfolioReferences(p *Portfolio, at *fault.At) {
	list := at.Field("portfolio_references")
	repeatedReferences(p.PortfolioReferences, &list, "duplicate_portfolio_references")
}

// portfolioSettingsIncludedWhenNotLead: the settings of a portfolio stand with the
// account that leads it.
func portfolioSettingsIncludedWhenNotLead(p *Portfolio, kind Type, at *fault.At) {
	if p.PortfolioSettings != nil && kind != PortfolioLead && kind != "" {
		at.AddAt("portfolio_settings", "portfolio_settings_included_when_not_lead", "Only an account of type PORTFOLIO_LEAD has the settings of the portfolio, and this one is of type "+string(kind)+": leave them out, or correct account_type.")
	}
}
