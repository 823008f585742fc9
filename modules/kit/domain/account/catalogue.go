package account

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Rules lists the rules of suppliers, of their lists and of the state of an account's
// import, which any module that works on accounts may check.
var Rules = []catalogue.Rule{
	ruleSupplierNotFound, ruleSupplierNotOngoing, RuleTeamRequired, ruleLedgerCodeUnknown,
	ruleDetailNotRegistered, ruleReferenceNamespace, ruleCampaignNotFound, ruleAgencyUnknown, ruleDunningPathNotFound, rulePartnerUnknown,
	RuleProductCodeUnknown, ruleContributionScheme, ruleComplaintType, ruleComplaintSource, ruleOfficialEntity, ruleRequestMethod,
	ruleAccountFailedValidation, ruleAccountAlreadyImported, ruleAccountMarkedAsSkipped, ruleProcessInProgress,
	ruleProcessDoesNotExist, ruleAccountNotFound,
}

var ruleAccountFailedValidation = catalogue.Rule{
	Code: fault.AccountFailedValidation, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
	Meaning: "The account breaks rules, each of which is named in errors; nothing was stored.",
	Remedy:  "Correct what errors names and send the account again; one that was staged before is to be staged anew.",
}

var ruleProcessDoesNotExist = catalogue.Rule{
	Code: fault.ProcessDoesNotExist, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest, http.StatusNotFound},
	Meaning: "Nothing was staged under this supplier and external account number, or it has been removed since.",
	Remedy:  "Correct the two, or stage the account.",
}
