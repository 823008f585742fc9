package endpoint

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Rules describes the codes that any request may be answered with.
var Rules = []catalogue.Rule{
	{
		Code: fault.RequestFailedValidation, Area: catalogue.Requests, Statuses: []int{http.StatusBadRequest},
		Meaning: "The body or a parameter of a request that is not about a whole account has faults, each of which is named in errors; nothing was stored.",
		Remedy:  "Correct what errors names and send the request again.",
	},
	{
		Code: fault.PermissionDenied, Area: catalogue.Requests, Statuses: []int{http.StatusForbidden},
		Meaning: "The client may read and this request would write.",
		Remedy:  "Use a client that may write, or ask the operator to let this one.",
	},
	{
		Code: fault.NotFound, Area: catalogue.Requests, Statuses: []int{http.StatusNotFound},
		Meaning: "There is nothing at this address.",
		Remedy:  "Compare the address with the document of the interface.",
	},
	{
		Code: fault.MethodNotAllowed, Area: catalogue.Requests, Statuses: []int{http.StatusMethodNotAllowed},
		Meaning: "The address exists, but not for this method.",
		Remedy:  "Use one of the methods that the header Allow names.",
	},
	{
		Code: fault.PayloadTooLarge, Area: catalogue.Requests, Statuses: []int{http.StatusRequestEntityTooLarge},
		Meaning: "The body has more bytes than the service takes, which is 10 MiB unless the operator has set another size, and 16 KiB where a token is asked for.",
		Remedy:  "Send the account with less, and the rest once it is imported.",
	},
	{
		Code: fault.UnsupportedMediaType, Area: catalogue.Requests, Statuses: []int{http.StatusUnsupportedMediaType},
		Meaning: "The body is not sent as JSON, or is compressed.",
		Remedy:  "Send it with Content-Type: application/json and without Content-Encoding.",
	},
	{
		Code: fault.Throttled, Area: catalogue.Requests, Statuses: []int{http.StatusTooManyRequests},
		Meaning: "The client sends more at once than can be done in good time, or more in a second than the operator allows it; nothing of this request was done.",
		Remedy:  "Send the same request again after the seconds that the header Retry-After names, and fewer at once.",
	},
	{
		Code: fault.ConcurrencyLimitReached, Area: catalogue.Requests, Statuses: []int{http.StatusTooManyRequests},
		Meaning: "As many requests of the client as the operator allows at once are being answered, or as many accounts are being created; nothing of this request was done.",
		Remedy:  "Send the same request again after the seconds that the header Retry-After names, and fewer at once.",
	},
	{
		Code: fault.RequestTimeout, Area: catalogue.Requests, Statuses: []int{http.StatusRequestTimeout},
		Meaning: "The body arrived so slowly that the service has stopped waiting for it; nothing of the request was done.",
		Remedy:  "Send the same request again over a better connection, or less in one request.",
	},
	{
		Code: fault.ShuttingDown, Area: catalogue.Requests, Statuses: []int{http.StatusServiceUnavailable},
		Meaning: "The service is stopping, and finishes only what it had begun.",
		Remedy:  "Send the same request again after the seconds that the header Retry-After names.",
	},
	{
		Code: fault.StorageUnavailable, Area: catalogue.Requests, Statuses: []int{http.StatusServiceUnavailable},
		Meaning: "The service cannot store anything, or cannot read what it has stored, since its disk is full or has failed; nothing of the request was stored.",
		Remedy:  "Send the same request again after the seconds that the header Retry-After names, and tell the operator if it stays so.",
	},
	{
		Code: fault.InternalError, Area: catalogue.Requests, Statuses: []int{http.StatusInternalServerError},
		Meaning: "Something went wrong in the service, and its log has more under the request_id of the answer.",
		Remedy:  "Send the same request again, which does no harm, and quote the request_id to the operator if it stays so.",
	},
}
