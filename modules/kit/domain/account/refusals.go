package account

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

var ruleSupplierNotFound = catalogue.Rule{
	Code: fault.SupplierNotFound, Area: catalogue.Suppliers, Statuses: []int{http.StatusBadRequest, http.StatusNotFound},
	Meaning: "There is no import supplier of this code, or none that this client was granted.",
	Remedy:  "Correct the code, or ask the operator for access to the supplier.",
	Attr:    "import_supplier",
	Bad:     `{"import_supplier": "ACNE"}`,
	Good:    `{"import_supplier": "ACME"}`,
}

// SupplierNotFoundDetail is the sentence for a supplier that does not exist, or that
// the client was not granted. The answers must not differ.
const SupplierNotFoundDetail = "There is no import supplier of this code: correct it, or ask the operator for access to it."

const notImported = "This account is not imported: stage and process it first, or correct the supplier code and the account number."

var ruleAccountNotFound = catalogue.Rule{
	Code: fault.AccountNotFound, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest, http.StatusNotFound},
	Meaning: "The account is not imported, so that nothing can be added to it.",
	Remedy:  "Stage and process the account first, or correct the supplier and the external account number.",
}

// NotImported is the refusal of data for an account that is not imported, as a fault of
// the request.
func NotImported() error {
	return fault.Refused(fault.AccountNotFound, "external_account_number", notImported)
}

// NotImported404 is the same refusal as an answer about the address of the account.
func NotImported404() error {
	return fault.New(http.StatusNotFound, fault.AccountNotFound, notImported)
}

var ruleProcessInProgress = catalogue.Rule{
	Code: fault.ProcessInProgress, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
	Meaning: "The account is being created at this moment by another request.",
	Remedy:  "Ask for its status, or send the request again in a few seconds.",
}

// InProgress is the refusal of a request that must wait until the account is created, or
// until its creation has failed.
func InProgress() error {
	return fault.Refused(fault.ProcessInProgress, "external_account_number", "This account is being created at this moment: ask for its status, or try again in a few seconds.")
}

var ruleAccountMarkedAsSkipped = catalogue.Rule{
	Code: fault.AccountMarkedAsSkipped, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
	Meaning: "An operator has decided that this account is not to be imported.",
	Remedy:  "Ask the operator to take that back if the account should be imported after all.",
}

// MarkedAsSkipped is the refusal of an account that an operator has marked as skipped.
func MarkedAsSkipped() error {
	return fault.Refused(fault.AccountMarkedAsSkipped, "external_account_number", "An operator has marked this account to be skipped: ask them if it should be imported after all.")
}

// importedBody is the body of the refusal of an imported account. The contract asks for
// its two numbers.
type importedBody struct {
	Detail                string     `json:"detail"`
	Code                  string     `json:"code"`
	Errors                fault.List `json:"errors"`
	ExternalAccountNumber string     `json:"external_account_number"`
	ServiceAccountNumber  string     `json:"service_account_number"`
}

var ruleAccountAlreadyImported = catalogue.Rule{
	Code: fault.AccountAlreadyImported, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
	Meaning: "The account exists already, and the answer has its number.",
	Remedy:  "Do nothing, or send what is missing to the endpoints for imported accounts.",
}

// AlreadyImported is the refusal of an account that is imported, under number.
func AlreadyImported(externalAccountNumber, number string) error {
	e := fault.Refused(fault.AccountAlreadyImported, "external_account_number", "This account is imported already, as "+number+": there is nothing left to do.")
	e.Body = importedBody{e.Detail, e.Code, e.Faults, externalAccountNumber, number}
	return e
}

var ruleSupplierNotOngoing = catalogue.Rule{
	Code: fault.SupplierNotOngoing, Area: catalogue.Suppliers, Statuses: []int{http.StatusBadRequest},
	Meaning: "The migration of the supplier is paused or complete, so that nothing is stored; validating, status and lists still work.",
	Remedy:  "Ask the operator when it resumes, and send the same request again then.",
}

// RequireOngoing refuses a supplier whose migration is paused or complete. The attr is
// the place where the request names the supplier.
func RequireOngoing(supplier *settings.Supplier, attr string) error {
	if supplier.Status == settings.Ongoing {
		return nil
	}
	return fault.Refused(fault.SupplierNotOngoing, attr, NotOngoingDetail(supplier))
}

// CheckOngoing adds the fault of a supplier whose migration is paused or complete. A nil
// supplier has no fault here.
func CheckOngoing(supplier *settings.Supplier, at *fault.At) {
	if supplier != nil && supplier.Status != settings.Ongoing {
		at.AddAt("import_supplier", fault.SupplierNotOngoing, NotOngoingDetail(supplier))
	}
}

// NotOngoingDetail is the sentence for a supplier whose migration is paused or complete.
func NotOngoingDetail(supplier *settings.Supplier) string {
	if supplier.Status == settings.Paused {
		return "The migration of this import supplier is paused: send the request again when the operator has resumed it."
	}
	return "The migration of this import supplier is complete: nothing more is taken. Ask the operator if that is wrong."
}
