package auenergy

import (
	"slices"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

// example returns a rule with an example of this market.
func example(r catalogue.Rule, attr, bad, good string) catalogue.Rule {
	return supply.Example(settings.AUEnergy, r, attr, bad, good)
}

// under, addressed and join make parts of examples.
var under, addressed, join = supply.Under, supply.Addressed, supply.Join

// supplied returns the part of an account with these supply points at one address.
func supplied(members string, points ...string) string {
	return supply.Supplied(members, house, points...)
}

// The places of the first address, of its first supply point and of its first meter.
const (
	address0 = "supply_addresses.0"
	point0   = address0 + ".meter_points.0"
	meter0   = point0 + ".meters.0"
)

// Parts of the examples.
const (
	fitzroy = `{"country": "AU", "administrative_area": "VIC", "locality": "Fitzroy", "postal_code": "3065", "structured_street_address": {"house_number_1": 114, "street_name": "Gertrude", "street_type": "ST"}}`
	darwin  = `{"country": "AU", "administrative_area": "NT", "locality": "Darwin City", "postal_code": "0800", "structured_street_address": {"flat_or_unit_type": "U", "flat_or_unit_number": "2", "house_number_1": 9, "street_name": "Mitchell", "street_type": "ST"}}`

	house = `"supply_address": ` + fitzroy + `, "customer_at_supply_address_from_date": "2019-11-02"`
	unit  = `"supply_address": ` + darwin + `, "customer_at_supply_address_from_date": "2016-02-01"`
	since = `"supply_start_date": "2019-11-02"`

	variable    = `"agreements": [{"tariff_code": "E-VAR", "effective_from": "2019-11-02"}]`
	oneRegister = `"registers": [{"register_id": "11"}]`
	meter       = `"meters": [{"meter_serial_number": "700123456", ` + oneRegister + `}]`
	gasMeter    = `"meter_serial_number": "G0A99123"`
	waterMeter  = `"meter_serial_number": "W17-4420", "installed_on": "2019-11-02", "location": "RISER", "meter_measurement_unit": "kL", "number_of_dials_on_device": 5, "read_method": "MANUAL"`

	gasData = `"supply_type": "GAS", "mpxn": "5310012345", "address": {"postcode": "3065"}, "role_assignments": [{"party": "ACMEGAS", "role": "FRO"}, {"party": "MULTINET", "role": "DB"}],
		"master_data": {"market": "VIC", "mirn_status": "COM", "customer_classification_code": "RES", "heating_value_zone": null}`
	embeddedData = `"supply_type": "EMBEDDED_ELECTRICITY", "mpxn": "7102000001", "parent_nmi": "6102345678", "nmi_classification": "SMALL", "customer_classification": "RESIDENTIAL", "customer_threshold": "LOW"`
	hotWater     = `"mpxn": "EMBEDDED_WATER_0012", "installation_id": "0000000012", "installation_type": "BHW", "pricing_zone": "METRO", "reading_route": "R-7"`

	statusNow      = `"nmi_status_periods": [{"status": "A", "active_from": "2019-11-02"}]`
	distributorNow = `"distributors": [{"lnsp_id": "CITIPP", "from_date": "2019-11-02"}]`
	providerNow    = `"meter_data_providers": [{"mdp_id": "ACTIVEMD", "from_date": "2019-11-02"}]`

	billed  = `"last_billed_to_date": "2024-06-12", `
	closed  = `"last_statement_closing_date": "2024-06-12", `
	read    = `"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "11"}]`
	readGas = `"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 7410, "reading_type": "ROUTINE"}]`
	readHot = `"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 88.5, "reading_quality": "ACTUAL"}]`

	company = `"account_type": "BUSINESS", "customers": [{"given_name": "Zoë", "family_name": "O’Neill"}], `
)

// The points of the examples, with these members beside the usual ones.
func power(members string) string {
	return join(`"mpxn": "6102345678"`, since, variable, meter, members)
}
func heating(members string) string {
	return join(gasData, since, variable, `"meters": [{`+gasMeter+`}]`, members)
}
func water(members string) string {
	return join(hotWater, since, variable, `"plant_fuel_type": "LP", "meters": [{`+waterMeter+`}]`, members)
}

// Points that lack a usual member have it in members.
func powerAgreed(agreements, members string) string {
	return join(`"mpxn": "6102345678"`, since, `"agreements": [`+agreements+`]`, meter, members)
}
func powerMetered(meters string) string {
	return join(`"mpxn": "6102345678"`, since, variable, `"meters": [`+meters+`]`)
}
func heatingMetered(members string) string {
	return join(gasData, since, variable, `"meters": [{`+join(gasMeter, members)+`}]`)
}
func waterMetered(members string) string {
	return join(hotWater, since, variable, `"plant_fuel_type": "LP", "meters": [{`+join(waterMeter, members)+`}]`)
}

// embedded returns a point of an embedded network with a meter of these members.
func embedded(members string) string {
	return join(embeddedData, since, variable, statusNow, distributorNow, providerNow, `"meters": [{`+embeddedMeter(members)+`}]`)
}

func embeddedMeter(members string) string {
	return join(`"meter_serial_number": "EM0042", "status": "C", "active_from": "2019-11-02", "read_type_method": "M",
		"registers": [{"register_id": "E1", "suffix": "E1", "time_of_day": "ALLDAY", "status": "C", "unit_of_measure": "KWH", "multiplier": 1, "dial_format_digits": 6, "dial_format_decimals": 1, "active_from": "2019-11-02"}]`, members)
}

// electricMeter returns a meter with these members beside the usual ones.
func electricMeter(members string) string {
	return `{` + join(`"meter_serial_number": "700123456"`, oneRegister, members) + `}`
}

// Rules lists the rules that a schema cannot say, with examples.
var Rules = slices.Concat(addressRules, pointRules, agreementRules, readingRules, contractRules, peopleRules, paymentRules)
