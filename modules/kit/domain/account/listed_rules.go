package account

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

// codeOf returns the code of a value that is not on a list.
func codeOf(list settings.List) string {
	switch list {
	case settings.LedgerCodes:
		return ruleLedgerCodeUnknown.Code
	case settings.ProductCodes:
		return RuleProductCodeUnknown.Code
	case settings.ContributionSchemes:
		return ruleContributionScheme.Code
	case settings.ComplaintTypes:
		return ruleComplaintType.Code
	case settings.ComplaintSources:
		return ruleComplaintSource.Code
	case settings.OfficialEntities:
		return ruleOfficialEntity.Code
	case settings.StandalonePaymentRequestMethods:
		return ruleRequestMethod.Code
	case settings.CustomerDetailNamespaces:
		return ruleDetailNotRegistered.Code
	case settings.ReferenceNamespaces:
		return ruleReferenceNamespace.Code
	case settings.Campaigns:
		return ruleCampaignNotFound.Code
	case settings.DebtCollectionAgencies:
		return ruleAgencyUnknown.Code
	case settings.DunningPaths:
		return ruleDunningPathNotFound.Code
	case settings.PartnerOrganisations:
		return rulePartnerUnknown.Code
	}
	return payload.RuleInvalidChoice.Code
}

// RuleProductCodeUnknown is broken by a product that is not on the closed list.
var RuleProductCodeUnknown = catalogue.Rule{
	Code: "product_code_does_not_exist", Area: "Transactions", Settings: `{"product_codes": ["POWER_FIX"]}`,
	Meaning: "The operator has closed the list of the supplier's product codes, and this one is not on it.",
	Remedy:  "Use a code of the list, or ask the operator to add this one.",
	Attr:    "current_statement_transactions.0.product_code",
	Bad: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FLEX", "line_items": [
			{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}]}]}`,
	Good: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
			{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}]}]}`,
}

var ruleContributionScheme = catalogue.Rule{
	Code: "invalid_contribution_scheme", Area: "Contributions and deposits", Settings: `{"contribution_schemes": ["GREEN_FUND"]}`,
	Meaning: "The operator has closed the list of the supplier's contribution schemes, and this one is not on it.",
	Remedy:  "Use a scheme of the list, or ask the operator to add this one.",
	Attr:    "contribution_agreements.0.scheme",
	Bad:     `{"contribution_agreements": [{"scheme": "BLUE_FUND", "amount": "2.50", "interval": "MONTHLY", "active_period_start_date": "2024-01-01"}]}`,
	Good:    `{"contribution_agreements": [{"scheme": "GREEN_FUND", "amount": "2.50", "interval": "MONTHLY", "active_period_start_date": "2024-01-01"}]}`,
}

var ruleComplaintType = catalogue.Rule{
	Code: "invalid_complaint_type_or_subtype", Area: "Complaints", Settings: `{"complaint_types": {"BILLING": ["ESTIMATES"]}}`,
	Meaning: "The operator has closed the list of the supplier's types of complaints, and this type, or this subtype of the type, is not on it.",
	Remedy:  "Use a type of the list with one of its subtypes, or ask the operator to add this one.",
	Attr:    "complaints.0.subtype_of_complaint",
	Bad: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "LATE_BILL", "has_chsr_letter_been_sent": false, "has_eight_week_letter_been_sent": false,
		"complaint_contacts": []}]}`,
	Good: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "ESTIMATES", "has_chsr_letter_been_sent": false, "has_eight_week_letter_been_sent": false,
		"complaint_contacts": []}]}`,
}

var ruleComplaintSource = catalogue.Rule{
	Code: "invalid_complaint_source", Area: "Complaints", Settings: `{"complaint_sources": ["CUSTOMER"]}`,
	Meaning: "The operator has closed the list of the supplier's sources of complaints, and this one is not on it.",
	Remedy:  "Use a source of the list, or ask the operator to add this one.",
	Attr:    "complaints.0.complaint_contacts.0.communication_source",
	Bad: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "ESTIMATES", "has_chsr_letter_been_sent": false, "has_eight_week_letter_been_sent": false,
		"complaint_contacts": [{"body": "The bill is estimated.", "communication_method": "EMAIL", "communication_source": "NEIGHBOUR",
			"created_at": "2024-03-01T09:30:00Z", "status": "OPEN"}]}]}`,
	Good: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "ESTIMATES", "has_chsr_letter_been_sent": false, "has_eight_week_letter_been_sent": false,
		"complaint_contacts": [{"body": "The bill is estimated.", "communication_method": "EMAIL", "communication_source": "CUSTOMER",
			"created_at": "2024-03-01T09:30:00Z", "status": "OPEN"}]}]}`,
}

var ruleOfficialEntity = catalogue.Rule{
	Code: "invalid_official_organization_or_status", Area: "Complaints", Settings: `{"official_entities": {"Ombudsman": ["Accepted"]}}`,
	Meaning: "The operator has closed the list of offices that complaints may be before, and this office, or this status of the office, is not on it.",
	Remedy:  "Use an office of the list with one of its statuses, or ask the operator to add this one.",
	Attr:    "complaints.0.official_entity",
	Bad: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "ESTIMATES", "has_chsr_letter_been_sent": true, "has_eight_week_letter_been_sent": true,
		"official_entity": "Court", "official_reference_number": "OMB-77", "official_status": "Accepted", "complaint_contacts": []}]}`,
	Good: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "ESTIMATES", "has_chsr_letter_been_sent": true, "has_eight_week_letter_been_sent": true,
		"official_entity": "Ombudsman", "official_reference_number": "OMB-77", "official_status": "Accepted", "complaint_contacts": []}]}`,
}

var ruleRequestMethod = catalogue.Rule{
	Code: "standalone_payment_request_method_code_invalid", Area: catalogue.Schedules, Settings: `{"standalone_payment_request_methods": ["LETTER"]}`,
	Meaning: "The operator has closed the list of the ways in which the supplier asks for payments, and this one is not on it.",
	Remedy:  "Use a code of the list, or ask the operator to add this one.",
	Attr:    "payment_schedules.0.standalone_payment_request_method_code",
	Bad: `{"payment_schedules": [{"means": "MANUAL", "start_date": "2024-01-01", "amount": "12.50", "frequency": "WEEKLY",
		"standalone_payment_request_method_code": "PIGEON"}]}`,
	Good: `{"payment_schedules": [{"means": "MANUAL", "start_date": "2024-01-01", "amount": "12.50", "frequency": "WEEKLY",
		"standalone_payment_request_method_code": "LETTER"}]}`,
}
