package accounts

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"
	"dataimport/modules/kit/domain/payload"
)

func (c *Core) checkPeople(f *account.Facts, at *fault.At) {
	kind := c.kind(at)
	checkOneType(c, at)
	checkManagedAllowed(c, f, at)
	checkCustomersPresent(c, kind, f, at)
	checkNoCustomersOfUnknownOccupier(c, at)
	list := at.Field("customers")
	for i := range c.Customers {
		place := list.Index(i)
		customer := &c.Customers[i]
		checkFamilyName(customer, kind, &place)
		checkGivenName(customer, kind, f, &place)
		customer.check(nil, f, &place)
	}
	checkUserDetailsUnique(c.Customers, f, &list)
}

// check applies the rules of a customer, or of a user of a business with their roles in it.
func (c *Customer) check(businessRoles []string, f *account.Facts, at *fault.At) {
	checkNotNamedOccupier(c, at)
	checkEmail(f, at, "email", c.Email)
	emails := at.Field("contact_emails")
	for i, address := range c.ContactEmails {
		checkEmail(f, &emails, strconv.Itoa(i), address)
	}
	checkPhoneNumber(f, at, "mobile", c.Mobile)
	checkPhoneNumber(f, at, "landline", c.Landline)
	numbers := at.Field("alternative_phone_numbers")
	for i := range c.AlternativePhoneNumbers {
		place := numbers.Index(i)
		checkPhoneNumber(f, &place, "phone_number", c.AlternativePhoneNumbers[i].PhoneNumber)
	}
	checkDateNotInFuture(c.DateOfBirth, dateOfBirth, f, at)
	checkRoles(c, businessRoles, f, at)
	checkOneAgreementForm(c, at)
	checkConsents(c.Consents, f, at)
	checkUserDetails(c, f, at)
	checkMetadataKeysUnique(c.Metadata, at)
}

var ruleMissingCustomers = catalogue.Rule{
	Code: "business_account_missing_customers", Area: account.AreaPeople,
	Meaning: "An account of the type BUSINESS or BUSINESS_THIRD_PARTY_BILLED has no customer, and its occupier is not unknown.",
	Remedy:  "Add the person to be in touch with, or set unknown_occupier.",
	Attr:    "customers",
	Bad:     `{"account_type": "BUSINESS", "customers": []}`,
	Good:    `{"account_type": "BUSINESS", "customers": [{"given_name": "Zoë"}]}`,
}

// checkCustomersPresent: an account has at least one customer, unless its occupier is
// unknown, its type needs none, or its supplier wants none. Markets say whether accounts of
// businesses need one all the same. The fault of a business has a code of its own.
func checkCustomersPresent(c *Core, kind Type, f *account.Facts, at *fault.At) {
	if len(c.Customers) > 0 || is(c.UnknownOccupier) || kind.mayLackCustomers() || !at.CleanAt("customers") || !at.CleanAt("unknown_occupier") {
		return
	}
	optional := f.CustomersOptional
	if set := f.Rules().CustomersOptional; set != nil {
		optional = *set
	}
	switch {
	case kind.isBusiness():
		if !optional || !f.BusinessCustomersOptional {
			at.AddAt("customers", ruleMissingCustomers.Code, "An account of type "+string(kind)+" needs a customer: the person to be in touch with.")
		}
	case !optional:
		at.AddAt("customers", payload.RuleRequired.Code, "An account needs at least one customer, unless unknown_occupier is true.")
	}
}

var ruleFamilyNameRequired = catalogue.Rule{
	Code: "customer_family_name_required", Area: account.AreaPeople,
	Meaning: "A customer of a DOMESTIC account has no family name.",
	Remedy:  "Add the family name, or correct account_type.",
	Attr:    "customers.0.family_name",
	Bad:     `{"customers": [{"given_name": "Zoë"}]}`,
	Good:    `{"customers": [{"given_name": "Zoë", "family_name": "O’Neill"}]}`,
}

// checkFamilyName: a customer of a DOMESTIC account has a family name. A customer of a
// business account who has none gets the family name Business.
func checkFamilyName(c *Customer, kind Type, at *fault.At) {
	if c.FamilyName != "" || !at.CleanAt("family_name") {
		return
	}
	if kind == Domestic {
		at.AddAt("family_name", ruleFamilyNameRequired.Code, "A customer of an account of type "+string(kind)+" needs a family name: add it, or correct account_type.")
	}
	if kind.isBusiness() {
		c.FamilyName = "Business"
	}
}

var ruleGivenNameRequired = catalogue.Rule{
	Code: "customer_given_name_required", Area: account.AreaPeople, Settings: `{"send_registration_flows": true}`,
	Meaning: "A customer of a BUSINESS account has no given name, and the supplier asks its customers to register.",
	Remedy:  "Add the given name of the person who is to register.",
	Attr:    "customers.0.given_name",
	Bad:     `{"account_type": "BUSINESS", "customers": [{"family_name": "O’Neill"}]}`,
	Good:    `{"account_type": "BUSINESS", "customers": [{"given_name": "Zoë", "family_name": "O’Neill"}]}`,
}

// checkGivenName: where customers are asked to register, a customer of a BUSINESS account has a
// given name.
func checkGivenName(c *Customer, kind Type, f *account.Facts, at *fault.At) {
	if c.GivenName == "" && kind == Business && f.Rules().RegistrationFlowsSent && at.CleanAt("given_name") {
		at.AddAt("given_name", ruleGivenNameRequired.Code, "This customer will be asked to register, and needs a given name.")
	}
}

// checkPhoneNumber: a phone number is valid by libphonenumber, as dialled in the
// supplier's country, or kept for fiction, unless the supplier refuses these. Without a
// supplier the number is not checked.
func checkPhoneNumber(f *account.Facts, at *fault.At, field, number string) {
	if number == "" || f.Country() == "" || formats.IsPhone(number, f.Country()) ||
		!f.Supplier.Rules.FictionalPhonesRefused && formats.IsFictionalPhone(number, f.Country()) {
		return
	}
	at.AddAt(field, account.RuleInvalidPhoneNumber.Code, "The number "+fault.MaskedPhone(number)+" is none that exists, as dialled in "+f.Country()+", the supplier's country: correct it, or put + and its country's code before it.")
}

var ruleMutuallyExclusive = catalogue.Rule{
	Code: "fields_are_mutually_exclusive", Area: account.AreaPeople,
	Meaning: "What a customer has agreed to is there in both forms, customer_preferences and consents.",
	Remedy:  "Leave one of the two out.",
	Attr:    "customers.0.customer_preferences",
	Bad: `{"customers": [{"family_name": "O’Neill", "customer_preferences": {"opted_into_sms": true},
		"consents": [{"type": "SMS", "value": "ACCEPTED"}]}]}`,
	Good: `{"customers": [{"family_name": "O’Neill", "consents": [{"type": "SMS", "value": "ACCEPTED"}]}]}`,
}

// checkOneAgreementForm: a customer's agreements have one form, preferences
// or consents.
func checkOneAgreementForm(c *Customer, at *fault.At) {
	if c.CustomerPreferences != nil && len(c.Consents) > 0 {
		at.AddAt("customer_preferences", ruleMutuallyExclusive.Code, "This customer has customer_preferences and consents, which say the same in two ways: leave one of them out.")
	}
}
