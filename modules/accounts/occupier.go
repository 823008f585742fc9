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

var ruleContactDetailsForOccupier = catalogue.Rule{
	Code: "contact_details_for_occupier", Area: account.AreaPeople,
	Meaning: "The occupier is unknown, yet the bills go to the attention or the e-mail address of somebody.",
	Remedy:  "Leave out billing_attention_of and billing_email, or unknown_occupier; a name and an address for bills may stay.",
	Attr:    "billing_email",
	Bad:     `{"unknown_occupier": true, "customers": [], "billing_email": "zoe@example.com"}`,
	Good:    `{"unknown_occupier": true, "customers": [], "billing_name": "The Occupier"}`,
}

// checkContactOfUnknownOccupier: an account whose occupier is unknown has no
// billing_attention_of and no billing_email, since both belong to a known person. It may
// have a name and an address for bills, since a letter can go to "The Occupier".
func checkContactOfUnknownOccupier(c *Core, at *fault.At) {
	const detail = "unknown_occupier is true, yet this is how to reach somebody: leave it out, or unknown_occupier."
	if !is(c.UnknownOccupier) {
		return
	}
	if c.BillingAttentionOf != "" {
		at.AddAt("billing_attention_of", ruleContactDetailsForOccupier.Code, detail)
	}
	if c.BillingEmail != "" {
		at.AddAt("billing_email", ruleContactDetailsForOccupier.Code, detail)
	}
}

var ruleNamedTheOccupier = catalogue.Rule{
	Code: "customer_may_not_be_named_the_occupier", Area: account.AreaPeople,
	Meaning: "The names of a customer together are The Occupier, which is nobody's name.",
	Remedy:  "Leave the customer out and set unknown_occupier.",
	Attr:    "customers.0.family_name",
	Bad:     `{"customers": [{"given_name": "The", "family_name": "Occupier"}]}`,
	Good:    `{"unknown_occupier": true, "customers": []}`,
}

// checkNotNamedOccupier: the names of a customer, put together, are not
// "The Occupier"; such an account has unknown_occupier and no customer.
func checkNotNamedOccupier(c *Customer, at *fault.At) {
	field, last := "family_name", c.FamilyName
	if last == "" {
		field, last = "given_name", c.GivenName
	}
	if !hasSuffixFold(last, "occupier") {
		return
	}
	names := strings.Join(strings.Fields(c.Title+" "+c.GivenName+" "+c.FamilyName), " ")
	if strings.EqualFold(names, "the occupier") {
		at.AddAt(field, ruleNamedTheOccupier.Code, "Nobody is called The Occupier: set unknown_occupier and leave the customer out.")
	}
}
