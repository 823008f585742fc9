package accounts

import (
	"strconv"
	"strings"

	"dataimport/modules/accounts/formats"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

func (c *Core) checkPeople(f *account.Facts, at *fault.At) {
	kind := c.kind(at)
	customersRequired(c, kind, at)
	customerWithUnknownOccupier(c, at)
	contactDetailsForOccupier(c, at)
	list := at.Field("customers")
	for i := range c.Customers {
		place := list.Index(i)
		c.Customers[i].check(kind, f, &place)
	}
	repeatedValuesForUniqueCustomerDetailNamespace(c.Customers, f, &list)
}

func (c *Customer) check(kind Type, f *account.Facts, at *fault.At) {
	customerMayNotBeNamedTheOccupier(c, at)
	customerFamilyNameRequired(c, kind, at)
	checkEmail(f, at, "email", c.Email)
	emails := at.Field("contact_emails")
	for i, address := range c.ContactEmails {
		checkEmail(f, &emails, strconv.Itoa(i), address)
	}
	invalidPhoneNumber(f, at, "mobile", c.Mobile)
	invalidPhoneNumber(f, at, "landline", c.Landline)
	numbers := at.Field("alternative_phone_numbers")
	for i := range c.AlternativePhoneNumbers {
		place := numbers.Index(i)
		invalidPhoneNumber(f, &place, "phone_number", c.AlternativePhoneNumbers[i].PhoneNumber)
	}
	dateInFuture(c.DateOfBirth, dateOfBirth, f, at)
	fieldsAreMutuallyExclusive(c, at)
	checkConsents(c.Consents, f, at)
	metadataHasDuplicateKeys(c.Metadata, at)
}

// customersRequired: an account has at least one customer, unless its occupier is
// unknown. On an account of a business a code of its own says so.
func customersRequired(c *Core, kind Type, at *fault.At) {
	if len(c.Customers) > 0 || is(c.UnknownOccupier) || !at.CleanAt("customers") || !at.CleanAt("unknown_occupier") {
		return
	}
	if kind.isBusiness() {
		at.AddAt("customers", "business_account_missing_customers", "An account of type "+string(kind)+" needs a customer: the person to be in touch with.")
		return
	}
	at.AddAt("customers", "required", "An account needs at least one customer, unless unknown_occupier is true.")
}

// customerWithUnknownOccupier: where the occupier is unknown there is no customer.
func customerWithUnknownOccupier(c *Core, at *fault.At) {
	if is(c.UnknownOccupier) && len(c.Customers) > 0 {
		at.AddAt("customers", "customer_with_unknown_occupier", "unknown_occupier is true, yet there are customers, "+strconv.Itoa(len(c.Customers))+" in all: leave them out, or unknown_occupier.")
	}
}

// contactDetailsForOccupier: where the occupier is unknown there is nobody whose
// name or e-mail address the bills could carry. The name and the address for bills
// may be there, since a letter can go to "The Occupier".
func contactDetailsForOccupier(c *Core, at *fault.At) {
	const detail = "unknown_occupier is true, yet this is how to reach somebody: leave it out, or unknown_occupier."
	if !is(c.UnknownOccupier) {
		return
	}
	if c.BillingAttentionOf != "" {
		at.AddAt("billing_attention_of", "contact_details_for_occupier", detail)
	}
	if c.BillingEmail != "" {
		at.AddAt("billing_email", "contact_details_for_occupier", detail)
	}
}

// customerMayNotBeNamedTheOccupier: the names of a customer, put together, are not
// "The Occupier"; such an account has unknown_occupier and no customer.
func customerMayNotBeNamedTheOccupier(c *Customer, at *fault.At) {
	field, last := "family_name", c.FamilyName
	if last == "" {
		field, last = "given_name", c.GivenName
	}
	if !hasSuffixFold(last, "occupier") {
		return
	}
	names := strings.Join(strings.Fields(c.Title+" "+c.GivenName+" "+c.FamilyName), " ")
	if strings.EqualFold(names, "the occupier") {
		at.AddAt(field, "customer_may_not_be_named_the_occupier", "Nobody is called The Occupier: set unknown_occupier and leave the customer out.")
	}
}

// customerFamilyNameRequired: on a domestic account a customer has a family name;
// on one of a business, Business takes its place.
func customerFamilyNameRequired(c *Customer, kind Type, at *fault.At) {
	if c.FamilyName != "" || !at.CleanAt("family_name") {
		return
	}
	if kind.isDomestic() {
		at.AddAt("family_name", "customer_family_name_required", "A customer of an account of type "+string(kind)+" needs a family name: add it, or correct account_type.")
	}
	if kind.isBusiness() {
		c.FamilyName = "Business"
	}
}

// invalidPhoneNumber: a phone number is valid by libphonenumber, as dialled in the
// supplier's country. Without a supplier nothing is said.
func invalidPhoneNumber(f *account.Facts, at *fault.At, field, number string) {
	if number == "" || f.Country() == "" || formats.IsPhone(number, f.Country()) {
		return
	}
	at.AddAt(field, "invalid_phone_number", "The number "+fault.MaskedPhone(number)+" is none that exists, as dialled in "+f.Country()+", the supplier's country: correct it, or put + and its country's code before it.")
}

// fieldsAreMutuallyExclusive: a customer's agreements have one form, preferences
// or consents.
func fieldsAreMutuallyExclusive(c *Customer, at *fault.At) {
	if c.CustomerPreferences != nil && len(c.Consents) > 0 {
		at.AddAt("customer_preferences", "fields_are_mutually_exclusive", "This customer has customer_preferences and consents, which say the same in two ways: leave one of them out.")
	}
}
