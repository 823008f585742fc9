package book

import (
	"encoding/json/jsontext"
	"fmt"
	"strings"
)

type customer struct {
	Title                   string         `json:"title,omitzero"`
	GivenName               string         `json:"given_name,omitzero"`
	FamilyName              string         `json:"family_name,omitzero"`
	Salutation              string         `json:"salutation,omitzero"`
	Pronouns                string         `json:"pronouns,omitzero"`
	Email                   string         `json:"email,omitzero"`
	ContactEmails           []string       `json:"contact_emails,omitzero"`
	Mobile                  string         `json:"mobile,omitzero"`
	Landline                string         `json:"landline,omitzero"`
	AlternativePhoneNumbers []phoneNumber  `json:"alternative_phone_numbers,omitzero"`
	DateOfBirth             string         `json:"date_of_birth,omitzero"`
	Deceased                string         `json:"deceased,omitzero"`
	UserIdentifier          string         `json:"user_identifier,omitzero"`
	UnableToReadMeters      bool           `json:"unable_to_read_meters,omitzero"`
	AccountRoles            []string       `json:"account_roles,omitzero"`
	CreditScore             int            `json:"credit_score,omitzero"`
	CreditResult            string         `json:"credit_result,omitzero"`
	CreditAssessmentID      string         `json:"credit_assessment_id,omitzero"`
	CreditRiskBracket       string         `json:"credit_risk_bracket,omitzero"`
	CustomerPreferences     *preferences   `json:"customer_preferences,omitzero"`
	Consents                []consent      `json:"consents,omitzero"`
	UserDetails             []reference    `json:"user_details,omitzero"`
	Metadata                []metadatum    `json:"metadata,omitzero"`
	Extra                   jsontext.Value `json:",embed"`
}

type phoneNumber struct {
	PhoneNumber string `json:"phone_number"`
}

// people fills the customers: one, or two who live together. An unknown occupier has no personal data.
func (b *builder) people() {
	a := b.account
	a.Customers = []customer{}
	if b.kind == occupier {
		a.AccountType, a.UnknownOccupier = "DOMESTIC_OCCUPIER", true
		return
	}
	b.persons = []person{b.person()}
	if b.chance(28) && b.kind == domestic && !b.plain && !b.small {
		second := b.person()
		if b.chance(60) {
			second.family, second.familyMail = b.persons[0].family, b.persons[0].familyMail
		}
		b.persons = append(b.persons, second)
	}
	for _, p := range b.persons {
		a.Customers = append(a.Customers, b.customer(p))
	}
	b.permissions()
	if b.small {
		b.billingName()
		return
	}
	a.CommunicationPreference = pick(b.dice, []string{"ONLINE", "ONLINE", "ONLINE", "PRINT"})
	if b.chance(4) {
		a.DocumentAccessibility = pick(b.dice, []string{"LARGE_PRINT", "BRAILLE", "SPOKEN"})
	}
	if b.chance(45) {
		a.LanguagePreference = b.persons[0].language
	}
	b.billingName()
}

func (b *builder) customer(p person) customer {
	c := customer{
		Title: p.title, GivenName: p.given, FamilyName: p.family,
		Email:    b.email(p),
		Mobile:   b.mobile(),
		Landline: b.landline(),
	}
	if !b.plain {
		c.Title, c.Landline = b.maybe(80, c.Title), b.maybe(45, c.Landline)
		if c.Landline != "" {
			c.Mobile = b.maybe(85, c.Mobile)
		}
	}
	if b.plain || b.kind == domestic && b.chance(75) {
		c.DateOfBirth = isoDate(b.o.Today.AddDate(-b.Number(19, 96), 0, -b.IntN(365)))
	}
	if b.small {
		return c
	}
	c.AccountRoles = []string{"ACCOUNT_HOLDER"}
	c.UserIdentifier = b.maybe(50, "usr_"+b.word(tokens, 16))
	c.Salutation = b.maybe(15, strings.TrimSpace("Dear "+p.given))
	c.Pronouns = b.maybe(6, pronouns[p.title])
	if b.chance(8) {
		c.ContactEmails = []string{b.email(p), b.email(p)}
	}
	if b.chance(6) {
		c.AlternativePhoneNumbers = []phoneNumber{{b.mobile()}}
	}
	if b.chance(12) {
		c.CreditScore, c.CreditResult = b.Number(120, 999), "ACCEPT"
		c.CreditRiskBracket = pick(b.dice, []string{"LOW", "MID", "HIGH", "UNKNOWN"})
		c.CreditAssessmentID = "CRA-" + b.DigitN(8)
	}
	if b.chance(10) {
		c.UserDetails = []reference{{"legacy-crm-id", b.DigitN(9)}, {"loyalty-tier", b.SafeColor()}}
	}
	if b.chance(4) {
		c.Metadata = []metadatum{{"legacy_contact_id", b.json(b.Number(1, 9_999_999))}}
	}
	if b.kind == domestic && !b.plain && b.chance(1) {
		c.Deceased = pick(b.dice, []string{"Reported", "Confirmed"})
	}
	c.UnableToReadMeters = b.kind == domestic && b.chance(3)
	return c
}

func (b *builder) billingName() {
	names := make([]string, len(b.persons))
	for i, p := range b.persons {
		names[i] = p.given + " " + p.family
		if p.familyFirst {
			names[i] = p.family + p.given
		}
	}
	b.account.BillingName = strings.Join(names, " & ")
	b.account.BillingEmail = b.maybe(35, b.account.Customers[0].Email)
	if b.chance(10) {
		b.account.BillingCustomerReference = fmt.Sprintf("CR/%s", b.DigitN(7))
	}
}
