package runs

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

const area = "Runs of books"

var rules = []catalogue.Rule{
	ruleDoesNotExist, ruleInUse, ruleClosed, ruleNotRehearsal, ruleAccountDiffers, ruleNumberRepeated, ruleSupplierMismatch, ruleOtherBook,
}

var ruleDoesNotExist = catalogue.Rule{
	Code: "run_does_not_exist", Area: area, Statuses: []int{http.StatusNotFound},
	Meaning: "There is no run of this id, or none of a supplier that this client was granted.",
	Remedy:  "Compare the id with the list of the supplier's runs.",
}

var ruleInUse = catalogue.Rule{
	Code: fault.RunInUse, Area: area, Statuses: []int{http.StatusConflict},
	Meaning: "Another process of the client has sent something to the run within the last minute.",
	Remedy:  "Wait until that process has ended, or open the run with take_over.",
}

var ruleClosed = catalogue.Rule{
	Code: "run_closed", Area: area, Statuses: []int{http.StatusConflict},
	Meaning: "The run is closed and takes no lines.",
	Remedy:  "Open a run of the same name, which is a new one.",
}

var ruleNotRehearsal = catalogue.Rule{
	Code: "run_is_no_rehearsal", Area: area, Statuses: []int{http.StatusConflict},
	Meaning: "The run is no rehearsal, and a client takes back rehearsals alone.",
	Remedy:  "Ask the operator to take accounts back.",
}

var ruleOtherBook = catalogue.Rule{
	Code: "run_is_of_another_book", Area: area, Statuses: []int{http.StatusConflict},
	Meaning: "The book that was reconciled is not the one of the run: their checksums differ.",
	Remedy:  "Reconcile the book of the run, or name the run of this book.",
}

var ruleAccountDiffers = catalogue.Rule{
	Code: "account_differs_from_imported", Area: area,
	Meaning: "The account is imported with other data than the line has, and an import does not change it; errors names each member that differs.",
	Remedy:  "Send the data that was imported, or correct the account in the service; with if_imported add or skip the account is not compared.",
}

var ruleNumberRepeated = catalogue.Rule{
	Code: "account_number_repeated_in_run", Area: area,
	Meaning: "An earlier line of the run has the same external account number and a different account.",
	Remedy:  "Give each account one line with one external account number.",
}

var ruleSupplierMismatch = catalogue.Rule{
	Code: fault.SupplierMismatch, Area: area,
	Meaning: "The account of a line names another import supplier than its run.",
	Remedy:  "Correct import_supplier, or send the line to a run of that supplier.",
}
