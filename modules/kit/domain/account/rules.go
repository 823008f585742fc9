package account

import "dataimport/modules/kit/domain/catalogue"

// Areas of the core of the account object whose rules other modules check too.
const (
	AreaPeople    = "People"
	AreaAddresses = "Addresses"
	AreaBusiness  = "Businesses, portfolios and billing options"
)

// The rules below are checked by several modules. The module that owns the members of
// the example lists the rule.

// RuleDateInFuture is broken by a date of something that has happened which lies in the future.
var RuleDateInFuture = catalogue.Rule{
	Code: "date_in_future", Area: catalogue.Dates,
	Meaning: "A date or moment of something that has happened, such as a birth, a sale or a consent, lies in the future.",
	Remedy:  "Correct it; today, in the supplier's time zone, is the latest.",
	Attr:    "customers.0.date_of_birth",
	Bad:     `{"customers": [{"family_name": "O’Neill", "date_of_birth": "2971-05-04"}]}`,
	Good:    `{"customers": [{"family_name": "O’Neill", "date_of_birth": "1971-05-04"}]}`,
}

// RuleStartAfterEnd is broken by a period that starts after its own end.
var RuleStartAfterEnd = catalogue.Rule{
	Code: "start_date_later_than_end_date", Area: catalogue.Dates,
	Meaning: "Something starts after its own end; both may be on one day.",
	Remedy:  "Correct one of the two dates.",
	Attr:    "payment_schedules.0.start_date",
	Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-06-30", "end_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY"}]}`,
	Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "end_date": "2024-06-30", "amount": "50.00", "frequency": "WEEKLY"}]}`,
}

// RuleInvalidFormat is broken by a text that is not of the form that its member has.
var RuleInvalidFormat = catalogue.Rule{
	Code: "invalid_format", Area: catalogue.Shape,
	Meaning: "A text is not of the form that the member takes: an account number that no address can contain, or a value that the market's schema asks for in another form.",
	Remedy:  "Compare it with the pattern or the format that the schema names at this place.",
	Attr:    "external_account_number",
	Bad:     `{"external_account_number": ".."}`,
	Good:    `{"external_account_number": "1001"}`,
}

// RuleInvalidEmail is broken by a text that is not an e-mail address.
var RuleInvalidEmail = catalogue.Rule{
	Code: "invalid_email", Area: AreaPeople,
	Meaning: "The text is not an e-mail address.",
	Remedy:  "Correct the address, or leave it out.",
	Attr:    "customers.0.email",
	Bad:     `{"customers": [{"family_name": "O’Neill", "email": "zoe(at)example.com"}]}`,
	Good:    `{"customers": [{"family_name": "O’Neill", "email": "zoe@example.com"}]}`,
}

// RuleInvalidPostcode is broken by a text that cannot be a postcode of its country.
var RuleInvalidPostcode = catalogue.Rule{
	Code: "invalid_postcode", Area: AreaAddresses,
	Meaning: "The postcode cannot be one of its country; that of billing_postcode is the supplier's.",
	Remedy:  "Correct the postcode or the country; capitals and spaces do not matter.",
	Attr:    "billing_postcode",
	Bad:     `{"billing_address1": "14 High Street", "billing_postcode": "LS1 4D"}`,
	Good:    `{"billing_address1": "14 High Street", "billing_postcode": "ls14dy"}`,
}

// RuleDuplicateValues is broken by two items of one list that are for the same thing.
var RuleDuplicateValues = catalogue.Rule{
	Code: "children_with_duplicate_values", Area: AreaPeople,
	Meaning: "Two items of one list are for the same thing: two consents of one type, or two instalments on one day.",
	Remedy:  "Keep the item that counts, or put the two together.",
	Attr:    "consents.1.type",
	Bad: `{"consents": [{"type": "DATA_SHARING", "value": "PENDING"},
		{"type": "DATA_SHARING", "value": "ACCEPTED"}]}`,
	Good: `{"consents": [{"type": "DATA_SHARING", "value": "ACCEPTED"}]}`,
}

// RuleInvalidPhoneNumber is broken by a text that is no telephone number.
var RuleInvalidPhoneNumber = catalogue.Rule{
	Code: "invalid_phone_number", Area: AreaPeople,
	Meaning: "The number cannot be dialled in the supplier's country, by the numbering plans that libphonenumber knows.",
	Remedy:  "Correct the number; one of another country needs + and the code of that country before it.",
	Attr:    "customers.0.landline",
	Bad:     `{"customers": [{"family_name": "O’Neill", "landline": "7946 0958"}]}`,
	Good:    `{"customers": [{"family_name": "O’Neill", "landline": "020 7946 0958", "mobile": "+353 85 012 3456"}]}`,
}

// RuleStartSameAsEnd is broken by a period that ends on the day on which it starts, where
// its end is exclusive.
var RuleStartSameAsEnd = catalogue.Rule{
	Code: "start_date_same_as_end_date", Area: catalogue.Dates,
	Meaning: "Something whose end is exclusive ends on the day it starts.",
	Remedy:  "Correct one of the two dates, or leave the end out.",
	Attr:    "account_campaigns.0.start_date",
	Bad:     `{"account_campaigns": [{"slug": "autumn-switch", "start_date": "2024-09-01", "expiry_date": "2024-09-01"}]}`,
	Good:    `{"account_campaigns": [{"slug": "autumn-switch", "start_date": "2024-09-01", "expiry_date": "2024-09-02"}]}`,
}

// RuleBusinessOfDomestic is broken by a household that has what only businesses have.
var RuleBusinessOfDomestic = catalogue.Rule{
	Code: "business_fields_provided_for_domestic_accounts", Area: AreaBusiness,
	Meaning: "A domestic account has the type or the number of a business, or rates that only businesses have.",
	Remedy:  "Leave business_type, company_number and such rates out, or correct account_type.",
	Attr:    "business.company_number",
	Bad:     `{"account_type": "DOMESTIC", "business": {"company_number": "00445790"}}`,
	Good:    `{"account_type": "DOMESTIC", "business": {"company_name": "O’Neill Bakers"}}`,
}

// RuleDuplicateMetadataKeys is broken by two values of metadata under one key.
var RuleDuplicateMetadataKeys = catalogue.Rule{
	Code: "metadata_has_duplicate_keys", Area: AreaMarks,
	Meaning: "Two values of metadata have the same key; capitals and small letters are told apart.",
	Remedy:  "Keep one value for each key.",
	Attr:    "metadata.1.key",
	Bad:     `{"metadata": [{"key": "wave", "value": 7}, {"key": "wave", "value": 8}]}`,
	Good:    `{"metadata": [{"key": "wave", "value": [7, 8]}]}`,
}

// RuleInvalidCountry is broken by a text that is no country.
var RuleInvalidCountry = catalogue.Rule{
	Code: "invalid_country", Area: AreaAddresses,
	Meaning: "The country is none of ISO 3166-1.",
	Remedy:  "Write the two letters of the country; they may be small ones.",
	Attr:    "billing_address.country",
	Bad:     `{"billing_address": {"country": "UK", "street_address": "14 High Street", "postal_code": "LS1 4DY"}}`,
	Good:    `{"billing_address": {"country": "GB", "street_address": "14 High Street", "postal_code": "LS1 4DY"}}`,
}

// RuleInvalidAddress is broken by an address that has its street twice.
var RuleInvalidAddress = catalogue.Rule{
	Code: "invalid_address", Area: AreaAddresses,
	Meaning: "An address has its street in both forms.",
	Remedy:  "Leave out street_address or structured_street_address.",
	Attr:    "billing_address.street_address",
	Bad:     `{"billing_address": {"country": "GB", "street_address": "14 High Street", "structured_street_address": {"building": "14"}}}`,
	Good:    `{"billing_address": {"country": "GB", "street_address": "14 High Street", "structured_street_address": {}}}`,
}
