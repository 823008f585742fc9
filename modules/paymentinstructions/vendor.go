package paymentinstructions

import (
	"errors"
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/vendors"
)

var ruleVendorUnavailable = catalogue.Rule{
	Code: "vendor_unavailable", Area: catalogue.Vendors, Statuses: []int{http.StatusInternalServerError},
	Meaning: "The payment vendor cannot be asked at the moment, so that nothing was stored.",
	Remedy:  "Send the same request again.",
}

// vendorError returns the error of a vendor's failure. Its status tells the client whether
// to send the same request again: 400 means no, and 500 means yes.
func vendorError(err error) error {
	var persistent *vendors.PersistentError
	if errors.As(err, &persistent) {
		e := fault.Refused(persistent.Code, "reference", persistent.Detail)
		e.Cause = err
		return e
	}
	var unavailable *vendors.UnavailableError
	if !errors.As(err, &unavailable) {
		return err
	}
	e := fault.New(http.StatusInternalServerError, ruleVendorUnavailable.Code,
		"The payment vendor cannot be asked at the moment, so nothing was stored: send the same request again.")
	e.RetryAfter, e.Cause = unavailable.RetryAfter, err
	return e
}
