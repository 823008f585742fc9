package account

import "dataimport/modules/kit/domain/catalogue"

// AreaMarks is the area of references, campaigns and debts.
const AreaMarks = "References, metadata, campaigns and debts"

var ruleDetailNotRegistered = catalogue.Rule{
	Code: "customer_detail_not_registered", Area: AreaPeople, Settings: `{"customer_detail_namespaces": ["tier"]}`,
	Meaning: "The operator has closed the list of the namespaces of customers' details, and this one is not on it.",
	Remedy:  "Use a namespace of the list, or ask the operator to add this one.",
	Attr:    "customers.0.user_details.0.namespace",
	Bad:     `{"customers": [{"family_name": "O’Neill", "user_details": [{"namespace": "shoe size", "value": "38"}]}]}`,
	Good:    `{"customers": [{"family_name": "O’Neill", "user_details": [{"namespace": "tier", "value": "gold"}]}]}`,
}

var ruleReferenceNamespace = catalogue.Rule{
	Code: "invalid_reference_namespace", Area: AreaMarks, Settings: `{"reference_namespaces": ["legacy-crm"]}`,
	Meaning: "The operator has closed the list of the namespaces of references, and this one is not on it.",
	Remedy:  "Use a namespace of the list, or ask the operator to add this one.",
	Attr:    "references.0.namespace",
	Bad:     `{"references": [{"namespace": "crm", "value": "CRM-4711"}]}`,
	Good:    `{"references": [{"namespace": "legacy-crm", "value": "CRM-4711"}]}`,
}

var ruleCampaignNotFound = catalogue.Rule{
	Code: "campaign_not_found", Area: AreaMarks, Settings: `{"campaigns": ["autumn-switch"]}`,
	Meaning: "The operator has closed the list of the supplier's campaigns, and this one is not on it.",
	Remedy:  "Use a campaign of the list, or ask the operator to add this one.",
	Attr:    "account_campaigns.0.slug",
	Bad:     `{"account_campaigns": [{"slug": "spring-switch"}]}`,
	Good:    `{"account_campaigns": [{"slug": "autumn-switch"}]}`,
}

var ruleAgencyUnknown = catalogue.Rule{
	Code: "debt_collection_agency_does_not_exist", Area: AreaMarks, Settings: `{"debt_collection_agencies": ["Northgate Recoveries"]}`,
	Meaning: "The operator has closed the list of the agencies that collect debts, and this one is not on it.",
	Remedy:  "Use an agency of the list, or ask the operator to add this one.",
	Attr:    "debts.0.agency_name",
	Bad:     `{"debts": [{"agency_name": "Southgate Recoveries"}]}`,
	Good:    `{"debts": [{"agency_name": "Northgate Recoveries"}]}`,
}

var ruleDunningPathNotFound = catalogue.Rule{
	Code: "dunning_path_not_found", Area: AreaMarks, Settings: `{"dunning_paths": ["Vulnerable customers"]}`,
	Meaning: "The operator has closed the list of the series of reminders, and this one is not on it.",
	Remedy:  "Use a path of the list, or ask the operator to add this one.",
	Attr:    "dunning_path.path_name",
	Bad:     `{"dunning_path": {"path_name": "Large debts"}}`,
	Good:    `{"dunning_path": {"path_name": "Vulnerable customers"}}`,
}

var rulePartnerUnknown = catalogue.Rule{
	Code: "partner_organisation_does_not_exist", Area: AreaMarks, Settings: `{"partner_organisations": ["PO-17"]}`,
	Meaning: "The operator has closed the list of the supplier's partner organisations, and this one is not on it.",
	Remedy:  "Use the number of an organisation of the list, or ask the operator to add this one.",
	Attr:    "partner_organisations.0.organisation_number",
	Bad: `{"partner_organisations": [{"organisation_number": "PO-18", "role": "Debt adviser",
		"valid_from": "2024-01-01T00:00:00Z", "valid_to": "2025-01-01T00:00:00Z"}]}`,
	Good: `{"partner_organisations": [{"organisation_number": "PO-17", "role": "Debt adviser",
		"valid_from": "2024-01-01T00:00:00Z", "valid_to": "2025-01-01T00:00:00Z"}]}`,
}
