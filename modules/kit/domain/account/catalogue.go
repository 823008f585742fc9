package account

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Rules describes the codes of suppliers, of their lists and of the state of an
// account's import, which any module that works on accounts may raise.
var Rules = []catalogue.Rule{
	{
		Code: fault.SupplierNotFound, Area: catalogue.Suppliers, Statuses: []int{http.StatusBadRequest, http.StatusNotFound},
		Meaning: "There is no import supplier of this code, or none that this client was granted.",
		Remedy:  "Correct the code, or ask the operator for access to the supplier.",
		Attr:    "import_supplier",
		Bad:     `{"import_supplier": "ACNE"}`,
		Good:    `{"import_supplier": "ACME"}`,
	},
	{
		Code: fault.SupplierNotOngoing, Area: catalogue.Suppliers, Statuses: []int{http.StatusBadRequest},
		Meaning: "The migration of the supplier is paused or complete, so that nothing is stored; validating, status and lists still work.",
		Remedy:  "Ask the operator when it resumes, and send the same request again then.",
	},
	{
		Code: "ledger_code_does_not_exist", Area: catalogue.Ledgers,
		Meaning: "The operator has closed the list of the supplier's ledger codes, and this one is not on it.",
		Remedy:  "Use a code of the list, or ask the operator to add this one.",
		Attr:    "payment_promises.0.ledger_code",
		Bad:     `{"payment_promises": [{"amount": "45.00", "payment_date": "2024-07-19", "ledger_code": "STEAM"}]}`,
		Good:    `{"payment_promises": [{"amount": "45.00", "payment_date": "2024-07-19", "ledger_code": "GAS"}]}`,
	},
	{
		Code: fault.AccountFailedValidation, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
		Meaning: "The account breaks rules, each of which is named in errors; nothing was stored.",
		Remedy:  "Correct what errors names and send the account again; one that was staged before is to be staged anew.",
	},
	{
		Code: fault.AccountAlreadyImported, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
		Meaning: "The account exists already, and the answer has its number.",
		Remedy:  "Do nothing, or send what is missing to the endpoints for imported accounts.",
	},
	{
		Code: fault.AccountMarkedAsSkipped, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
		Meaning: "An operator has decided that this account is not to be imported.",
		Remedy:  "Ask the operator to take that back if the account should be imported after all.",
	},
	{
		Code: fault.ProcessInProgress, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
		Meaning: "The account is being created at this moment by another request.",
		Remedy:  "Ask for its status, or send the request again in a few seconds.",
	},
	{
		Code: fault.ProcessDoesNotExist, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest, http.StatusNotFound},
		Meaning: "Nothing was staged under this supplier and external account number, or it has been removed since.",
		Remedy:  "Correct the two, or stage the account.",
	},
	{
		Code: fault.AccountNotFound, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest, http.StatusNotFound},
		Meaning: "The account is not imported, so that nothing can be added to it.",
		Remedy:  "Stage and process the account first, or correct the supplier and the external account number.",
	},
}
