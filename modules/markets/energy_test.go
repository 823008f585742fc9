package markets_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

// Each rule of gb-energy is broken by one change. Other changes nearly break it.
func TestEnergyRules(t *testing.T) {
	const (
		home   = "supply_addresses.0"
		elec   = home + ".meter_points.0"
		gas    = home + ".meter_points.1"
		former = "supply_addresses.1"
		past   = former + ".meter_points.0"
		night  = elec + ".meters.0.registers.0"
		day    = elec + ".meters.0.registers.1"
	)
	r := newFixture(t, "gb-energy")
	type edits []kindtest.Edit
	for name, c := range map[string]struct {
		edits edits
		want  []string
	}{
		"valid": {},

		"agreements with a gap of a day":            {edits{set(elec+".agreements.1.effective_from", `"2021-11-03"`)}, []string{"gaps_or_overlaps_in_agreement_dates " + elec + ".agreements.1.effective_from"}},
		"agreements that share a day":               {edits{set(elec+".agreements.1.effective_from", `"2021-11-01"`)}, []string{"gaps_or_overlaps_in_agreement_dates " + elec + ".agreements.1.effective_from"}},
		"agreements one in another":                 {edits{set(elec+".agreements.1.effective_from", `"2020-05-01"`)}, []string{"gaps_or_overlaps_in_agreement_dates " + elec + ".agreements.1.effective_from"}},
		"an open-ended agreement before another":    {edits{drop(elec + ".agreements.0.effective_to")}, []string{"gaps_or_overlaps_in_agreement_dates " + elec + ".agreements.1.effective_from"}},
		"two open-ended agreements":                 {edits{set(gas+".agreements.1", `{"tariff_code": "G", "effective_from": "2019-11-02"}`)}, []string{"gaps_or_overlaps_in_agreement_dates " + gas + ".agreements.1.effective_from"}},
		"agreements in another order":               {edits{set(elec+".agreements.2", `{"tariff_code": "E", "effective_from": "2018-11-02", "effective_to": "2019-11-01"}`)}, nil},
		"agreements in another order with a gap":    {edits{set(elec+".agreements.2", `{"tariff_code": "E", "effective_from": "2018-11-02", "effective_to": "2019-10-31"}`)}, []string{"gaps_or_overlaps_in_agreement_dates " + elec + ".agreements.0.effective_from"}},
		"agreements that meet on a leap day":        {edits{set(elec+".agreements.0.effective_to", `"2020-02-29"`), set(elec+".agreements.1.effective_from", `"2020-03-01"`)}, nil},
		"an agreement of one day":                   {edits{set(elec+".agreements.0.effective_to", `"2019-11-02"`), set(elec+".agreements.1.effective_from", `"2019-11-03"`)}, nil},
		"an agreement that ends before it starts":   {edits{set(elec+".agreements.0.effective_to", `"2019-11-01"`)}, []string{"start_date_later_than_end_date " + elec + ".agreements.0.effective_from"}},
		"an agreement whose date cannot be read":    {edits{set(elec+".agreements.0.effective_to", `"2021-02-29"`)}, []string{"invalid_date " + elec + ".agreements.0.effective_to"}},
		"no agreement":                              {edits{set(elec+".agreements", `[]`)}, []string{"too_few_items " + elec + ".agreements"}},
		"an agreement that ends as it was billed":   {edits{set(gas+".agreements.0.effective_to", `"2024-06-12"`)}, nil},
		"an agreement that ends before":             {edits{set(gas+".agreements.0.effective_to", `"2024-06-11"`)}, []string{"no_agreement_covering_last_billed_to_date " + gas + ".agreements"}},
		"an agreement that starts as it was billed": {edits{set(gas+".agreements.0.effective_from", `"2024-06-12"`)}, nil},
		"an agreement that starts after":            {edits{set(gas+".agreements.0.effective_from", `"2024-06-13"`)}, []string{"no_agreement_covering_last_billed_to_date " + gas + ".agreements"}},
		"not billed yet":                            {edits{set(gas+".agreements.0.effective_from", `"2024-06-13"`), drop("last_billed_to_date")}, nil},
		"supplied since it was billed":              {edits{set(gas+".agreements.0.effective_from", `"2024-06-13"`), set(gas+".supply_start_date", `"2024-06-13"`)}, nil},
		"no longer supplied as it was billed":       {edits{set(gas+".agreements.0.effective_to", `"2024-06-11"`), set(gas+".supply_end_date", `"2024-06-11"`)}, nil},

		"a register without transfer reading":          {edits{drop(night + ".transfer_readings")}, []string{"missing_transfer_reading_for_register " + night + ".transfer_readings"}},
		"a register with no transfer readings":         {edits{set(night+".transfer_readings", `[]`)}, []string{"missing_transfer_reading_for_register " + night + ".transfer_readings"}},
		"an inactive register without":                 {edits{drop(night + ".transfer_readings"), set(night+".is_active", `false`)}, nil},
		"an active register without":                   {edits{drop(night + ".transfer_readings"), set(night+".is_active", `true`)}, []string{"missing_transfer_reading_for_register " + night + ".transfer_readings"}},
		"a register of a removed meter":                {edits{drop(night + ".transfer_readings"), set(elec+".meters.0.removal_date", `"2024-06-12"`)}, nil},
		"a register of a point that ended yesterday":   {edits{drop(gas + ".meters.0.registers.0.transfer_readings"), set(gas+".supply_end_date", `"2024-06-30"`)}, nil},
		"a register of a point that ends today":        {edits{drop(gas + ".meters.0.registers.0.transfer_readings"), set(gas+".supply_end_date", `"2024-07-01"`)}, []string{"missing_transfer_reading_for_register " + gas + ".meters.0.registers.0.transfer_readings"}},
		"a register with two transfer readings":        {edits{set(day+".transfer_readings.1", `{"reading_date": "2024-06-12", "value": 50871}`)}, []string{"multiple_transfer_readings_for_register " + day + ".transfer_readings.1"}},
		"an inactive one with two":                     {edits{set(day+".is_active", `false`), set(day+".transfer_readings.1", `{"reading_date": "2024-06-12", "value": 50871}`)}, []string{"multiple_transfer_readings_for_register " + day + ".transfer_readings.1"}},
		"a transfer reading that cannot be read":       {edits{set(night+".transfer_readings", `{}`)}, []string{"invalid_type " + night + ".transfer_readings"}},
		"readings out of order":                        {edits{set(day+".historical_readings.1.reading_date", `"2023-06-11"`)}, []string{"reading_dates_not_in_order " + day + ".historical_readings.1.reading_date"}},
		"readings of one day":                          {edits{set(day+".historical_readings.1.reading_date", `"2023-06-12"`)}, nil},
		"a transfer reading before the historical":     {edits{set(day+".transfer_readings.0.reading_date", `"2023-12-11"`)}, []string{"reading_dates_not_in_order " + day + ".transfer_readings.0.reading_date"}},
		"a transfer reading on the day of the last":    {edits{set(day+".transfer_readings.0.reading_date", `"2023-12-12"`)}, nil},
		"a transfer reading of tomorrow":               {edits{set(day+".transfer_readings.0.reading_date", `"2024-07-02"`)}, []string{"date_in_future " + day + ".transfer_readings.0.reading_date"}},
		"a transfer reading of today":                  {edits{set(day+".transfer_readings.0.reading_date", `"2024-07-01"`)}, nil},
		"a historical reading of tomorrow":             {edits{set(past+".meters.0.registers.0.historical_readings.0.reading_date", `"2024-07-02"`)}, []string{"date_in_future " + past + ".meters.0.registers.0.historical_readings.0.reading_date"}},
		"an MPAN with a wrong check digit":             {edits{set(elec+".mpan", `"1200022345675"`)}, []string{"invalid_mpan " + elec + ".mpan"}},
		"an MPAN whose remainder is ten":               {edits{set(elec+".mpan", `"1000000000040"`)}, nil},
		"an MPAN as a number":                          {edits{set(elec+".mpan", `1200022345676`)}, nil},
		"an MPAN with spaces in it":                    {edits{set(elec+".mpan", `"12 0002 2345 676"`)}, []string{"invalid_mpan " + elec + ".mpan"}},
		"an MPAN with spaces around":                   {edits{set(elec+".mpan", `" 1200022345676 "`)}, nil},
		"an MPAN of 21 digits":                         {edits{set(elec+".mpan", `"028111001200022345676"`)}, []string{"invalid_mpan " + elec + ".mpan"}},
		"an MPAN of zeros":                             {edits{set(elec+".mpan", `"0000000000000"`)}, []string{"invalid_mpan " + elec + ".mpan"}},
		"no MPAN":                                      {edits{drop(elec + ".mpan")}, []string{"required " + elec + ".mpan"}},
		"an MPAN and an MPRN":                          {edits{set(elec+".mprn", `"7439208801"`)}, []string{"unknown_field " + elec + ".mprn"}},
		"an MPRN of 5 digits":                          {edits{set(gas+".mprn", `"74392"`)}, []string{"invalid_mprn " + gas + ".mprn"}},
		"an MPRN of 6 digits":                          {edits{set(gas+".mprn", `"743920"`)}, nil},
		"an MPRN of 11 digits":                         {edits{set(gas+".mprn", `"74392088011"`)}, []string{"invalid_mprn " + gas + ".mprn"}},
		"no MPRN":                                      {edits{set(gas+".mprn", `" "`)}, []string{"required " + gas + ".mprn"}},
		"gas with a profile class":                     {edits{set(gas+".profile_class", `1`)}, []string{"unknown_field " + gas + ".profile_class"}},
		"a supply type in small letters":               {edits{set(elec+".supply_type", `"electricity"`)}, []string{"invalid_choice " + elec + ".supply_type"}},
		"a meter point at two addresses":               {edits{set(past+".mpan", `"1200022345676"`)}, []string{"duplicate_meter_points_on_different_supply_addresses_provided " + past + ".mpan"}},
		"a meter point at two addresses, once as text": {edits{set(past+".mpan", `1200022345676`)}, []string{"duplicate_meter_points_on_different_supply_addresses_provided " + past + ".mpan"}},
		"a meter point twice at one address": {edits{set(home+".meter_points.2", `{"supply_type": "GAS", "mprn": "7439208801", "supply_start_date": "2019-11-02", "agreements": [{"tariff_code": "G", "effective_from": "2019-11-02"}]}`)},
			[]string{"duplicate_meter_points_on_supply_address_provided " + home + ".meter_points.2.mprn"}},
		"an MPRN like another's end":             {edits{set(gas+".mprn", `"22345676"`)}, nil},
		"a wrong MPAN twice":                     {edits{set(elec+".mpan", `"1200022345675"`), set(past+".mpan", `"1200022345675"`)}, []string{"invalid_mpan " + elec + ".mpan", "invalid_mpan " + past + ".mpan"}},
		"moved out before moving in":             {edits{set(former+".customer_at_supply_address_to_date", `"2016-01-31"`)}, []string{"start_date_later_than_end_date " + former + ".customer_at_supply_address_from_date"}},
		"moved out on the day of moving in":      {edits{set(former+".customer_at_supply_address_to_date", `"2016-02-01"`)}, nil},
		"supply that ends before it starts":      {edits{set(past+".supply_end_date", `"2016-01-31"`)}, []string{"start_date_later_than_end_date " + past + ".supply_start_date"}},
		"a meter removed before it was fitted":   {edits{set(past+".meters.0.removal_date", `"2015-05-19"`)}, []string{"start_date_later_than_end_date " + past + ".meters.0.installation_date"}},
		"consumption that ends before it starts": {edits{set(elec+".consumption_history.0.end_date", `"2023-06-11"`)}, []string{"start_date_later_than_end_date " + elec + ".consumption_history.0.start_date"}},
		"an administrator who ended before":      {edits{set(home+".property_administrators.0.effective_to", `"2019-11-01"`)}, []string{"start_date_later_than_end_date " + home + ".property_administrators.0.effective_from"}},
		"a priority record that expired before":  {edits{set("customers.0.psr.1.expiry_date", `"2023-04-30"`)}, []string{"start_date_later_than_end_date customers.0.psr.1.effective_from"}},
		"a priority record without codes":        {edits{drop("customers.0.psr.1.elec_industry_code")}, []string{"required customers.0.psr.1.elec_industry_code"}},
		"a priority record of gas alone":         {edits{drop("customers.0.psr.0.elec_industry_code")}, nil},
		"a priority record with a wrong code":    {edits{set("customers.0.psr.1.elec_industry_code", `"A1"`)}, []string{"invalid_format customers.0.psr.1.elec_industry_code"}},
		"a priority record of the account":       {edits{set("psr", `[]`)}, []string{"unknown_field psr"}},

		"a postcode without its space":      {edits{set(home+".supply_postcode", `"cf101aa"`)}, nil},
		"a postcode of another country":     {edits{set(home+".supply_postcode", `"75001"`)}, []string{"invalid_postcode " + home + ".supply_postcode"}},
		"no postcode":                       {edits{drop(home + ".supply_postcode")}, []string{"required " + home + ".supply_postcode"}},
		"an address line that is too long":  {edits{set(home+".supply_address1", `"`+strings.Repeat("é", 513)+`"`)}, []string{"too_long " + home + ".supply_address1"}},
		"an address line that just fits":    {edits{set(home+".supply_address1", `"`+strings.Repeat("é", 512)+`"`)}, nil},
		"an address line of spaces":         {edits{set(home+".supply_address1", `"  "`)}, []string{"required " + home + ".supply_address1"}},
		"a house number as a number":        {edits{set(home+".supply_address1", `14`)}, nil},
		"an e-mail address that is none":    {edits{set(home+".property_administrators.0.email", `"fixture"`)}, []string{"invalid_email " + home + ".property_administrators.0.email"}},
		"a negative reading":                {edits{set(day+".transfer_readings.0.value", `-1`)}, []string{"invalid_decimal " + day + ".transfer_readings.0.value"}},
		"a negative reading as text":        {edits{set(day+".transfer_readings.0.value", `"-1"`)}, []string{"invalid_decimal " + day + ".transfer_readings.0.value"}},
		"a reading of zero":                 {edits{set(day+".transfer_readings.0.value", `0`)}, nil},
		"a reading with many places":        {edits{set(day+".transfer_readings.0.value", `"0.0000000001"`)}, nil},
		"a reading with too many":           {edits{set(day+".transfer_readings.0.value", `"0.00000000001"`)}, []string{"invalid_decimal " + day + ".transfer_readings.0.value"}},
		"a reading with an exponent":        {edits{set(day+".transfer_readings.0.value", `5.0871e4`)}, nil},
		"a reading beyond all numbers":      {edits{set(day+".transfer_readings.0.value", `1e999999999`)}, []string{"out_of_range " + day + ".transfer_readings.0.value"}},
		"a reading that is true":            {edits{set(day+".transfer_readings.0.value", `true`)}, []string{"invalid_type " + day + ".transfer_readings.0.value"}},
		"a register of 13 digits":           {edits{set(day+".number_of_digits", `13`)}, []string{"out_of_range " + day + ".number_of_digits"}},
		"a register of digits as text":      {edits{set(day+".number_of_digits", `"5"`)}, []string{"invalid_type " + day + ".number_of_digits"}},
		"half a digit":                      {edits{set(day+".number_of_digits", `5.5`)}, []string{"invalid_type " + day + ".number_of_digits"}},
		"a profile class of 9":              {edits{set(elec+".profile_class", `9`)}, []string{"invalid_format " + elec + ".profile_class"}},
		"a profile class with zero":         {edits{set(elec+".profile_class", `"00"`)}, nil},
		"a null":                            {edits{set(elec+".profile_class", `null`)}, []string{"null_not_allowed " + elec + ".profile_class"}},
		"null addresses":                    {edits{set("supply_addresses", `null`)}, []string{"null_not_allowed supply_addresses"}},
		"addresses that are an object":      {edits{set("supply_addresses", `{}`)}, []string{"invalid_type supply_addresses"}},
		"no address":                        {edits{set("supply_addresses", `[]`)}, nil},
		"addresses that are an empty text":  {edits{set("supply_addresses", `""`)}, nil},
		"no meter point":                    {edits{set(home+".meter_points", `[]`)}, []string{"too_few_items " + home + ".meter_points"}},
		"an unknown member":                 {edits{set(elec+".meters.0.colour", `"grey"`)}, []string{"unknown_field " + elec + ".meters.0.colour"}},
		"an unknown member without a name":  {edits{set(elec+".meters.0", `{"": 1, "serial_number": "x", "registers": [{"register_id": "1", "is_active": false}]}`)}, []string{`unknown_field ` + elec + `.meters.0.""`}},
		"an unknown member of the account":  {edits{set("suply_addresses", `[]`)}, []string{"unknown_field suply_addresses"}},
		"an unknown member of a customer":   {edits{set("customers.1.prs", `[]`)}, []string{"unknown_field customers.1.prs"}},
		"additions in the wrong place":      {edits{set("customers.1.supply_addresses", `[]`)}, []string{"unknown_field customers.1.supply_addresses"}},
		"an item that is an empty text":     {edits{set(home+".property_administrators.1", `""`)}, []string{"required " + home + ".property_administrators.1"}},
		"faults of the core and the market": {edits{set("customers.0.landline", `"abcde"`), set("customers.0.psr.0.notes", `5`), drop(elec + ".mpan"), set("billing_email", `"x"`)}, []string{"invalid_phone_number customers.0.landline", "required " + elec + ".mpan", "invalid_email billing_email"}},
	} {
		t.Run(name, func(t *testing.T) { r.faults(t, energy, c.edits, c.want...) })
	}
}

// Faults are in the order of the payload, whichever check found them.
func TestFaultsAreInTheOrderOfThePayload(t *testing.T) {
	r := newFixture(t, "gb-energy")
	_, faults := r.read(`{"supply_addresses": [{"supply_postcode": "x", "meter_points": [{"supply_type": "GAS", "supply_start_date": "2020-01-01",
		"agreements": [{"tariff_code": "T", "effective_from": "2020-01-01"}], "mprn": "1"}], "colour": 1, "customer_at_supply_address_from_date": "x"}],
		"customers": [{"psr": [{"gas_industry_code": "1"}], "family_name": 5, "landline": "abcde", "x": 1}],
		"nothing": 1, "import_supplier": "ACME", "external_account_number": "1"}`)
	var got []string
	for _, f := range faults {
		got = append(got, f.Code+" "+f.Attr)
	}
	want := `invalid_postcode supply_addresses.0.supply_postcode
invalid_mprn supply_addresses.0.meter_points.0.mprn
unknown_field supply_addresses.0.colour
invalid_date supply_addresses.0.customer_at_supply_address_from_date
required supply_addresses.0.supply_address1
invalid_format customers.0.psr.0.gas_industry_code
invalid_phone_number customers.0.landline
unknown_field customers.0.x
unknown_field nothing`
	if strings.Join(got, "\n") != want {
		t.Errorf("faults\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
