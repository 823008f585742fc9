package markets

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/markets/gbenergy"
)

const area = "Members that a market adds"

// rules describes the codes of what a market's schema refuses that the core has no
// code for, with examples from the market that is shipped, and those of its rules.
var rules = append([]catalogue.Rule{
	{
		Code: codeInvalidFormat, Area: area, Market: gbenergy.Name,
		Meaning: "A text is not of the form that the market's schema asks for.",
		Remedy:  "Compare it with the pattern or the format that the schema names at this place.",
		Attr:    "supply_addresses.0.meter_points.0.profile_class",
		Bad:     gbenergy.Supplied(`, "profile_class": "9"`),
		Good:    gbenergy.Supplied(`, "profile_class": "02"`),
	},
	{
		Code: codeInvalidMPAN, Area: area, Market: gbenergy.Name,
		Meaning: "The number is not the core of a Meter Point Administration Number: 13 digits, of which the last is the check digit.",
		Remedy:  "Compare it with the customer's bill, and leave out the profile class, time switch code and line loss factor that are printed above it.",
		Attr:    "supply_addresses.0.meter_points.1.mpan",
		Bad:     gbenergy.Supplied(`, "is_export": false}, {"supply_type": "ELECTRICITY", "mpan": "1200022345675", "supply_start_date": "2019-11-02", "agreements": [{"tariff_code": "E-VAR", "effective_from": "2019-11-02"}]`),
		Good:    gbenergy.Supplied(``),
	},
	{
		Code: codeInvalidMPRN, Area: area, Market: gbenergy.Name,
		Meaning: "The number is not a Meter Point Reference Number, which has 6 to 10 digits.",
		Remedy:  "Compare it with the customer's bill.",
		Attr:    "supply_addresses.0.meter_points.1.mprn",
		Bad:     gbenergy.Supplied(`}, {"supply_type": "GAS", "mprn": "74392", "supply_start_date": "2019-11-02", "agreements": [{"tariff_code": "G-VAR", "effective_from": "2019-11-02"}]`),
		Good:    gbenergy.Supplied(`}, {"supply_type": "GAS", "mprn": "7439208801", "supply_start_date": "2019-11-02", "agreements": [{"tariff_code": "G-VAR", "effective_from": "2019-11-02"}]`),
	},
	{
		Code: codeTooFewItems, Area: area, Market: gbenergy.Name,
		Meaning: "An array or an object has fewer items than the market's schema asks for.",
		Remedy:  "Add what is missing.",
		Attr:    "supply_addresses.0.meter_points",
		Bad:     `{"supply_addresses": [{"supply_address1": "14 Heol y Frenhines", "supply_postcode": "CF10 1AA", "customer_at_supply_address_from_date": "2019-11-02", "meter_points": []}]}`,
		Good:    gbenergy.Supplied(``),
	},
	{
		Code: codeTooShort, Area: area,
		Meaning: "A text has fewer characters than the market's schema asks for.",
		Remedy:  "Send the whole value, or find out with the operator whether the schema is right.",
	},
	{
		Code: codeInvalidValue, Area: area,
		Meaning: "A value is not what the market's schema allows, and no other code says how.",
		Remedy:  "Compare it with the schema at this place.",
	},
}, gbenergy.Rules...)
