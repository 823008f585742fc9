package payload

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Rules describes the codes of what is wrong with the shape of a payload, whatever
// it is about.
var Rules = []catalogue.Rule{
	{
		Code: fault.MalformedJSON, Area: catalogue.Shape, Statuses: []int{http.StatusBadRequest},
		Meaning: "The body is not one JSON object, or an object in it has two members of one name.",
		Remedy:  "Correct the body at the line and column that the answer names; nothing else was checked yet.",
	},
	{
		Code: fault.NestedTooDeeply, Area: catalogue.Shape, Statuses: []int{http.StatusBadRequest},
		Meaning: "Objects and arrays are nested deeper than anything that is documented.",
		Remedy:  "Send what is there flatter; nothing else was checked yet.",
	},
	{
		Code: codeRequired, Area: catalogue.Shape,
		Meaning: "A member that must be there is missing, or is an empty string.",
		Remedy:  "Add the member, with a value.",
		Attr:    "references.0.value",
		Bad:     `{"references": [{"namespace": "legacy-crm"}]}`,
		Good:    `{"references": [{"namespace": "legacy-crm", "value": "CRM-4711"}]}`,
	},
	{
		Code: codeUnknownField, Area: catalogue.Shape,
		Meaning: "There is no member of this name at this place, or this kind of item has none.",
		Remedy:  "Correct the spelling, or leave the member out.",
		Attr:    "customers.0.phone",
		Bad:     `{"customers": [{"family_name": "O’Neill", "phone": "020 7946 0958"}]}`,
		Good:    `{"customers": [{"family_name": "O’Neill", "landline": "020 7946 0958"}]}`,
	},
	{
		Code: codeNullNotAllowed, Area: catalogue.Shape,
		Meaning: "A member is null.",
		Remedy:  "Leave the member out: what is not there is not sent.",
		Attr:    "customers.0.email",
		Bad:     `{"customers": [{"family_name": "O’Neill", "email": null}]}`,
		Good:    `{"customers": [{"family_name": "O’Neill"}]}`,
	},
	{
		Code: codeInvalidType, Area: catalogue.Shape,
		Meaning: "The value is of another JSON type than the member takes.",
		Remedy:  "Send the type that the schema names; only a number may stand where a string is documented, and a decimal may be either.",
		Attr:    "unknown_occupier",
		Bad:     `{"unknown_occupier": "no"}`,
		Good:    `{"unknown_occupier": false}`,
	},
	{
		Code: codeInvalidChoice, Area: catalogue.Shape,
		Meaning: "The value is none of those that the member takes, is not of the form that its codes have, or is not on the list that the operator has closed for the supplier.",
		Remedy:  "Use one of the values that the schema or the detail of the fault lists, in capitals and small letters as there.",
		Attr:    "communication_preference",
		Bad:     `{"communication_preference": "Online"}`,
		Good:    `{"communication_preference": "ONLINE"}`,
	},
	{
		Code: codeInvalidDate, Area: catalogue.Shape,
		Meaning: "The value is not a date that exists, written as YYYY-MM-DD.",
		Remedy:  "Write the date as year, month and day, with hyphens and leading zeros.",
		Attr:    "date_of_sale",
		Bad:     `{"date_of_sale": "31/01/2024"}`,
		Good:    `{"date_of_sale": "2024-01-31"}`,
	},
	{
		Code: codeInvalidDatetime, Area: catalogue.Shape,
		Meaning: "The value is not a datetime with its zone.",
		Remedy:  "Write it as YYYY-MM-DDTHH:MM:SSZ, or with an offset such as +01:00 in place of the Z; a zone is never guessed.",
		Attr:    "consents.0.signed_at",
		Bad:     `{"consents": [{"type": "DATA_SHARING", "value": "ACCEPTED", "signed_at": "2024-01-31T09:30:00"}]}`,
		Good:    `{"consents": [{"type": "DATA_SHARING", "value": "ACCEPTED", "signed_at": "2024-01-31T09:30:00Z"}]}`,
	},
	{
		Code: codeInvalidDecimal, Area: catalogue.Shape,
		Meaning: "The value is not a decimal number, or has more digits than the member takes.",
		Remedy:  "Write digits with a point and no separators, and not more of them on either side of the point than the schema says.",
		Attr:    "payment_promises.0.amount",
		Bad:     `{"payment_promises": [{"amount": "1,250.00", "payment_date": "2024-03-01"}]}`,
		Good:    `{"payment_promises": [{"amount": "1250.00", "payment_date": "2024-03-01"}]}`,
	},
	{
		Code: codeTooLong, Area: catalogue.Shape,
		Meaning: "The text has more characters than the member takes.",
		Remedy:  "Shorten it, or find the member that is meant for it.",
		Attr:    "customers.0.title",
		Bad:     `{"customers": [{"title": "The Right Honourable the Lord", "family_name": "O’Neill"}]}`,
		Good:    `{"customers": [{"title": "Lord", "family_name": "O’Neill"}]}`,
	},
	{
		Code: codeTooManyItems, Area: catalogue.Shape,
		Meaning: "An array has more items than one request may bring, which is 10,000 unless the operator has set another number.",
		Remedy:  "Send the account with fewer, and the rest once it is imported.",
	},
	{
		Code: codeOutOfRange, Area: catalogue.Shape,
		Meaning: "The whole number is smaller or larger than the member takes.",
		Remedy:  "Use a number from the range that the schema names.",
		Attr:    "payment_schedules.0.day_of_month",
		Bad:     `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "MONTHLY", "day_of_month": 31}]}`,
		Good:    `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "MONTHLY", "day_of_month": 28}]}`,
	},
}
