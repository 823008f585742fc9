package gbenergy

import (
	"slices"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

// example returns a rule with an example of this market. Where the place of the fault is a
// supply point, a meter or one of their members, it stands below at0 or meter0.
func example(r catalogue.Rule, attr, bad, good string) catalogue.Rule {
	return supply.Example(settings.GBEnergy, r, attr, bad, good)
}

// The places of the first supply point and of its first meter.
const (
	address0 = "supply_addresses.0"
	point0   = address0 + ".meter_points.0"
	meter0   = point0 + ".meters.0"
)

// Parts of the examples.
const (
	house = `"supply_address1": "14 Heol y Frenhines", "supply_address2": "Caerdydd", "supply_postcode": "CF10 1AA", "customer_at_supply_address_from_date": "2019-11-02"`
	flat  = `"supply_address1": "Flat 2, 9 Quay Street", "supply_postcode": "M3 3JZ", "customer_at_supply_address_from_date": "2016-02-01"`

	mpan  = `"supply_type": "ELECTRICITY", "identifier": "1200022345676", "mpid": "ACME"`
	mprn  = `"supply_type": "GAS", "identifier": "7439208801", "mpid": "ACME", "shipper_mpid": "ACM"`
	since = `"supply_start_date": "2019-11-02"`

	variable    = `"agreements": [{"tariff_code": "E-VAR", "effective_from": "2019-11-02"}]`
	oneRegister = `"registers": [{"register_id": "1", "number_of_digits": 5}]`
	meter       = `"meters": [{"meter_serial_number": "S07A12345", ` + oneRegister + `}]`
	gasMeter    = `"meter_serial_number": "G4A00991", "gas_number_of_digits": 5`

	billed  = `"last_billed_to_date": "2024-06-12", `
	closed  = `"last_statement_closing_date": "2024-06-12", `
	read    = `"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "1"}]`
	readGas = `"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 7410, "reading_type": "ROUTINE"}]`

	company = `"account_type": "BUSINESS", "customers": [{"given_name": "Zoë", "family_name": "O’Neill"}], `
)

// under, addressed and join make parts of examples.
var under, addressed, join = supply.Under, supply.Addressed, supply.Join

// supplied returns the part of an account with these supply points at one address.
func supplied(members string, points ...string) string {
	return supply.Supplied(members, house, points...)
}

// The points of the examples, with these members beside the usual ones.
func power(members string) string { return join(mpan, since, variable, meter, members) }
func heating(members string) string {
	return join(mprn, since, variable, `"meters": [{`+gasMeter+`}]`, members)
}

// Points that lack a usual member have it in members.
func powerAgreed(agreements, members string) string {
	return join(mpan, since, `"agreements": [`+agreements+`]`, meter, members)
}
func powerMetered(meters string) string {
	return join(mpan, since, variable, `"meters": [`+meters+`]`)
}
func heatingMetered(meters string) string {
	return join(mprn, since, variable, `"meters": [`+meters+`]`)
}

// electricMeter and gasMeterOf return a meter with these members beside the usual ones.
func electricMeter(members string) string {
	return `{` + join(`"meter_serial_number": "S07A12345"`, oneRegister, members) + `}`
}
func gasMeterOf(members string) string { return `{` + join(gasMeter, members) + `}` }

// FeedIn returns the part of an account that feeds into the grid from these installations.
func FeedIn(installations string) string {
	return `{"fit": {"payment_method": "CHEQUE", "installations": [` + installations + `], "meters": [
		{"serial_number": "GEN0041", "type": "GENERATION", "last_billed_to_date": "2024-03-31", "transfer_reading": {"reading_date": "2024-03-31", "reading_value": "8123.5"}, "extensions": []}]}}`
}

// Rules lists the rules that a schema cannot say, with examples.
var Rules = slices.Concat(addressRules, pointRules, agreementRules, readingRules, meterRules, prepayRules, otherRules)
