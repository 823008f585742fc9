package accounts

import (
	"strings"

	"github.com/a-h/templ"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// panels are the parts of an account's page: its customers and addresses.
var panels = []module.Panel{{Title: "Customers", Anchor: "customers", Rank: 20, Show: showPeople}}

// maxShown is how many customers and how many addresses of an account are shown.
const maxShown = 50

// card is a customer, an address or how the account is billed, as the page shows it.
type card struct {
	Name  string
	Facts []views.Fact
}

// showPeople shows the customers, how the account is billed, and the addresses.
func showPeople(v *module.AccountView) (templ.Component, error) {
	var cards []card
	for _, read := range []func(*module.AccountView) ([]card, error){readCustomers, readBilling, readBusiness, readPartners, readAddresses} {
		some, err := read(v)
		if err != nil {
			return nil, err
		}
		cards = append(cards, some...)
	}
	return cardList(cards), nil
}

func readCustomers(v *module.AccountView) (cards []card, err error) {
	err = database.EachRow(v.Reader, func(row database.Row) error {
		var title, given, family, email, mobile, landline, born, pronouns, deceased, roles, portfolioRoles, emails, phones, details string
		var more furtherFacts
		if err := row.Scan(&title, &given, &family, &email, &mobile, &landline, &born, &pronouns, &deceased, &roles, &portfolioRoles, &emails, &phones, &details,
			&more.salutation, &more.label, &more.identifier, &more.unable, &more.score, &more.result, &more.bracket, &more.preferences, &more.consents, &more.metadata); err != nil {
			return err
		}
		name := strings.Join(strings.Fields(title+" "+given+" "+family), " ")
		if name == "" {
			name = "Without a name"
		}
		facts := views.NewFacts(
			"E-mail", v.Mask(email), "Mobile", v.Mask(mobile), "Landline", v.Mask(landline), "Date of birth", v.Mask(born),
			"Pronouns", v.Mask(pronouns), "Deceased", v.Mask(deceased), "Roles", humanizeTexts(roles), "Roles in the portfolio", humanizeTexts(portfolioRoles),
			"Other e-mails", v.Mask(joinTexts(emails)), "Other telephones", v.Mask(joinTexts(phones)),
			"Details", v.Mask(joinPairs(details, "namespace")),
		)
		cards = append(cards, card{Name: v.Mask(name), Facts: append(facts, more.facts(v)...)})
		return nil
	}, `SELECT title, given_name, family_name, email, mobile, landline, date_of_birth, pronouns, deceased, account_roles, portfolio_roles, contact_emails, alternative_phone_numbers,
		user_details, salutation, label, user_identifier, unable_to_read_meters, credit_score, credit_result, credit_risk_bracket, customer_preferences, consents, metadata
		FROM customers WHERE account = ? ORDER BY position, id LIMIT ?`, v.AccountID, maxShown)
	return cards, err
}

// readBilling reads how the account is billed.
func readBilling(v *module.AccountView) ([]card, error) {
	var kind, name, subName, attention, email, communication, accessibility, language, company, companyNumber, billed, due, affiliate, reference, channel, subchannel, sold, reviewed string
	var unknown bool
	err := v.Reader.QueryRow(`SELECT account_type, unknown_occupier, billing_name, billing_sub_name, billing_attention_of, billing_email, communication_preference,
		document_accessibility, language_preference, company_name, company_number, last_billed_to_date, next_bill_due_date, affiliate_subdomain,
		billing_customer_reference, sales_channel, sales_subchannel, date_of_sale, last_payment_review_date FROM accounts WHERE id = ?`, v.AccountID).
		Scan(&kind, &unknown, &name, &subName, &attention, &email, &communication, &accessibility, &language, &company, &companyNumber, &billed, &due, &affiliate,
			&reference, &channel, &subchannel, &sold, &reviewed)
	if err != nil {
		return nil, err
	}
	occupier := ""
	if unknown {
		occupier = "unknown"
	}
	return []card{{Name: "Account and bills", Facts: views.NewFacts(
		"Type", views.HumanizeCode(kind), "Occupier", occupier, "Company", v.Mask(company), "Company number", v.Mask(companyNumber),
		"Bills go to", v.Mask(strings.Join(strings.Fields(name+" "+subName), " ")), "For the attention of", v.Mask(attention), "Billing e-mail", v.Mask(email),
		"Hears of bills", views.HumanizeCode(communication), "Reads", v.Mask(views.HumanizeCode(accessibility)), "Language", language,
		"Billed up to", billed, "Next bill due", due, "Brought by", affiliate,
		"Customer reference", v.Mask(reference), "Sold through", views.HumanizeCode(channel), "and there", views.HumanizeCode(subchannel), "Sold on", sold, "Payments reviewed", reviewed,
	)}}, nil
}

func readAddresses(v *module.AccountView) (cards []card, err error) {
	err = database.EachRow(v.Reader, func(row database.Row) error {
		var kind, name, organization, street, structured, dependent, locality, area, postcode, country string
		if err := row.Scan(&kind, &name, &organization, &street, &structured, &dependent, &locality, &area, &postcode, &country); err != nil {
			return err
		}
		if street == "" {
			street = joinTexts(structured)
		}
		cards = append(cards, card{Name: views.HumanizeName(kind) + " address", Facts: views.NewFacts(
			"Name", v.Mask(name), "Organisation", v.Mask(organization), "Street", v.Mask(street), "Part of town", v.Mask(dependent), "Town", v.Mask(locality), "Area", v.Mask(area),
			"Postcode", v.Mask(postcode), "Country", country,
		)})
		return nil
	}, `SELECT kind, name, organization, street_address, structured_street_address, dependent_locality, locality, administrative_area, postal_code, country
		FROM addresses WHERE account = ? ORDER BY position, id LIMIT ?`, v.AccountID, maxShown)
	return cards, err
}
