package accounts

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

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
	checkPortfolioReferencesPresent(p, &place)
	checkPortfolioReferencesUnique(p, &place)
	checkPortfolioSettingsOfLead(p, kind, &place)
}

var rulePortfolioReferencesMissing = catalogue.Rule{
	Code: "portfolio_references_missing", Area: areaBusiness,
	Meaning: "A portfolio has no reference, so that nothing tells which one it is.",
	Remedy:  "Add a reference that all accounts of the portfolio have, or leave portfolio out.",
	Attr:    "portfolio.portfolio_references",
	Bad:     `{"account_type": "MANAGED", "portfolio": {"billing_name": "O’Neill Group"}}`,
	Good: `{"account_type": "MANAGED", "portfolio": {"billing_name": "O’Neill Group",
		"portfolio_references": [{"namespace": "crm", "value": "G-17"}]}}`,
}

// checkPortfolioReferencesPresent: a portfolio has a reference, since only its
// references identify it.
func checkPortfolioReferencesPresent(p *Portfolio, at *fault.At) {
	if len(p.PortfolioReferences) == 0 && at.CleanAt("portfolio_references") {
		at.AddAt("portfolio_references", rulePortfolioReferencesMissing.Code, "A portfolio needs one reference at least: nothing else tells which one it is.")
	}
}

var ruleDuplicatePortfolioReferences = catalogue.Rule{
	Code: "duplicate_portfolio_references", Area: areaBusiness,
	Meaning: "A portfolio has the same reference twice.",
	Remedy:  "Keep it once.",
	Attr:    "portfolio.portfolio_references.1.value",
	Bad: `{"account_type": "MANAGED", "portfolio": {"portfolio_references": [
		{"namespace": "crm", "value": "G-17"}, {"namespace": "crm", "value": "G-17"}]}}`,
	Good: `{"account_type": "MANAGED", "portfolio": {"portfolio_references": [
		{"namespace": "crm", "value": "G-17"}, {"namespace": "crm", "value": "G-18"}]}}`,
}

// checkPortfolioReferencesUnique: a portfolio has each of its references once.
func checkPortfolioReferencesUnique(p *Portfolio, at *fault.At) {
	list := at.Field("portfolio_references")
	addRepeatedReferences(p.PortfolioReferences, &list, ruleDuplicatePortfolioReferences.Code)
}

var rulePortfolioSettingsNotLead = catalogue.Rule{
	Code: "portfolio_settings_included_when_not_lead", Area: areaBusiness,
	Meaning: "An account that does not lead its portfolio has the settings of the portfolio.",
	Remedy:  "Leave portfolio_settings out, or correct account_type to PORTFOLIO_LEAD.",
	Attr:    "portfolio.portfolio_settings",
	Bad: `{"account_type": "MANAGED", "portfolio": {"portfolio_references": [{"namespace": "crm", "value": "G-17"}],
		"portfolio_settings": {"collective_billing": true}}}`,
	Good: `{"account_type": "PORTFOLIO_LEAD", "portfolio": {"portfolio_references": [{"namespace": "crm", "value": "G-17"}],
		"portfolio_settings": {"collective_billing": true}}}`,
}

// checkPortfolioSettingsOfLead: only the account that leads a portfolio has the
// portfolio's settings.
func checkPortfolioSettingsOfLead(p *Portfolio, kind Type, at *fault.At) {
	if p.PortfolioSettings != nil && kind != PortfolioLead && kind != "" {
		at.AddAt("portfolio_settings", rulePortfolioSettingsNotLead.Code, "Only an account of type PORTFOLIO_LEAD has the settings of the portfolio, and this one is of type "+string(kind)+": leave them out, or correct account_type.")
	}
}
