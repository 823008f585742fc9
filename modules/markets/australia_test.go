package markets_test

import (
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

// Each rule of au-energy is nearly broken by one change, or broken in another way than in the
// examples of the catalogue.
func TestAustralianRules(t *testing.T) {
	const (
		home  = "supply_addresses.0"
		elec  = home + ".meter_points.0"
		gas   = home + ".meter_points.1"
		water = home + ".meter_points.2"
		old   = elec + ".meters.0"
		smart = elec + ".meters.1"
		cards = "customers.0.concession_cards"
		plan  = "payment_plans.0"
	)
	r := newFixture(t, "au-energy")
	type edits []kindtest.Edit
	for name, c := range map[string]struct {
		edits edits
		want  []string
	}{
		"valid": {},

		"an NMI of 11 characters":                {edits{set(elec+".mpxn", `"6102345678Z"`)}, nil},
		"an NMI in small letters":                {edits{set(elec+".mpxn", `"nmi2345678"`)}, []string{"invalid_supply_point_identifier " + elec + ".mpxn"}},
		"an NMI of 12 characters":                {edits{set(elec+".mpxn", `"610234567812"`)}, []string{"invalid_supply_point_identifier " + elec + ".mpxn"}},
		"an NMI as a number":                     {edits{set(elec+".mpxn", `6102345678`)}, nil},
		"a MIRN of nine digits":                  {edits{set(gas+".mpxn", `"531001234"`)}, []string{"invalid_supply_point_identifier " + gas + ".mpxn"}},
		"the name of a kind, without more":       {edits{set(water+".mpxn", `"EMBEDDED_WATER"`)}, []string{"invalid_supply_point_identifier " + water + ".mpxn"}},
		"gas by its master data":                 {edits{drop(gas + ".supply_type")}, nil},
		"gas without the zone that may be null":  {edits{drop(gas + ".master_data.heating_value_zone")}, []string{"required " + gas + ".master_data.heating_value_zone"}},
		"gas with an empty zone":                 {edits{set(gas+".master_data.heating_value_zone", `" "`)}, []string{"required " + gas + ".master_data.heating_value_zone"}},
		"gas with a zone":                        {edits{set(gas+".master_data.heating_value_zone", `"MEL"`)}, nil},
		"a transmission zone of three digits":    {edits{set(gas+".master_data.transmission_zone", `100`)}, []string{"out_of_range " + gas + ".master_data.transmission_zone"}},
		"three parties of gas":                   {edits{set(gas+".role_assignments.2", `{"party": "X", "role": "DB"}`)}, []string{"too_many_items " + gas + ".role_assignments"}},
		"gas without a postcode":                 {edits{drop(gas + ".address.postcode")}, []string{"required " + gas + ".address.postcode"}},
		"an unknown kind":                        {edits{set(gas+".supply_type", `"STEAM"`)}, []string{"invalid_choice " + gas + ".supply_type"}},
		"hot water by LP needs no parent":        {edits{set(water+".plant_fuel_type", `"LP"`), drop(water + ".parent_mirn")}, nil},
		"hot water by power":                     {edits{set(water+".plant_fuel_type", `"ELECTRICITY"`)}, []string{"field_required_for_fuel_type " + water + ".parent_nmi"}},
		"an installation of nine digits":         {edits{set(water+".installation_id", `"000000120"`)}, []string{"invalid_format " + water + ".installation_id"}},
		"a second street and house":              {edits{set(gas+".address.house.1", `{"house_number": 116}`)}, nil},
		"a third house":                          {edits{set(gas+".address.house", `[{}, {}, {}]`)}, []string{"too_many_items " + gas + ".address.house"}},
		"a register that needs no reading":       {edits{set(smart+".registers.1.has_readings", `false`), drop(smart + ".transfer_readings.1")}, nil},
		"a reading of a register without any":    {edits{set(smart+".transfer_readings.2", `{"reading_date": "2024-06-12", "reading_value": 1, "reading_type": "SMART", "register_id": "B1"}`)}, nil},
		"a reading of five places":               {edits{set(smart+".transfer_readings.0.reading_value", `"7741.12345"`)}, []string{"out_of_range " + smart + ".transfer_readings.0.reading_value"}},
		"a meter that was removed, read":         {edits{set(old+".transfer_readings", `[{"reading_date": "2023-02-10", "reading_value": 1, "reading_type": "ROUTINE", "register_id": "11"}]`)}, []string{"reading_meter_fully_billed " + old + ".transfer_readings"}},
		"a tariff that ends before it starts":    {edits{set(smart+".registers.0.effective_ntc_to", `"2023-02-10T12:59:59Z"`)}, []string{"start_date_later_than_end_date " + smart + ".registers.0.effective_ntc_from"}},
		"a moment with a colon before its time":  {edits{set(smart+".registers.0.effective_ntc_from", `"2023-02-10:13:00:00Z"`)}, nil},
		"a moment without a zone":                {edits{set(smart+".registers.0.effective_ntc_from", `"2023-02-10T13:00:00"`)}, []string{"invalid_datetime " + smart + ".registers.0.effective_ntc_from"}},
		"a price of an override with six places": {edits{set(elec+".agreements.1.rate_overrides.PEAK", `"0.123456"`)}, []string{"out_of_range " + elec + ".agreements.1.rate_overrides.PEAK"}},

		"a small country":             {edits{set(home+".supply_address.country", `"au"`)}, nil},
		"a postcode as a number":      {edits{set(home+".supply_address.postal_code", `3065`)}, nil},
		"a structured street of none": {edits{set(home+".supply_address.structured_street_address", `{}`), set(home+".supply_address.street_address", `"114A Gertrude Street"`)}, nil},
		"life support of null":        {edits{set(home+".life_support", `null`)}, nil},
		"details in small letters":    {edits{set(home+".life_support.life_support_equipment", `"Other"`), drop(home + ".life_support.details")}, nil},

		"a card that ends today and one that applies": {edits{set(cards+".0.applies_to_date", `"2024-07-01"`)}, []string{"too_many_current_concession_cards " + cards + ".1"}},
		"a card that ended yesterday":                 {edits{set(cards+".0.applies_to_date", `"2024-06-30"`)}, nil},
		"a card that applies from tomorrow":           {edits{set(cards+".0.applies_from_date", `"2024-07-02"`), drop(cards + ".0.applies_to_date"), drop(cards + ".0.card_expiry_date")}, nil},
		"a card of no time":                           {edits{set(cards+".0.applies_to_date", `"2020-02-29"`)}, []string{"invalid_concession_cards_dates " + cards + ".0.applies_from_date"}},

		"two hardship agreements":                {edits{set("hardship_agreements.1", `{"start_date": "2020-01-01", "hardship_type": "A", "hardship_entry_reason": "B"}`)}, []string{"too_many_items hardship_agreements"}},
		"a hardship agreement that was left":     {edits{set("hardship_agreements.0.exit_reason", `"COMPLETED"`), set("hardship_agreements.0.end_date", `"2024-06-30"`)}, nil},
		"a contract without versions":            {edits{drop("account_contracts.0.versions")}, nil},
		"a contract that ends before it starts":  {edits{set("account_contracts.0.valid_to_date", `"2019-11-01"`)}, []string{"start_date_later_than_end_date account_contracts.0.valid_from_date"}},
		"a term with null and spaces":            {edits{set("account_contracts.0.versions.0.terms.0.other", `[" x ", null, ""]`)}, nil},
		"a term of an old name of a kind":        {edits{set("account_contracts.0.versions.0.terms.0.supply_type", `"AUS_UNMETERED_ELECTRICITY"`)}, []string{"term_supply_type_mismatch account_contracts.0.versions.0.terms.0.supply_type"}},
		"a plan of 52 weeks":                     {edits{set(plan+".payment_frequency_multiplier", `"52"`)}, nil},
		"a plan of 13 months":                    {edits{set(plan+".payment_frequency", `"MONTHLY"`), set(plan+".payment_frequency_multiplier", `13`)}, []string{"invalid_payment_frequency_multiplier " + plan + ".payment_frequency_multiplier"}},
		"a plan of no weeks":                     {edits{set(plan+".payment_frequency_multiplier", `0`)}, []string{"out_of_range " + plan + ".payment_frequency_multiplier"}},
		"a plan without hardship":                {edits{set(plan+".is_hardship", `false`), drop(plan + ".additional_information")}, nil},
		"a plan with a first payment after next": {edits{set(plan+".additional_information.first_payment_date", `"2024-07-05"`)}, []string{"invalid_dates " + plan + ".next_payment_date"}},
		"a plan assessed before it starts":       {edits{set(plan+".additional_information.next_assessment_date", `"2024-05-22"`)}, []string{"invalid_dates " + plan + ".additional_information.next_assessment_date"}},
		"a plan of the core's form":              {edits{set(plan, `{"accepted_at": "2024-06-30T10:00:00Z", "schedule_means": "DD", "strategy_name": "EVEN", "payments": []}`)}, nil},
		"a plan of a single member":              {edits{set(plan, `{"plan_type": "X", "is_hardship": false, "next_payment_date": "2024-07-04", "payment_frequency": "WEEKLY", "payment_frequency_multiplier": 1, "number_of_remaining_instalments": 1, "debt_amount": 0}`)}, []string{"required " + plan + ".ongoing_amount", "required " + plan + ".initial_schedule_type"}},
		"a bill in nine days":                    {edits{set("payment_terms.number_of_days_to_pay", `9`)}, []string{"out_of_range payment_terms.number_of_days_to_pay"}},

		"a business without customers":   {edits{set("account_type", `"BUSINESS"`), set("customers", `[]`)}, nil},
		"a household without customers":  {edits{drop("customers")}, nil},
		"an unmetered point alone, gone": {edits{drop("account_contracts"), set(home+".meter_points", `[{"mpxn": "UNMETERED_GAS_COOKTOP_1", "pricing_zone": "M", "supply_start_date": "2020-01-01", "supply_end_date": "2022-01-01"}]`)}, nil},
		"a lead without supply":          {edits{set("account_type", `"PORTFOLIO_LEAD"`), drop("account_contracts"), set(home+".meter_points", `[{"mpxn": "6102345678", "supply_start_date": "2020-01-01", "supply_end_date": "2022-01-01"}]`)}, []string{"portfolio_lead_has_a_supply_address supply_addresses"}},
	} {
		t.Run(name, func(t *testing.T) { r.faults(t, australia, c.edits, c.want...) })
	}
}

// A point of an embedded network says to the second since when each of its meters is in use.
func TestMetersOfEmbeddedNetworks(t *testing.T) {
	const (
		point = "supply_addresses.0.meter_points.0"
		meter = point + ".meters.0"
		valid = `{"import_supplier": "ACME", "external_account_number": "1", "last_billed_to_date": "2024-06-12", "supply_addresses": [{
			"supply_address": {"country": "AU", "administrative_area": "NT", "locality": "Darwin City", "postal_code": "0800", "structured_street_address": {}},
			"customer_at_supply_address_from_date": "2021-04-01", "meter_points": [{"mpxn": "7102000001", "supply_start_date": "2021-04-01", "parent_nmi": "6102345670",
			"nmi_classification": "SMALL", "customer_classification": "RESIDENTIAL", "customer_threshold": "LOW", "agreements": [{"tariff_code": "EN", "effective_from": "2021-04-01"}],
			"nmi_status_periods": [{"status": "A", "active_from": "2021-04-01"}], "distributors": [{"lnsp_id": "PW", "from_date": "2021-04-01"}], "meter_data_providers": [{"mdp_id": "MDP", "from_date": "2021-04-01"}],
			"meters": [{"meter_serial_number": "EM1", "status": "C", "active_from": "2021-04-01", "meter_installation_type": "COMMS4", "read_type_method": "R", "registers": [{"register_id": "E1", "suffix": "E1",
				"time_of_day": "ALLDAY", "status": "C", "unit_of_measure": "KWH", "multiplier": 1, "dial_format_digits": 6, "dial_format_decimals": 0, "active_from": "2021-04-01"}]}]}]}]}`
		read = `[{"reading_date": "2024-06-12", "reading_value": 771, "reading_quality": "A", "register_id": "E1"}]`
	)
	r := newFixture(t, "au-energy")
	type edits []kindtest.Edit
	for name, c := range map[string]struct {
		edits edits
		want  []string
	}{
		"valid, without a reading":           {},
		"basic":                              {edits{set(meter+".meter_installation_type", `"BASIC"`)}, []string{"required_transfer_readings " + meter + ".transfer_readings"}},
		"basic and read":                     {edits{set(meter+".meter_installation_type", `"BASIC"`), set(meter+".transfer_readings", read)}, nil},
		"read on another day":                {edits{set(meter+".transfer_readings", read), set(meter+".transfer_readings.0.reading_date", `"2024-06-13"`)}, []string{"transfer_reading_dates_must_match_last_billed_to_date " + meter + ".transfer_readings.0.reading_date"}},
		"read at another register":           {edits{set(meter+".transfer_readings", read), set(meter+".transfer_readings.0.register_id", `"E9"`)}, []string{"reading_register_id_not_recognised " + meter + ".transfer_readings.0.register_id"}},
		"the only meter is removed":          {edits{set(meter+".status", `"R"`)}, []string{"meter_point_with_no_meters " + point + ".meters"}},
		"the only meter is out of use":       {edits{set(meter+".active_to", `"2024-06-11"`)}, []string{"meter_point_with_no_meters " + point + ".meters"}},
		"a meter that ends before it starts": {edits{set(meter+".active_to", `"2021-03-31"`)}, []string{"meter_point_with_no_meters " + point + ".meters", "start_date_later_than_end_date " + meter + ".active_from"}},
		"an exchanged meter, unread": {edits{set(meter+".active_to", `"2024-06-20"`)},
			[]string{"meter_point_with_no_meters " + point + ".meters", "no_transfer_reading_on_exchanged_meter " + meter + ".transfer_readings", "no_reading_on_removed_on " + meter + ".active_to"}},
		"no meters":                     {edits{set(point+".meters", `[]`)}, []string{"too_few_items " + point + ".meters"}},
		"no distributor today":          {edits{set(point+".distributors.0.to_date", `"2024-06-30"`)}, []string{"one_current_data " + point + ".distributors"}},
		"a distributor until this noon": {edits{set(point+".distributors.0.to_date", `"2024-07-01T12:00:00Z"`)}, []string{"one_current_data " + point + ".distributors"}},
		"a distributor from tomorrow":   {edits{set(point+".distributors.1", `{"lnsp_id": "X", "from_date": "2024-07-02"}`)}, nil},
		"no status":                     {edits{set(point+".nmi_status_periods", `[]`)}, []string{"one_current_data " + point + ".nmi_status_periods"}},
		"a serial number of 13":         {edits{set(meter+".meter_serial_number", `"1234567890123"`)}, []string{"too_long " + meter + ".meter_serial_number"}},
	} {
		t.Run(name, func(t *testing.T) { r.faults(t, valid, c.edits, c.want...) })
	}
}
