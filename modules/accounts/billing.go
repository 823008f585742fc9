package accounts

import (
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

func (c *Core) checkBilling(f *account.Facts, at *fault.At) {
	checkEmail(f, at, "billing_email", c.BillingEmail)
	checkBillingEmail(c.BillingEmail, at)
	checkOneAddressForm(c, at)
	if c.BillingAddress != nil {
		place := at.Field("billing_address")
		c.BillingAddress.check(&place)
	}
	c.BillingPostcode = checkPostcode(f.Country(), "the supplier's country, which the older form of address is taken to be in", c.BillingPostcode, "billing_postcode", at)
	checkDeliveryPoint(f.Country(), c.BillingDeliveryPointIdentifier, "billing_delivery_point_identifier", at)
}

// hasLegacyAddress reports whether any member of the older form of address is
// present.
func (c *Core) hasLegacyAddress() bool {
	return c.BillingAddress1 != "" || c.furtherLine() != "" || c.BillingPostcode != "" || c.BillingDeliveryPointIdentifier != ""
}

// furtherLine returns the name of the first member among billing_address2 to
// billing_address5 that is present, empty for none.
func (c *Core) furtherLine() string {
	switch {
	case c.BillingAddress2 != "":
		return "billing_address2"
	case c.BillingAddress3 != "":
		return "billing_address3"
	case c.BillingAddress4 != "":
		return "billing_address4"
	case c.BillingAddress5 != "":
		return "billing_address5"
	}
	return ""
}

// legacyMember returns the name of a member of the older form of address that is present.
func (c *Core) legacyMember() string {
	switch {
	case c.BillingAddress1 != "":
		return "billing_address1"
	case c.furtherLine() != "":
		return c.furtherLine()
	case c.BillingPostcode != "":
		return "billing_postcode"
	}
	return "billing_delivery_point_identifier"
}

var ruleBothAddressForms = catalogue.Rule{
	Code: "billing_address_new_style_and_legacy", Area: account.AreaAddresses,
	Meaning: "The address for bills is there in both forms.",
	Remedy:  "Leave out billing_address, or billing_address1 to billing_address5 with billing_postcode and billing_delivery_point_identifier.",
	Attr:    "billing_address",
	Bad: `{"billing_address": {"country": "GB", "street_address": "14 High Street"},
		"billing_address1": "14 High Street"}`,
	Good: `{"billing_address": {"country": "GB", "street_address": "14 High Street"}}`,
}

// checkOneAddressForm: the address for bills has one form, billing_address
// or the older members.
func checkOneAddressForm(c *Core, at *fault.At) {
	if c.BillingAddress != nil && c.hasLegacyAddress() {
		at.AddAt("billing_address", ruleBothAddressForms.Code,
			"The address for bills is there twice, as billing_address and with "+c.legacyMember()+": leave out either billing_address or billing_address1 to billing_address5 with what belongs to them.")
	}
}

var ruleBillingEmailNotValid = catalogue.Rule{
	Code: "billing_email_not_valid", Area: account.AreaPeople,
	Meaning: "The address for bills has blackhole+ in it, which stands for an address that is not to be written to.",
	Remedy:  "Use the customer's own address, or leave it out.",
	Attr:    "billing_email",
	Bad:     `{"billing_email": "blackhole+1001@example.com"}`,
	Good:    `{"billing_email": "zoe+1001@example.com"}`,
}

// checkBillingEmail: bills do not go to an address that is not to be written to.
func checkBillingEmail(address string, at *fault.At) {
	if strings.Contains(strings.ToLower(address), "blackhole+") {
		at.AddAt("billing_email", ruleBillingEmailNotValid.Code, "This address has blackhole+ in it, so nobody reads what is sent there: correct it, or leave it out.")
	}
}
