package gbenergy

import "dataimport/modules/kit/domain/catalogue"

const area = "Supply of energy"

// Parts of the examples.
const (
	house = `{"supply_address1": "14 Heol y Frenhines", "supply_postcode": "CF10 1AA", "customer_at_supply_address_from_date": "2019-11-02", "meter_points": [`
	flat  = `{"supply_address1": "Flat 2, 9 Quay Street", "supply_postcode": "M3 3JZ", "customer_at_supply_address_from_date": "2016-02-01", "meter_points": [`

	electricity = `{"supply_type": "ELECTRICITY", "mpan": "1200022345676", "supply_start_date": "2019-11-02", "agreements": [{"tariff_code": "E-VAR", "effective_from": "2019-11-02"}]`
	gas         = `{"supply_type": "GAS", "mprn": "7439208801", "supply_start_date": "2019-11-02", "agreements": [{"tariff_code": "G-VAR", "effective_from": "2019-11-02"}]}`
)

// Supplied is the part of an account with one meter point of electricity, which has
// these members beside those that it needs: ", "name": value ...".
func Supplied(members string) string { return at(electricity + members + `}`) }

// at is the part of an account with these meter points at one address.
func at(points string) string { return `{"supply_addresses": [` + house + points + `]}]}` }

func agreed(agreements string) string {
	return at(`{"supply_type": "ELECTRICITY", "mpan": "1200022345676", "supply_start_date": "2019-11-02", "agreements": [` + agreements + `]}`)
}

func billed(day string, part string) string {
	return `{"last_billed_to_date": "` + day + `", ` + part[1:]
}

func metered(register string) string {
	return Supplied(`, "meters": [{"serial_number": "S07A12345", "registers": [{"register_id": "1", ` + register + `}]}]`)
}

// Rules describes the codes of the rules that a schema cannot say.
var Rules = []catalogue.Rule{
	{
		Code: codeGapsOrOverlaps, Area: area, Market: Name,
		Meaning: "Two agreements of a meter point cover the same day, or leave days between them without any.",
		Remedy:  "Let each agreement begin on the day after the last of the one before; only the last may be open-ended.",
		Attr:    "supply_addresses.0.meter_points.0.agreements.1.effective_from",
		Bad:     agreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2021-11-01"}, {"tariff_code": "E-VAR", "effective_from": "2021-11-01"}`),
		Good:    agreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2021-11-01"}, {"tariff_code": "E-VAR", "effective_from": "2021-11-02"}`),
	},
	{
		Code: codeNotCovered, Area: area, Market: Name,
		Meaning: "The meter point was supplied on the day to which the account was billed, and none of its agreements covers that day.",
		Remedy:  "Add the agreement that the customer was billed under, or correct last_billed_to_date.",
		Attr:    "supply_addresses.0.meter_points.0.agreements",
		Bad:     billed("2024-06-12", agreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2024-06-11"}`)),
		Good:    billed("2024-06-12", agreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2024-06-12"}`)),
	},
	{
		Code: codeMissingTransfer, Area: area, Market: Name,
		Meaning: "A register that is in use has no reading of the transfer.",
		Remedy:  "Add the reading at which the customer is handed over, or say with is_active that the register is not in use.",
		Attr:    "supply_addresses.0.meter_points.0.meters.0.registers.0.transfer_readings",
		Bad:     metered(`"unit": "KWH"`),
		Good:    metered(`"unit": "KWH", "transfer_readings": [{"reading_date": "2024-06-12", "value": "20455"}]`),
	},
	{
		Code: codeMultipleTransfer, Area: area, Market: Name,
		Meaning: "A register has more than one reading of the transfer.",
		Remedy:  "Leave the one at which the customer is handed over, and put the others among the historical readings.",
		Attr:    "supply_addresses.0.meter_points.0.meters.0.registers.0.transfer_readings.1",
		Bad:     metered(`"transfer_readings": [{"reading_date": "2024-06-12", "value": "20455"}, {"reading_date": "2024-06-13", "value": "20461"}]`),
		Good:    metered(`"transfer_readings": [{"reading_date": "2024-06-13", "value": "20461"}], "historical_readings": [{"reading_date": "2024-06-12", "value": "20455"}]`),
	},
	{
		Code: codeReadingsUnordered, Area: area, Market: Name,
		Meaning: "A reading stands after one that was taken later.",
		Remedy:  "Put the historical readings in the order of their dates, the oldest first; the transfer reading is the latest.",
		Attr:    "supply_addresses.0.meter_points.0.meters.0.registers.0.historical_readings.1.reading_date",
		Bad:     metered(`"is_active": false, "historical_readings": [{"reading_date": "2023-12-12", "value": "19644"}, {"reading_date": "2023-06-12", "value": "19020"}]`),
		Good:    metered(`"is_active": false, "historical_readings": [{"reading_date": "2023-06-12", "value": "19020"}, {"reading_date": "2023-12-12", "value": "19644"}]`),
	},
	{
		Code: codeDuplicateElse, Area: area, Market: Name,
		Meaning: "One meter point stands at two supply addresses.",
		Remedy:  "Leave it at the address where it is.",
		Attr:    "supply_addresses.1.meter_points.0.mprn",
		Bad:     `{"supply_addresses": [` + house + gas + `]}, ` + flat + gas + `]}]}`,
		Good:    `{"supply_addresses": [` + house + gas + `]}, ` + flat + electricity + `}]}]}`,
	},
	{
		Code: codeDuplicateHere, Area: area, Market: Name,
		Meaning: "One meter point stands twice at a supply address.",
		Remedy:  "Leave it once, with all its meters and agreements.",
		Attr:    "supply_addresses.0.meter_points.1.mprn",
		Bad:     at(gas + `, ` + gas),
		Good:    at(gas),
	},
}
