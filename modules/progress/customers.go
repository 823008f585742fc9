package progress

import (
	"encoding/json/v2"
	"strings"

	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// maxCustomers is how many customers and addresses of an account are shown.
const maxCustomers = 50

// addCustomerData adds the customers and addresses of an account.
func (p *pages) addCustomerData(content *views.AccountPage, s *pageAccount, v *pageRequest) error {
	if s.account == "" {
		return nil
	}
	if err := p.addCustomers(content, s, v); err != nil {
		return err
	}
	if err := p.addBilling(content, s, v); err != nil {
		return err
	}
	return p.addAddresses(content, s, v)
}

func (p *pages) addCustomers(content *views.AccountPage, s *pageAccount, v *pageRequest) error {
	return database.EachRow(p.Reader, func(row database.Row) error {
		var title, given, family, email, mobile, landline, born, pronouns, deceased, roles, emails, phones string
		if err := row.Scan(&title, &given, &family, &email, &mobile, &landline, &born, &pronouns, &deceased, &roles, &emails, &phones); err != nil {
			return err
		}
		name := strings.Join(strings.Fields(title+" "+given+" "+family), " ")
		if name == "" {
			name = "Without a name"
		}
		content.People = append(content.People, views.Person{Name: v.maskText(name), Facts: newFacts(
			"E-mail", v.maskText(email), "Mobile", v.maskText(mobile), "Landline", v.maskText(landline), "Date of birth", v.maskText(born),
			"Pronouns", v.maskText(pronouns), "Deceased", v.maskText(deceased), "Roles", joinTexts(roles),
			"Other e-mails", v.maskText(joinTexts(emails)), "Other telephones", v.maskText(joinTexts(phones)),
		)})
		return nil
	}, `SELECT title, given_name, family_name, email, mobile, landline, date_of_birth, pronouns, deceased, account_roles, contact_emails, alternative_phone_numbers
		FROM customers WHERE account = ? ORDER BY position, id LIMIT ?`, s.account, maxCustomers)
}

// addBilling adds how the account is billed.
func (p *pages) addBilling(content *views.AccountPage, s *pageAccount, v *pageRequest) error {
	var kind, name, subName, attention, email, communication, accessibility, language, company, companyNumber, billed, due string
	var unknown bool
	err := p.Reader.QueryRow(`SELECT account_type, unknown_occupier, billing_name, billing_sub_name, billing_attention_of, billing_email, communication_preference,
		document_accessibility, language_preference, company_name, company_number, last_billed_to_date, next_bill_due_date FROM accounts WHERE id = ?`, s.account).
		Scan(&kind, &unknown, &name, &subName, &attention, &email, &communication, &accessibility, &language, &company, &companyNumber, &billed, &due)
	if err != nil {
		return err
	}
	occupier := ""
	if unknown {
		occupier = "unknown"
	}
	content.Addresses = append(content.Addresses, views.Person{Name: "Account and bills", Facts: newFacts(
		"Type", humanizeCode(kind), "Occupier", occupier, "Company", v.maskText(company), "Company number", v.maskText(companyNumber),
		"Bills go to", v.maskText(strings.Join(strings.Fields(name+" "+subName), " ")), "For the attention of", v.maskText(attention), "Billing e-mail", v.maskText(email),
		"Hears of bills", humanizeCode(communication), "Reads", humanizeCode(accessibility), "Language", language,
		"Billed up to", billed, "Next bill due", due,
	)})
	return nil
}

func (p *pages) addAddresses(content *views.AccountPage, s *pageAccount, v *pageRequest) error {
	return database.EachRow(p.Reader, func(row database.Row) error {
		var kind, street, structured, dependent, locality, area, postcode, country string
		if err := row.Scan(&kind, &street, &structured, &dependent, &locality, &area, &postcode, &country); err != nil {
			return err
		}
		if street == "" {
			street = joinTexts(structured)
		}
		content.Addresses = append(content.Addresses, views.Person{Name: humanizeCode(kind) + " address", Facts: newFacts(
			"Street", v.maskText(street), "Part of town", v.maskText(dependent), "Town", v.maskText(locality), "Area", v.maskText(area),
			"Postcode", v.maskText(postcode), "Country", country,
		)})
		return nil
	}, `SELECT kind, street_address, structured_street_address, dependent_locality, locality, administrative_area, postal_code, country
		FROM addresses WHERE account = ? ORDER BY position, id LIMIT ?`, s.account, maxCustomers)
}

// joinTexts returns the texts in a JSON value, in their order, with commas between them.
func joinTexts(value string) string {
	if value == "" {
		return ""
	}
	var v any
	if json.Unmarshal([]byte(value), &v) != nil {
		return ""
	}
	return strings.Join(collectTexts(v, nil), ", ")
}
