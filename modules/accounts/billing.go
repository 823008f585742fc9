package accounts

import (
	"dataimport/modules/kit/account"
	"dataimport/modules/kit/fault"
)

func (c *Core) checkBilling(f *account.Facts, at *fault.At) {
	checkEmail(f, at, "billing_email", c.BillingEmail)
	billingAddressNewStyleAndLegacy(c, at)
	if c.BillingAddress != nil {
		place := at.Field("billing_address")
		c.BillingAddress.check(&place)
	}
	invalidLegacyAddress(c, at)
	c.BillingPostcode = invalidPostcode(f.Country(), c.BillingPostcode, "billing_postcode", at)
	at.Check("billing_delivery_point_identifier", c.BillingDeliveryPointIdentifier, deliveryPoint)
}

// hasLegacyAddress reports whether any member of the older form of address is there.
func (c *Core) hasLegacyAddress() bool {
	return c.BillingAddress1 != "" || c.hasFurtherLines() || c.BillingPostcode != "" || c.BillingDeliveryPointIdentifier != ""
}

func (c *Core) hasFurtherLines() bool {
	return c.BillingAddress2 != "" || c.BillingAddress3 != "" || c.BillingAddress4 != "" || c.BillingAddress5 != ""
}

// billingAddressNewStyleAndLegacy: the address for bills has one form, billing_address
// or the members from before it.
func billingAddressNewStyleAndLegacy(c *Core, at *fault.At) {
	if c.BillingAddress != nil && c.hasLegacyAddress() {
		at.AddAt("billing_address", "billing_address_new_style_and_legacy",
			"The address for bills is there twice: leave out either billing_address or billing_address1 to billing_address5 with what belongs to them.")
	}
}

// invalidLegacyAddress: an address in lines begins with the first of them. A
// postcode or a delivery point may stand alone.
func invalidLegacyAddress(c *Core, at *fault.At) {
	if c.BillingAddress1 == "" && c.hasFurtherLines() && at.CleanAt("billing_address1") {
		at.AddAt("billing_address1", "invalid_address", "This address has later lines but not its first.")
	}
}
