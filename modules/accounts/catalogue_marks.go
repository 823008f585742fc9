package accounts

import "dataimport/modules/kit/catalogue"

var dateCatalogue = []catalogue.Rule{
	{
		Code: "date_in_future", Area: catalogue.Dates,
		Meaning: "A date or moment of something that has happened, such as a birth, a sale or a consent, lies in the future.",
		Remedy:  "Correct it; today, in the supplier's time zone, is the latest.",
		Attr:    "customers.0.date_of_birth",
		Bad:     `{"customers": [{"family_name": "O’Neill", "date_of_birth": "2971-05-04"}]}`,
		Good:    `{"customers": [{"family_name": "O’Neill", "date_of_birth": "1971-05-04"}]}`,
	},
	{
		Code: "date_in_past", Area: catalogue.Dates,
		Meaning: "A series of reminders would have started before today.",
		Remedy:  "Leave start_date out to start today, or give a later day.",
		Attr:    "dunning_path.start_date",
		Bad:     `{"dunning_path": {"path_name": "Vulnerable customers", "start_date": "2024-01-01"}}`,
		Good:    `{"dunning_path": {"path_name": "Vulnerable customers"}}`,
	},
	{
		Code: "last_payment_review_date_is_future_dated", Area: catalogue.Dates,
		Meaning: "The last review of payments lies in the future.",
		Remedy:  "Correct the date, or leave it out where there was no review.",
		Attr:    "last_payment_review_date",
		Bad:     `{"last_payment_review_date": "2999-01-31"}`,
		Good:    `{"last_payment_review_date": "2024-01-31"}`,
	},
	{
		Code: "start_date_later_than_end_date", Area: catalogue.Dates,
		Meaning: "Something starts after its own end; both may be on one day.",
		Remedy:  "Correct one of the two dates.",
		Attr:    "payment_schedules.0.start_date",
		Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-06-30", "end_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY"}]}`,
		Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "end_date": "2024-06-30", "amount": "50.00", "frequency": "WEEKLY"}]}`,
	},
	{
		Code: "start_date_same_as_end_date", Area: catalogue.Dates,
		Meaning: "A campaign would expire on the day it starts.",
		Remedy:  "Correct one of the two dates, or leave expiry_date out.",
		Attr:    "account_campaigns.0.start_date",
		Bad:     `{"account_campaigns": [{"slug": "autumn-switch", "start_date": "2024-09-01", "expiry_date": "2024-09-01"}]}`,
		Good:    `{"account_campaigns": [{"slug": "autumn-switch", "start_date": "2024-09-01", "expiry_date": "2024-09-02"}]}`,
	},
}

var marksCatalogue = []catalogue.Rule{
	{
		Code: "reference_already_exists", Area: areaMarks,
		Meaning: "The account has the same reference, of one namespace and value, twice.",
		Remedy:  "Keep it once; several values in one namespace are fine.",
		Attr:    "references.1.value",
		Bad: `{"references": [{"namespace": "legacy-crm", "value": "CRM-4711"},
			{"namespace": "legacy-crm", "value": "CRM-4711"}]}`,
		Good: `{"references": [{"namespace": "legacy-crm", "value": "CRM-4711"},
			{"namespace": "legacy-crm", "value": "CRM-4712"}]}`,
	},
	{
		Code: "metadata_has_duplicate_keys", Area: areaMarks,
		Meaning: "Two values of metadata have the same key; capitals and small letters are told apart.",
		Remedy:  "Keep one value for each key.",
		Attr:    "metadata.1.key",
		Bad:     `{"metadata": [{"key": "wave", "value": 7}, {"key": "wave", "value": 8}]}`,
		Good:    `{"metadata": [{"key": "wave", "value": [7, 8]}]}`,
	},
	{
		Code: "campaign_name_or_slug_not_provided", Area: areaMarks,
		Meaning: "A campaign has neither a slug nor a name.",
		Remedy:  "Add slug or campaign_name.",
		Attr:    "account_campaigns.0",
		Bad:     `{"account_campaigns": [{"start_date": "2024-09-01"}]}`,
		Good:    `{"account_campaigns": [{"slug": "autumn-switch", "start_date": "2024-09-01"}]}`,
	},
	{
		Code: "campaign_name_and_slug_provided", Area: areaMarks,
		Meaning: "A campaign has both a slug and a name.",
		Remedy:  "Leave one of the two out.",
		Attr:    "account_campaigns.0.campaign_name",
		Bad:     `{"account_campaigns": [{"slug": "autumn-switch", "campaign_name": "Autumn switch"}]}`,
		Good:    `{"account_campaigns": [{"campaign_name": "Autumn switch"}]}`,
	},
	{
		Code: "inconsistent_campaign_identifiers", Area: areaMarks,
		Meaning: "Some campaigns of an account are told by slug and others by name, so that one could be there twice.",
		Remedy:  "Use slug for all of them, or campaign_name for all.",
		Attr:    "account_campaigns.1.campaign_name",
		Bad:     `{"account_campaigns": [{"slug": "autumn-switch"}, {"campaign_name": "Refer a friend"}]}`,
		Good:    `{"account_campaigns": [{"slug": "autumn-switch"}, {"slug": "refer-a-friend"}]}`,
	},
	{
		Code: "duplicate_account_campaigns", Area: areaMarks,
		Meaning: "The account takes part in a campaign twice, whatever the dates.",
		Remedy:  "Keep it once.",
		Attr:    "account_campaigns.1.slug",
		Bad:     `{"account_campaigns": [{"slug": "autumn-switch"}, {"slug": "autumn-switch", "start_date": "2024-09-01"}]}`,
		Good:    `{"account_campaigns": [{"slug": "autumn-switch", "start_date": "2024-09-01"}]}`,
	},
	{
		Code: "debt_collection_agency_name_required", Area: areaMarks,
		Meaning: "A debt does not name the agency that collects it, and is not there for an insolvency or a credit reference alone.",
		Remedy:  "Add agency_name.",
		Attr:    "debts.0.agency_name",
		Bad:     `{"debts": [{"start_date": "2024-01-01", "aged_debt": [{"debt_amount": "120.75", "due_date": "2023-11-01"}]}]}`,
		Good: `{"debts": [{"agency_name": "Northgate Recoveries", "start_date": "2024-01-01",
			"aged_debt": [{"debt_amount": "120.75", "due_date": "2023-11-01"}]}]}`,
	},
}
