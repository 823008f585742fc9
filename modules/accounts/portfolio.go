package accounts

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/documents"
)

// Portfolio is the group of accounts that an account belongs to, or leads.
type Portfolio struct {
	BillingName         string             `json:"billing_name,omitzero" rule:"max=510"`
	Notes               []PortfolioNote    `json:"notes,omitzero"`
	PortfolioReferences []Reference        `json:"portfolio_references,omitzero" rule:"doc=By which the accounts of the portfolio are put together; one in each namespace."`
	PortfolioSettings   *PortfolioSettings `json:"portfolio_settings,omitzero" rule:"nullable,doc=Of the account that leads the portfolio alone."`
}

// PortfolioNote is a note about a portfolio. It is stored with the portfolio.
type PortfolioNote struct {
	Body          string                  `json:"body,omitzero" rule:"doc=The text. One of body and document_paths is required."`
	DocumentPaths []PortfolioNoteDocument `json:"document_paths,omitzero"`
	CreatedAt     time.Time               `json:"created_at,omitzero" rule:"impersonal"`
	IsPinned      *bool                   `json:"is_pinned,omitzero" rule:"impersonal"`
	UnpinAt       time.Time               `json:"unpin_at,omitzero" rule:"impersonal,doc=Not before created_at, where that is given."`
	IsArchived    *bool                   `json:"is_archived,omitzero" rule:"impersonal"`
	ExternalID    string                  `json:"external_id,omitzero" rule:"max=255"`
}

// PortfolioNoteDocument is a document that belongs to the note of a portfolio.
type PortfolioNoteDocument struct {
	Path string `json:"document_path" rule:"required,max=1024,doc=Path of a stored document, relative to the supplier's document root."`
}

// PortfolioSettings are how a portfolio is billed.
type PortfolioSettings struct {
	CollectiveBilling                    *bool `json:"collective_billing,omitzero"`
	CollectivePayments                   *bool `json:"collective_payments,omitzero"`
	DelegateBillingScheduleToChildren    *bool `json:"delegate_billing_schedule_to_children,omitzero"`
	SendCollectiveBillConstituentMessage *bool `json:"send_collective_bill_constituent_messages,omitzero"`
}

func (p *Portfolio) check(kind Type, f *account.Facts, at *fault.At) {
	each(p.Notes, at, "notes", checkPortfolioNote)
	checkPortfolioReferencesPresent(p, f, at)
	checkPortfolioReferencesUnique(p, at)
	checkPortfolioReferencesWanted(p, f, at)
	checkPortfolioSettingsOfLead(p, kind, at)
}

func checkPortfolioNote(n *PortfolioNote, at *fault.At) {
	account.CheckNoteContent(n.Body, len(n.DocumentPaths), at)
	each(n.DocumentPaths, at, "document_paths", func(d *PortfolioNoteDocument, place *fault.At) {
		place.Check("document_path", d.Path, documents.ValidPath)
	})
	account.CheckNoteUnpin(n.CreatedAt, n.UnpinAt, at)
}

// nameDocuments adds the documents that notes of portfolios name.
func nameDocuments(c *Core, at *fault.At, named *document.Named) {
	if c.Portfolio != nil {
		place := at.Field("portfolio")
		c.Portfolio.nameDocuments(&place, named)
	}
	if c.Business != nil {
		place := at.Field("business")
		each(c.Business.Portfolios, &place, "portfolios", func(p *Portfolio, place *fault.At) { p.nameDocuments(place, named) })
	}
}

func (p *Portfolio) nameDocuments(at *fault.At, named *document.Named) {
	notes := at.Field("notes")
	for i := range p.Notes {
		note := notes.Index(i)
		paths := note.Field("document_paths")
		for j := range p.Notes[i].DocumentPaths {
			item := paths.Index(j)
			named.Add(p.Notes[i].DocumentPaths[j].Path, item.Field("document_path"))
		}
	}
}

var rulePortfolioReferencesMissing = catalogue.Rule{
	Code: "portfolio_references_missing", Area: areaBusiness,
	Meaning: "A portfolio has settings and no reference, so that nothing tells which portfolio they are of.",
	Remedy:  "Add a reference that all accounts of the portfolio have, or leave portfolio_settings out.",
	Attr:    "portfolio.portfolio_references",
	Bad:     `{"account_type": "PORTFOLIO_LEAD", "portfolio": {"portfolio_settings": {"collective_billing": true}}}`,
	Good: `{"account_type": "PORTFOLIO_LEAD", "portfolio": {"portfolio_settings": {"collective_billing": true},
		"portfolio_references": [{"namespace": "crm", "value": "G-17"}]}}`,
}

// checkPortfolioReferencesPresent: a portfolio with settings has a reference, unless the
// supplier's portfolios are created for their accounts.
func checkPortfolioReferencesPresent(p *Portfolio, f *account.Facts, at *fault.At) {
	if p.PortfolioSettings != nil && len(p.PortfolioReferences) == 0 && !f.Rules().PortfoliosCreated && at.CleanAt("portfolio_references") {
		at.AddAt("portfolio_references", rulePortfolioReferencesMissing.Code, "A portfolio with settings needs one reference at least: nothing else tells which portfolio it is.")
	}
}

// checkReferencesRequired: a portfolio of a business has a reference.
func checkReferencesRequired(p *Portfolio, at *fault.At) {
	if len(p.PortfolioReferences) == 0 && p.PortfolioSettings == nil && at.CleanAt("portfolio_references") {
		at.AddAt("portfolio_references", payload.RuleRequired.Code, "A portfolio of a business needs one reference at least: add it.")
	}
}

var rulePortfolioReferencesProvided = catalogue.Rule{
	Code: "portfolio_references_provided", Area: areaBusiness, Settings: `{"creates_portfolios": true}`,
	Meaning: "A portfolio has references, and the supplier's portfolios are created for their accounts.",
	Remedy:  "Leave portfolio_references out.",
	Attr:    "portfolio.portfolio_references",
	Bad:     `{"account_type": "MANAGED", "portfolio": {"portfolio_references": [{"namespace": "crm", "value": "G-17"}]}}`,
	Good:    `{"account_type": "PORTFOLIO_LEAD", "portfolio": {"portfolio_settings": {"collective_billing": true}}}`,
}

// checkPortfolioReferencesWanted: a portfolio that is created for the account has no reference.
func checkPortfolioReferencesWanted(p *Portfolio, f *account.Facts, at *fault.At) {
	if len(p.PortfolioReferences) > 0 && f.Rules().PortfoliosCreated {
		at.AddAt("portfolio_references", rulePortfolioReferencesProvided.Code, "Portfolios of this supplier are created when they are needed: leave the references out.")
	}
}

var ruleDuplicatePortfolioReferences = catalogue.Rule{
	Code: "duplicate_portfolio_references", Area: areaBusiness,
	Meaning: "A portfolio has two references in one namespace.",
	Remedy:  "Keep the one that counts.",
	Attr:    "portfolio.portfolio_references.1.namespace",
	Bad: `{"account_type": "MANAGED", "portfolio": {"portfolio_references": [
		{"namespace": "crm", "value": "G-17"}, {"namespace": "crm", "value": "G-18"}]}}`,
	Good: `{"account_type": "MANAGED", "portfolio": {"portfolio_references": [
		{"namespace": "crm", "value": "G-17"}, {"namespace": "erp", "value": "G-17"}]}}`,
}

// checkPortfolioReferencesUnique: a portfolio has one reference in each namespace.
func checkPortfolioReferencesUnique(p *Portfolio, at *fault.At) {
	var known seen[string]
	list := at.Field("portfolio_references")
	for i := range p.PortfolioReferences {
		namespace := p.PortfolioReferences[i].Namespace
		if namespace == "" {
			continue
		}
		if first, before := known.first(namespace, position{i, 0}); before {
			place, other := list.Index(i), list.Index(first.i)
			place.AddAt("namespace", ruleDuplicatePortfolioReferences.Code, "The namespace "+fault.Shown(namespace)+" is at "+other.Attr()+" already: a portfolio has one reference in it.")
		}
	}
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
