package accounts

import (
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var ruleCustomerWithUnknownOccupier = catalogue.Rule{
	Code: "customer_with_unknown_occupier", Area: account.AreaPeople,
	Meaning: "The occupier is unknown, yet there are customers.",
	Remedy:  "Leave out the customers, or unknown_occupier.",
	Attr:    "customers",
	Bad:     `{"unknown_occupier": true, "customers": [{"family_name": "O’Neill"}]}`,
	Good:    `{"unknown_occupier": true, "customers": []}`,
}

// checkNoCustomersOfUnknownOccupier: where the occupier is unknown there is no customer.
func checkNoCustomersOfUnknownOccupier(c *Core, at *fault.At) {
	if is(c.UnknownOccupier) && len(c.Customers) > 0 {
		at.AddAt("customers", ruleCustomerWithUnknownOccupier.Code, "unknown_occupier is true, yet there are customers, "+strconv.Itoa(len(c.Customers))+" in all: leave them out, or unknown_occupier.")
	}
}

var ruleNamedTheOccupier = catalogue.Rule{
	Code: "customer_may_not_be_named_the_occupier", Area: account.AreaPeople,
	Meaning: "The given name and the family name of a customer together are The Occupier, which is no person's name.",
	Remedy:  "Leave the customer out and set unknown_occupier.",
	Attr:    "customers.0.family_name",
	Bad:     `{"customers": [{"given_name": "The", "family_name": "Occupier"}]}`,
	Good:    `{"unknown_occupier": true, "customers": []}`,
}

var ruleContactDetailsForOccupier = catalogue.Rule{
	Code: "contact_details_for_occupier", Area: account.AreaPeople,
	Meaning: "A customer who is named The Occupier has an e-mail address or a telephone number, which belongs to a known person.",
	Remedy:  "Name the person, or leave the customer out and set unknown_occupier.",
}

// checkNotNamedOccupier: the names of a customer, put together, are not "The Occupier"; such an
// account has unknown_occupier and no customer. The means of contact of a customer of that name
// are faults of their own, since they belong to a known person.
func checkNotNamedOccupier(c *Customer, at *fault.At) {
	field, last := "family_name", c.FamilyName
	if last == "" {
		field, last = "given_name", c.GivenName
	}
	if !hasSuffixFold(last, "occupier") || !strings.EqualFold(strings.Join(strings.Fields(c.GivenName+" "+c.FamilyName), " "), "the occupier") {
		return
	}
	at.AddAt(field, ruleNamedTheOccupier.Code, "No person is called The Occupier: set unknown_occupier and leave the customer out.")
	for _, contact := range []struct {
		member string
		there  bool
	}{
		{"email", c.Email != ""}, {"contact_emails", len(c.ContactEmails) > 0}, {"mobile", c.Mobile != ""}, {"landline", c.Landline != ""},
		{"alternative_phone_numbers", len(c.AlternativePhoneNumbers) > 0},
	} {
		if contact.there {
			at.AddAt(contact.member, ruleContactDetailsForOccupier.Code, "This customer is named The Occupier, yet this is how to reach a known person: name that person, or leave the customer out.")
		}
	}
}
