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

// Supplied returns the part of an account with one meter point of electricity. The point
// has these members beside the required ones: ", "name": value ...".
func Supplied(members string) string { return at(electricity + members + `}`) }

// at returns the part of an account with these meter points at one address.
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

// Rules lists the rules that a schema cannot say.
var Rules = []catalogue.Rule{
	ruleGapsOrOverlaps, ruleNotCovered,
	ruleMissingTransfer, ruleMultipleTransfer, ruleReadingsUnordered,
	ruleDuplicateElse, ruleDuplicateHere,
}
