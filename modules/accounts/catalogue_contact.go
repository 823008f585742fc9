package accounts

import "dataimport/modules/kit/domain/catalogue"

var contactCatalogue = []catalogue.Rule{
	{
		Code: "invalid_phone_number", Area: areaPeople,
		Meaning: "The number cannot be dialled in the supplier's country, by the numbering plans that libphonenumber knows.",
		Remedy:  "Correct the number; one of another country needs + and the code of that country before it.",
		Attr:    "customers.0.landline",
		Bad:     `{"customers": [{"family_name": "O’Neill", "landline": "7946 0958"}]}`,
		Good:    `{"customers": [{"family_name": "O’Neill", "landline": "020 7946 0958", "mobile": "+353 85 012 3456"}]}`,
	},
	{
		Code: "invalid_email", Area: areaPeople,
		Meaning: "The text is not an e-mail address.",
		Remedy:  "Correct the address, or leave it out.",
		Attr:    "customers.0.email",
		Bad:     `{"customers": [{"family_name": "O’Neill", "email": "zoe(at)example.com"}]}`,
		Good:    `{"customers": [{"family_name": "O’Neill", "email": "zoe@example.com"}]}`,
	},
	{
		Code: "possible_test_email_address", Area: areaPeople,
		Meaning: "The address was probably made up for a test: it has test or xxx before the @, or after it test.com, test.co.uk or a name under .xxx or .xx.",
		Remedy:  "Use the customer's own address, or leave it out.",
		Attr:    "billing_email",
		Bad:     `{"billing_email": "test@example.com"}`,
		Good:    `{"billing_email": "zoe.test@example.com"}`,
	},
	{
		Code: "internal_email_address", Area: areaPeople,
		Meaning: "The address is in a domain that the operator has set as the supplier's own, and so is not the customer's.",
		Remedy:  "Use the customer's own address, or leave it out.",
		Attr:    "customers.0.contact_emails.0",
		Bad:     `{"customers": [{"family_name": "O’Neill", "contact_emails": ["billing@acme.example"]}]}`,
		Good:    `{"customers": [{"family_name": "O’Neill", "contact_emails": ["zoe@example.com"]}]}`,
	},
}

var addressCatalogue = []catalogue.Rule{
	{
		Code: "invalid_country", Area: areaAddress,
		Meaning: "The country is none of ISO 3166-1.",
		Remedy:  "Write the two letters of the country; they may be small ones.",
		Attr:    "billing_address.country",
		Bad:     `{"billing_address": {"country": "UK", "street_address": "14 High Street", "postal_code": "LS1 4DY"}}`,
		Good:    `{"billing_address": {"country": "GB", "street_address": "14 High Street", "postal_code": "LS1 4DY"}}`,
	},
	{
		Code: "invalid_address", Area: areaAddress,
		Meaning: "An address has no street, or has it in both forms; in the older form it has later lines but not its first.",
		Remedy:  "Give street_address or structured_street_address, or fill billing_address1 first.",
		Attr:    "billing_address",
		Bad:     `{"billing_address": {"country": "GB", "postal_code": "LS1 4DY"}}`,
		Good:    `{"billing_address": {"country": "GB", "street_address": "14 High Street", "postal_code": "LS1 4DY"}}`,
	},
	{
		Code: "invalid_address", Area: areaAddress,
		Attr: "billing_address1",
		Bad:  `{"billing_address2": "Leeds"}`,
		Good: `{"billing_address1": "14 High Street", "billing_address2": "Leeds"}`,
	},
	{
		Code: "invalid_postcode", Area: areaAddress,
		Meaning: "The postcode cannot be one of its country; that of billing_postcode is the supplier's.",
		Remedy:  "Correct the postcode or the country; capitals and spaces do not matter.",
		Attr:    "billing_postcode",
		Bad:     `{"billing_address1": "14 High Street", "billing_postcode": "LS1 4D"}`,
		Good:    `{"billing_address1": "14 High Street", "billing_postcode": "ls14dy"}`,
	},
	{
		Code: "invalid_delivery_point_identifier", Area: areaAddress,
		Meaning: "A delivery point identifier has something else than digits.",
		Remedy:  "Give the digits alone, at most 11 of them, or leave it out.",
		Attr:    "billing_delivery_point_identifier",
		Bad:     `{"billing_address1": "14 High Street", "billing_delivery_point_identifier": "DPI-5079"}`,
		Good:    `{"billing_address1": "14 High Street", "billing_delivery_point_identifier": "50793125"}`,
	},
	{
		Code: "billing_address_new_style_and_legacy", Area: areaAddress,
		Meaning: "The address for bills is there in both forms.",
		Remedy:  "Leave out billing_address, or billing_address1 to billing_address5 with billing_postcode and billing_delivery_point_identifier.",
		Attr:    "billing_address",
		Bad: `{"billing_address": {"country": "GB", "street_address": "14 High Street"},
			"billing_address1": "14 High Street"}`,
		Good: `{"billing_address": {"country": "GB", "street_address": "14 High Street"}}`,
	},
}
