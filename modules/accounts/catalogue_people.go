package accounts

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var peopleCatalogue = []catalogue.Rule{
	{
		Code: "business_account_missing_customers", Area: areaPeople,
		Meaning: "An account of a business has no customer, and its occupier is not unknown.",
		Remedy:  "Add the person to be in touch with, or set unknown_occupier.",
		Attr:    "customers",
		Bad:     `{"account_type": "BUSINESS", "customers": []}`,
		Good:    `{"account_type": "BUSINESS", "customers": [{"given_name": "Zoë"}]}`,
	},
	{
		Code: "customer_with_unknown_occupier", Area: areaPeople,
		Meaning: "The occupier is unknown, yet there are customers.",
		Remedy:  "Leave out the customers, or unknown_occupier.",
		Attr:    "customers",
		Bad:     `{"unknown_occupier": true, "customers": [{"family_name": "O’Neill"}]}`,
		Good:    `{"unknown_occupier": true, "customers": []}`,
	},
	{
		Code: "contact_details_for_occupier", Area: areaPeople,
		Meaning: "The occupier is unknown, yet the bills go to the attention or the e-mail address of somebody.",
		Remedy:  "Leave out billing_attention_of and billing_email, or unknown_occupier; a name and an address for bills may stay.",
		Attr:    "billing_email",
		Bad:     `{"unknown_occupier": true, "customers": [], "billing_email": "zoe@example.com"}`,
		Good:    `{"unknown_occupier": true, "customers": [], "billing_name": "The Occupier"}`,
	},
	{
		Code: "customer_may_not_be_named_the_occupier", Area: areaPeople,
		Meaning: "The names of a customer together are The Occupier, which is nobody's name.",
		Remedy:  "Leave the customer out and set unknown_occupier.",
		Attr:    "customers.0.family_name",
		Bad:     `{"customers": [{"given_name": "The", "family_name": "Occupier"}]}`,
		Good:    `{"unknown_occupier": true, "customers": []}`,
	},
	{
		Code: "customer_family_name_required", Area: areaPeople,
		Meaning: "A customer of a domestic account has no family name.",
		Remedy:  "Add the family name, or correct account_type.",
		Attr:    "customers.0.family_name",
		Bad:     `{"customers": [{"given_name": "Zoë"}]}`,
		Good:    `{"customers": [{"given_name": "Zoë", "family_name": "O’Neill"}]}`,
	},
	{
		Code: "repeated_values_for_unique_customer_detail_namespace", Area: areaPeople,
		Meaning: "A customer has two values in one namespace of user_details, or two customers have the same value in one that is unique: those that the operator has set, or else those that end in id, identifier or uuid.",
		Remedy:  "Keep one value for each namespace, and give each customer a value of their own in a unique one.",
		Attr:    "customers.0.user_details.1.namespace",
		Bad: `{"customers": [{"family_name": "O’Neill", "user_details": [
			{"namespace": "crm-id", "value": "17"}, {"namespace": "crm-id", "value": "18"}]}]}`,
		Good: `{"customers": [{"family_name": "O’Neill", "user_details": [
			{"namespace": "crm-id", "value": "17"}, {"namespace": "tier", "value": "gold"}]}]}`,
	},
	{
		Code: "fields_are_mutually_exclusive", Area: areaPeople,
		Meaning: "What a customer has agreed to is there in both forms, customer_preferences and consents.",
		Remedy:  "Leave one of the two out.",
		Attr:    "customers.0.customer_preferences",
		Bad: `{"customers": [{"family_name": "O’Neill", "customer_preferences": {"opted_into_sms": true},
			"consents": [{"type": "SMS", "value": "ACCEPTED"}]}]}`,
		Good: `{"customers": [{"family_name": "O’Neill", "consents": [{"type": "SMS", "value": "ACCEPTED"}]}]}`,
	},
	{
		Code: "children_with_duplicate_values", Area: areaPeople,
		Meaning: "Two items of one list are for the same thing: two consents of one type, or two instalments on one day.",
		Remedy:  "Keep the item that counts, or put the two together.",
		Attr:    "consents.1.type",
		Bad: `{"consents": [{"type": "DATA_SHARING", "value": "PENDING"},
			{"type": "DATA_SHARING", "value": "ACCEPTED"}]}`,
		Good: `{"consents": [{"type": "DATA_SHARING", "value": "ACCEPTED"}]}`,
	},
	{
		Code: fault.TeamDoesNotExist, Area: catalogue.Suppliers, Statuses: []int{http.StatusBadRequest},
		Meaning: "There is no operations team of this name.",
		Remedy:  "Correct the name, or ask the operator to create the team.",
		Attr:    "operations_team_name",
		Bad:     `{"operations_team_name": "migration team"}`,
		Good:    `{"operations_team_name": "Migration"}`,
	},
}
