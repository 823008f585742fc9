package progress

import (
	"encoding/json/v2"
	"strings"

	"dataimport/views"
)

// mostCustomers are shown of an account.
const mostCustomers = 50

// addPeople adds the customers and addresses of an account.
func (p *pages) addPeople(content *views.AccountPage, s *subject, v *visit) error {
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

func (p *pages) addCustomers(content *views.AccountPage, s *subject, v *visit) error {
	rows, err := p.Reader.Query(`SELECT title, given_name, family_name, email, mobile, landline, date_of_birth, pronouns, deceased, account_roles, contact_emails, alternative_phone_numbers
		FROM customers WHERE account = ? ORDER BY position, id LIMIT ?`, s.account, mostCustomers)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var title, given, family, email, mobile, landline, born, pronouns, deceased, roles, emails, phones string
		if err := rows.Scan(&title, &given, &family, &email, &mobile, &landline, &born, &pronouns, &deceased, &roles, &emails, &phones); err != nil {
			return err
		}
		name := strings.Join(strings.Fields(title+" "+given+" "+family), " ")
		if name == "" {
			name = "Without a name"
		}
		content.People = append(content.People, views.Person{Name: v.masked(name), Facts: filled(
			"E-mail", v.masked(email), "Mobile", v.masked(mobile), "Landline", v.masked(landline), "Date of birth", v.masked(born),
			"Pronouns", v.masked(pronouns), "Deceased", v.masked(deceased), "Roles", texts(roles),
			"Other e-mails", v.masked(texts(emails)), "Other telephones", v.masked(texts(phones)),
		)})
	}
	return rows.Err()
}

// addBilling adds how the account is billed.
func (p *pages) addBilling(content *views.AccountPage, s *subject, v *visit) error {
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
	content.Addresses = append(content.Addresses, views.Person{Name: "Account and bills", Facts: filled(
		"Type", plainWords(kind), "Occupier", occupier, "Company", v.masked(company), "Company number", v.masked(companyNumber),
		"Bills go to", v.masked(strings.Join(strings.Fields(name+" "+subName), " ")), "For the attention of", v.masked(attention), "Billing e-mail", v.masked(email),
		"Hears of bills", plainWords(communication), "Reads", plainWords(accessibility), "Language", language,
		"Billed up to", billed, "Next bill due", due,
	)})
	return nil
}

func (p *pages) addAddresses(content *views.AccountPage, s *subject, v *visit) error {
	rows, err := p.Reader.Query(`SELECT kind, street_address, structured_street_address, dependent_locality, locality, administrative_area, postal_code, country
		FROM addresses WHERE account = ? ORDER BY position, id LIMIT ?`, s.account, mostCustomers)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var kind, street, structured, dependent, locality, area, postcode, country string
		if err := rows.Scan(&kind, &street, &structured, &dependent, &locality, &area, &postcode, &country); err != nil {
			return err
		}
		if street == "" {
			street = texts(structured)
		}
		content.Addresses = append(content.Addresses, views.Person{Name: plainWords(kind) + " address", Facts: filled(
			"Street", v.masked(street), "Part of town", v.masked(dependent), "Town", v.masked(locality), "Area", v.masked(area),
			"Postcode", v.masked(postcode), "Country", country,
		)})
	}
	return rows.Err()
}

// texts are the texts in a JSON value, in their order, with commas between them.
func texts(value string) string {
	if value == "" {
		return ""
	}
	var v any
	if json.Unmarshal([]byte(value), &v) != nil {
		return ""
	}
	return strings.Join(textsOf(v, nil), ", ")
}
