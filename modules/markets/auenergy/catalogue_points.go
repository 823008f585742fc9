package auenergy

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/markets/supply"
)

// billedPower is a point whose register was billed and read.
var billedPower = powerMetered(electricMeter(read)) + `, "last_billed_to_date": "2024-06-12"`

var addressRules = []catalogue.Rule{
	example(supply.RuleDuplicateAddresses, "supply_addresses.1",
		`{"supply_addresses": [{`+house+`, "meter_points": [{`+power(``)+`}]}, {`+house+`, "meter_points": []}]}`,
		`{"supply_addresses": [{`+house+`, "meter_points": [{`+power(``)+`}]}, {`+unit+`, "meter_points": []}]}`),
	under(`{"imports_address_history": true}`, example(supply.RuleUnbilledFormerAddress, address0+".customer_at_supply_address_to_date",
		addressed(``, house+`, "customer_at_supply_address_to_date": "2024-06-13", "meter_points": [{`+billedPower+`}]`),
		addressed(``, house+`, "customer_at_supply_address_to_date": "2024-06-12", "meter_points": [{`+billedPower+`}]`))),
	under(`{"skip_property_creation": true}`, example(supply.RuleAddressesWhileSkipped, "supply_addresses", addressed(``, house+`, "meter_points": []`), `{}`)),
	under(`{"skip_supply_point_creation": "true"}`, example(supply.RulePointsWhileSkipped, address0+".meter_points", supplied(``, power(``)), supplied(``))),
	under(`{"skip_supply_point_creation": "false"}`, example(supply.RuleNoPointsWhileCreated, address0+".meter_points", supplied(``), supplied(``, power(``)))),
	example(supply.RuleLandlordAndAdministrators, address0+".landlord_details",
		addressed(``, house+`, "meter_points": [], "property_administrators": [{"family_name": "Yunupiŋu"}], "landlord_details": {"family_name": "Yunupiŋu"}`),
		addressed(``, house+`, "meter_points": [], "property_administrators": [{"family_name": "Yunupiŋu"}]`)),
	example(supply.RuleMultipleAdministrators, address0+".property_administrators.1",
		addressed(``, house+`, "meter_points": [], "property_administrators": [{"family_name": "Yunupiŋu"}, {"family_name": "Nguyễn"}]`),
		addressed(``, house+`, "meter_points": [], "property_administrators": [{"family_name": "Nguyễn"}]`)),
	under(`{"country": "AU"}`, example(account.RuleInvalidPhoneNumber, address0+".property_administrators.0.landline",
		addressed(``, house+`, "meter_points": [], "property_administrators": [{"family_name": "Nguyễn", "landline": "03 9417"}]`),
		addressed(``, house+`, "meter_points": [], "property_administrators": [{"family_name": "Nguyễn", "landline": "03 9417 2200"}]`))),
	example(account.RuleDuplicateMetadataKeys, address0+".metadata.1.key",
		addressed(``, house+`, "meter_points": [], "metadata": [{"key": "wave", "value": 7}, {"key": "wave", "value": 8}]`),
		addressed(``, house+`, "meter_points": [], "metadata": [{"key": "wave", "value": [7, 8]}]`)),
	example(account.RuleInvalidPostcode, address0+".supply_address.postal_code",
		addressed(``, `"supply_address": {"country": "AU", "administrative_area": "NT", "locality": "Darwin City", "postal_code": "800", "structured_street_address": {}}, "customer_at_supply_address_from_date": "2016-02-01", "meter_points": []`),
		addressed(``, unit+`, "meter_points": []`)),
	example(account.RuleInvalidCountry, "customers.0.address.country",
		`{"customers": [{"family_name": "O’Neill", "address": {"country": "AUS", "administrative_area": "NT", "locality": "Darwin City", "postal_code": "0800", "structured_street_address": {}}}]}`,
		`{"customers": [{"family_name": "O’Neill", "address": `+darwin+`}]}`),
	example(account.RuleInvalidAddress, "customers.0.address.street_address",
		`{"customers": [{"family_name": "O’Neill", "address": {"country": "AU", "administrative_area": "NT", "locality": "Darwin City", "postal_code": "0800", "street_address": "9 Mitchell Street", "structured_street_address": {"house_number_1": 9}}}]}`,
		`{"customers": [{"family_name": "O’Neill", "address": `+darwin+`}]}`),
	example(ruleSeveralLifeSupports, "supply_addresses.1.life_support",
		`{"supply_addresses": [{`+house+`, "meter_points": [], `+lifeSupport(`"OXYGEN_CONCENTRATOR"`)+`}, {`+unit+`, "meter_points": [], `+lifeSupport(`"OXYGEN_CONCENTRATOR"`)+`}]}`,
		`{"supply_addresses": [{`+house+`, "meter_points": [], `+lifeSupport(`"OXYGEN_CONCENTRATOR"`)+`}, {`+unit+`, "meter_points": []}]}`),
	example(ruleEquipmentDetails, address0+".life_support.details",
		addressed(``, house+`, "meter_points": [], `+lifeSupport(`"OTHER"`)),
		addressed(``, house+`, "meter_points": [], `+lifeSupport(`"OTHER", "details": "Cooling mat for a patient with burns"`))),
	example(supply.RuleLeadHasAddress, "supply_addresses",
		addressed(`"account_type": "PORTFOLIO_LEAD", `, house+`, "meter_points": []`), `{"account_type": "PORTFOLIO_LEAD"}`),
	example(supply.RuleSystemHasAddress, "supply_addresses",
		addressed(`"account_type": "SYSTEM", `, house+`, "meter_points": []`), `{"account_type": "SYSTEM"}`),
	example(supply.RuleOccupierAddresses, "supply_addresses",
		`{"unknown_occupier": true, "customers": [], "supply_addresses": [{`+house+`, "meter_points": []}, {`+unit+`, "meter_points": []}]}`,
		`{"unknown_occupier": true, "customers": [], "supply_addresses": [{`+house+`, "meter_points": []}]}`),
}

// lifeSupport returns life support with this equipment.
func lifeSupport(equipment string) string {
	return `"life_support": {"life_support_date": "2022-05-01", "life_support_status": "CONFIRMED", "registration_state": "REGISTERED", "life_support_equipment": ` + equipment + `}`
}

var pointRules = []catalogue.Rule{
	example(supply.RuleUnknownLedgerIdentifiers, "ledgers.0.identifiers.1",
		supplied(`"ledgers": [{"ledger_code": "POWER", "identifiers": ["6102345678", "5310012345"]}], `, power(``)),
		supplied(`"ledgers": [{"ledger_code": "POWER", "identifiers": ["6102345678", "5310012345"]}], `, power(``), heating(``))),
	example(supply.RuleInvalidIdentifier, point0+".mpxn",
		supplied(``, join(`"mpxn": "610234567"`, since, variable, meter)), supplied(``, power(``))),
	example(supply.RuleInvalidIdentifier, point0+".mpxn",
		supplied(``, join(`"supply_type": "UNMETERED_ELECTRICITY", "mpxn": "EMBEDDED_0001", "parent_nmi": "6102345678"`, since, variable)),
		supplied(``, join(`"mpxn": "UNMETERED_ELECTRICITY_0001", "parent_nmi": "6102345678"`, since, variable))),
	example(supply.RuleDuplicatePoints, address0+".meter_points.1.mpxn", supplied(``, heating(``), heating(``)), supplied(``, heating(``))),
	example(supply.RuleDuplicatePointsElsewhere, "supply_addresses.1.meter_points.0.mpxn",
		`{"supply_addresses": [{`+house+`, "meter_points": [{`+heating(``)+`}]}, {`+unit+`, "meter_points": [{`+heating(``)+`}]}]}`,
		`{"supply_addresses": [{`+house+`, "meter_points": [{`+heating(``)+`}]}, {`+unit+`, "meter_points": [{`+power(``)+`}]}]}`),
	example(supply.RuleNothingOnSupply, "supply_addresses",
		supplied(``, join(`"mpxn": "6102345678"`, since, `"supply_end_date": "2024-06-12"`)), supplied(``, power(``))),
	example(supply.RuleLossInProgress, point0+".supply_end_date", supplied(``, power(`"supply_end_date": "2999-06-12"`)), supplied(``, power(``))),
	example(supply.RuleFutureSupplyStart, address0+".meter_points.1.supply_start_date",
		supplied(``, power(``), join(gasData, `"supply_start_date": "2999-06-12"`)), supplied(``, power(``), heating(``))),
	example(supply.RuleNoMeters, point0+".meters", supplied(``, join(`"mpxn": "6102345678"`, since, variable)), supplied(``, power(``))),
	under(`{"market_participants": ["ACMEGAS", "MULTINET"]}`, example(supply.RuleParticipantNotFound, point0+".role_assignments.1.party",
		supplied(``, join(`"mpxn": "5310012345", "address": {"postcode": "3065"}, "role_assignments": [{"party": "ACMEGAS", "role": "FRO"}, {"party": "AUSNET", "role": "DB"}],
			"master_data": {"market": "VIC", "mirn_status": "COM", "customer_classification_code": "RES", "heating_value_zone": "MEL"}`, since, variable, `"meters": [{`+gasMeter+`}]`)),
		supplied(``, heating(``)))),
	example(ruleOneCurrent, point0+".nmi_status_periods",
		supplied(``, join(embeddedData, since, variable, distributorNow, providerNow, `"meters": [{`+embeddedMeter(`"meter_installation_type": "COMMS1"`)+`}]`,
			`"nmi_status_periods": [{"status": "G", "active_from": "2019-11-02"}, {"status": "A", "active_from": "2019-12-01"}]`)),
		supplied(``, join(embeddedData, since, variable, distributorNow, providerNow, `"meters": [{`+embeddedMeter(`"meter_installation_type": "COMMS1"`)+`}]`,
			`"nmi_status_periods": [{"status": "G", "active_from": "2019-11-02", "active_to": "2019-12-01"}, {"status": "A", "active_from": "2019-12-01"}]`))),
	example(ruleFuelType, point0+".parent_mirn",
		supplied(``, join(hotWater, since, variable, `"plant_fuel_type": "NG", "meters": [{`+waterMeter+`}]`)),
		supplied(``, join(hotWater, since, variable, `"plant_fuel_type": "NG", "parent_mirn": "5310012345", "meters": [{`+waterMeter+`}]`))),
	example(account.RuleStartAfterEnd, point0+".supply_details.0.start_at",
		supplied(``, power(`"supply_details": [{"start_at": "2024-02-01", "end_at": "2024-01-31", "number_of_connections": 1}]`)),
		supplied(``, power(`"supply_details": [{"start_at": "2024-01-01", "end_at": "2024-01-31", "number_of_connections": 1}]`))),
}

const charge = `"last_statement_closing_date": "2024-06-30", "historical_statement_transactions": [
	{"transaction_id": "T-1", "transaction_date": "2024-06-30", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "E-VAR", "supply_point_identifier": "5310012345",
		"line_items": [{"start_date": "2024-06-01", "end_date": "2024-06-30", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}]}], `

// heatingAgreed returns a point of gas that was billed, with these agreements.
func heatingAgreed(agreements string) string {
	return join(gasData, since, `"agreements": [`+agreements+`]`, `"meters": [{`+gasMeter+`, "last_billed_to_date": "2024-06-12", `+readGas+`}]`)
}

// agreed returns a point whose one agreement has these members.
func agreed(members string) string {
	return supplied(``, powerAgreed(`{"tariff_code": "E-VAR", "effective_from": "2019-11-02", `+members+`}`, ``))
}

var agreementRules = []catalogue.Rule{
	example(supply.RuleNoAgreement, point0+".agreements",
		supplied(``, heatingAgreed(`{"tariff_code": "G-FIX", "effective_from": "2019-11-02", "effective_to": "2024-06-12"}`)),
		supplied(``, heatingAgreed(`{"tariff_code": "G-FIX", "effective_from": "2019-11-02", "effective_to": "2024-06-13"}`))),
	example(supply.RuleAgreementNotOnSupply, point0+".agreements.0.effective_to",
		supplied(``, join(`"mpxn": "6102345678"`, since, `"supply_end_date": "2023-06-12"`, variable), heating(``)),
		supplied(``, join(`"mpxn": "6102345678"`, since, `"supply_end_date": "2023-06-12", "agreements": [{"tariff_code": "E-VAR", "effective_from": "2019-11-02", "effective_to": "2023-06-12"}]`), heating(``))),
	example(supply.RuleBilledNotCovered, point0+".agreements",
		supplied(``, heatingAgreed(`{"tariff_code": "G-FIX", "effective_from": "2024-06-13"}`)), supplied(``, heatingAgreed(`{"tariff_code": "G-FIX", "effective_from": "2024-06-12"}`))),
	example(supply.RuleAgreementGaps, point0+".agreements.1.effective_from",
		supplied(``, powerAgreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2021-11-01"}, {"tariff_code": "E-VAR", "effective_from": "2021-11-02"}`, ``)),
		supplied(``, powerAgreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2021-11-02"}, {"tariff_code": "E-VAR", "effective_from": "2021-11-02"}`, ``))),
	example(supply.RuleAgreementBeforeSupply, point0+".agreements.0.effective_from",
		supplied(``, powerAgreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-01"}`, ``)), supplied(``, power(``))),
	under(`{"tariff_codes": ["E-FIX", "E-VAR"]}`, example(supply.RuleTariffNotFound, point0+".agreements.0.tariff_code",
		supplied(``, powerAgreed(`{"tariff_code": "e-fix", "effective_from": "2019-11-02"}`, ``)), supplied(``, power(``)))),
	under(`{"product_codes": ["E-FIX", "E-VAR"]}`, example(account.RuleProductCodeUnknown, point0+".agreements.0.tariff_code",
		supplied(``, powerAgreed(`{"tariff_code": "e-fix", "effective_from": "2019-11-02"}`, ``)), supplied(``, power(``)))),
	under(`{"product_characteristics": {"GREEN": ["FULL", "PART"]}}`, example(supply.RuleCharacteristicNotFound, point0+".agreements.0.characteristics.0.code",
		agreed(`"characteristics": [{"code": "Green", "value": "FULL"}]`), agreed(`"characteristics": [{"code": "GREEN", "value": "FULL"}]`))),
	under(`{"product_characteristics": {"GREEN": ["FULL", "PART"]}}`, example(supply.RuleCharacteristicValue, point0+".agreements.0.characteristics.0.value",
		agreed(`"characteristics": [{"code": "GREEN", "value": "NONE"}]`), agreed(`"characteristics": [{"code": "GREEN", "value": "PART"}]`))),
	example(supply.RuleDuplicateCharacteristics, point0+".agreements.0.characteristics.1.code",
		agreed(`"characteristics": [{"code": "GREEN", "value": "FULL"}, {"code": "GREEN", "value": "PART"}]`), agreed(`"characteristics": [{"code": "GREEN", "value": "FULL"}]`)),
	example(supply.RuleInvalidPortfolioNumber, point0+".agreements.0.intermediary.portfolio_number",
		agreed(`"intermediary": {"portfolio_number": "P-1234567"}`), agreed(`"intermediary": {"portfolio_number": "P-1234567A"}`)),
	example(supply.RuleContractNotDeclared, point0+".agreements.0.business_contract_identifier",
		supplied(company, powerAgreed(`{"tariff_code": "E-VAR", "effective_from": "2019-11-02", "business_contract_identifier": "C-2024-17"}`, ``)),
		supplied(company+`"business": {"business_contract_identifiers": ["C-2024-17"]}, `, powerAgreed(`{"tariff_code": "E-VAR", "effective_from": "2019-11-02", "business_contract_identifier": "C-2024-17"}`, ``))),
	example(supply.RuleChargeNotCovered, "historical_statement_transactions.0.product_code",
		supplied(charge, heatingAgreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2024-06-15"}, {"tariff_code": "E-VAR", "effective_from": "2024-06-15"}`)),
		supplied(charge, heatingAgreed(`{"tariff_code": "E-VAR", "effective_from": "2019-11-02"}`))),
}
