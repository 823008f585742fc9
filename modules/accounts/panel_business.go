package accounts

import (
	"encoding/json/v2"
	"strconv"
	"strings"

	"dataimport/modules/kit/module"
	"dataimport/views"
)

// readBusiness reads the business of the account, the people who act for it, and the
// portfolios. Of many users and portfolios the first are shown.
func readBusiness(v *module.AccountView) ([]card, error) {
	var business, portfolio string
	if err := v.Reader.QueryRow(`SELECT business, portfolio FROM accounts WHERE id = ?`, v.AccountID).Scan(&business, &portfolio); err != nil {
		return nil, err
	}
	var b Company
	var cards []card
	if business != "" {
		if err := json.Unmarshal([]byte(business), &b); err != nil {
			return nil, err
		}
		cards = append(cards, b.card(v))
	}
	for i := range b.Users[:min(len(b.Users), maxShown)] {
		cards = append(cards, b.Users[i].card(v))
	}
	portfolios := b.Portfolios[:min(len(b.Portfolios), maxShown)]
	if portfolio != "" {
		var p Portfolio
		if err := json.Unmarshal([]byte(portfolio), &p); err != nil {
			return nil, err
		}
		portfolios = append([]Portfolio{p}, portfolios...)
	}
	for i := range portfolios {
		cards = append(cards, portfolios[i].card(v))
	}
	return cards, nil
}

func (b *Company) card(v *module.AccountView) card {
	details := make([]string, len(b.Details))
	for i, d := range b.Details {
		details[i] = d.Key + ": " + shownJSON(d.Value)
	}
	return card{Name: "Business", Facts: views.NewFacts(
		"Company", v.Mask(b.CompanyName), "Company number", v.Mask(b.CompanyNumber), "Legal form", v.Mask(views.HumanizeCode(string(b.BusinessType))),
		"Segment", b.SegmentName, "Contracts", v.Mask(strings.Join(b.contracts(), ", ")), "Details", v.Mask(strings.Join(details, ", ")),
	)}
}

func (u *BusinessUser) card(v *module.AccountView) card {
	name := strings.Join(strings.Fields(u.Title+" "+u.GivenName+" "+u.FamilyName), " ")
	if name == "" {
		name = "Without a name"
	}
	return card{Name: v.Mask(name), Facts: views.NewFacts(
		"Acts for the business as", views.HumanizeCodes(u.BusinessRoles), "E-mail", v.Mask(u.Email), "Mobile", v.Mask(u.Mobile), "Landline", v.Mask(u.Landline),
	)}
}

func (p *Portfolio) card(v *module.AccountView) card {
	references := make([]string, len(p.PortfolioReferences))
	for i, r := range p.PortfolioReferences {
		references[i] = r.Namespace + ": " + r.Value
	}
	notes := make([]string, 0, len(p.Notes))
	for i := range p.Notes {
		if p.Notes[i].Body != "" {
			notes = append(notes, p.Notes[i].Body)
		}
	}
	return card{Name: "Portfolio", Facts: views.NewFacts(
		"Bills go to", v.Mask(p.BillingName), "References", v.Mask(strings.Join(references, ", ")), "Settings", p.PortfolioSettings.shown(),
		"Notes", v.Mask(strings.Join(notes, " · ")),
	)}
}

// shown returns the settings that are on, in words.
func (s *PortfolioSettings) shown() string {
	if s == nil {
		return ""
	}
	var on []string
	for _, setting := range []struct {
		flag *bool
		name string
	}{
		{s.CollectiveBilling, "collective billing"}, {s.CollectivePayments, "collective payments"},
		{s.DelegateBillingScheduleToChildren, "its accounts decide when they are billed"}, {s.SendCollectiveBillConstituentMessage, "its accounts hear of bills"},
	} {
		if is(setting.flag) {
			on = append(on, setting.name)
		}
	}
	return strings.Join(on, ", ")
}

// readPartners reads the organisations that have to do with the account.
func readPartners(v *module.AccountView) ([]card, error) {
	var text string
	if err := v.Reader.QueryRow(`SELECT partner_organisations FROM accounts WHERE id = ?`, v.AccountID).Scan(&text); err != nil || text == "" {
		return nil, err
	}
	var partners []PartnerOrganisation
	if err := json.Unmarshal([]byte(text), &partners); err != nil {
		return nil, err
	}
	var cards []card
	for i, p := range partners[:min(len(partners), maxShown)] {
		cards = append(cards, card{Name: "Partner organisation " + strconv.Itoa(i+1), Facts: views.NewFacts(
			"Number", v.Mask(p.OrganisationNumber), "Role", views.HumanizeCode(p.Role), "From", moment(p.ValidFrom), "To", moment(p.ValidTo), "Source", v.Mask(p.SourceReferenceS3Key),
		)})
	}
	return cards, nil
}
