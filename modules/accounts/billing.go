package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

func (c *Core) checkBilling(f *account.Facts, at *fault.At) {
	checkEmail(f, at, "billing_email", c.BillingEmail)
	checkOneAddressForm(c, at)
	if c.BillingAddress != nil {
		place := at.Field("billing_address")
		c.BillingAddress.check(&place)
	}
	checkLegacyAddress(c, at)
	c.BillingPostcode = checkPostcode(f.Country(), "the supplier's country, which the older form of address is taken to be in", c.BillingPostcode, "billing_postcode", at)
	at.Check("billing_delivery_point_identifier", c.BillingDeliveryPointIdentifier, deliveryPoint)
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

var ruleInvalidLegacyAddress = ruleInvalidAddress.With("billing_address1", `{"billing_address2": "Leeds"}`,
	`{"billing_address1": "14 High Street", "billing_address2": "Leeds"}`)

// checkLegacyAddress: an address in lines has its first line. A postcode or a delivery
// point needs no lines.
func checkLegacyAddress(c *Core, at *fault.At) {
	if c.BillingAddress1 == "" && c.furtherLine() != "" && at.CleanAt("billing_address1") {
		at.AddAt("billing_address1", ruleInvalidAddress.Code, "This address has "+c.furtherLine()+" but not its first line: add that, or move the lines up.")
	}
}
