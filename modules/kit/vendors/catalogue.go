package vendors

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
)

// Rules describes the codes of persistent errors.
var Rules = []catalogue.Rule{
	{
		Code: CodeNotFound, Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
		Meaning: "The payment vendor knows no instruction by this reference.",
		Remedy:  "Correct the reference, or have the customer set up another instruction; the same request would be refused again.",
	},
	{
		Code: CodeMismatch, Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
		Meaning: "The payment vendor knows the reference, but for another type of instruction or another customer.",
		Remedy:  "Correct the type or the reference.",
	},
	{
		Code: CodeRefused, Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
		Meaning: "The payment vendor refuses to answer about this instruction.",
		Remedy:  "Ask the vendor why; the same request would be refused again.",
	},
	{
		Code: CodeCredentials, Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
		Meaning: "The payment vendor refuses the credentials that the operator has set for it.",
		Remedy:  "Ask the operator to renew them, and send the same request again then.",
	},
	{
		Code: CodeUnreachable, Area: catalogue.Vendors, Statuses: []int{http.StatusBadRequest},
		Meaning: "The address that the operator has set for the payment vendor leads nowhere.",
		Remedy:  "Ask the operator to correct it, and send the same request again then.",
	},
}
