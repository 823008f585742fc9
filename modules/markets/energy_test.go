package markets_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

// Each rule of gb-energy is broken by one change. Other changes nearly break it. The
// catalogue of rules has an example of each.
func TestEnergyRules(t *testing.T) {
	const (
		home    = "supply_addresses.0"
		elec    = home + ".meter_points.0"
		gas     = home + ".meter_points.1"
		former  = "supply_addresses.1"
		past    = former + ".meter_points.0"
		emeter  = elec + ".meters.0"
		gmeter  = gas + ".meters.0"
		reading = `{"reading_date": "2024-06-12", "reading_value": 7411, "reading_type": "CUSTOMER"}`
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
		"an open-ended agreement before another":    {edits{drop(elec + ".agreements.0.effective_to")}, []string{"gaps_or_overlaps_in_agreement_dates " + elec + ".agreements.1.effective_from"}},
		"two open-ended agreements":                 {edits{set(gas+".agreements.1", `{"tariff_code": "G", "effective_from": "2019-11-02"}`)}, []string{"gaps_or_overlaps_in_agreement_dates " + gas + ".agreements.1.effective_from"}},
		"a former agreement, of a former supply":    {edits{set(elec+".agreements.2", `{"tariff_code": "E", "effective_from": "2018-11-02", "effective_to": "2019-05-01"}`)}, nil},
		"a former agreement until the supply":       {edits{set(elec+".agreements.2", `{"tariff_code": "E", "effective_from": "2018-11-02", "effective_to": "2019-11-02"}`)}, nil},
		"an agreement since before the supply":      {edits{set(gas+".agreements.0.effective_from", `"2019-11-01"`)}, []string{"agreement_start_date_before_supply_start_date " + gas + ".agreements.0.effective_from"}},
		"agreements in another order":               {edits{set(elec+".agreements.0.effective_from", `"2020-02-29"`), set(elec+".agreements.2", `{"tariff_code": "E", "effective_from": "2019-11-02", "effective_to": "2020-02-29"}`)}, nil},
		"an agreement of no day":                    {edits{set(elec+".agreements.0.effective_to", `"2019-11-02"`), set(elec+".agreements.1.effective_from", `"2019-11-02"`)}, nil},
		"an agreement that ends before it starts":   {edits{set(elec+".agreements.0.effective_to", `"2019-11-01"`)}, []string{"start_date_later_than_end_date " + elec + ".agreements.0.effective_from"}},
		"an agreement whose date cannot be read":    {edits{set(elec+".agreements.0.effective_to", `"2021-02-29"`)}, []string{"invalid_date " + elec + ".agreements.0.effective_to"}},
		"no agreement":                              {edits{set(elec+".agreements", `[]`)}, []string{"meter_point_with_no_agreement " + elec + ".agreements"}},
		"an agreement that ends as it was billed":   {edits{set(gas+".agreements.0.effective_to", `"2024-06-12"`)}, []string{"meter_point_with_no_agreement " + gas + ".agreements"}},
		"an agreement that ends the day after":      {edits{set(gas+".agreements.0.effective_to", `"2024-06-13"`)}, nil},
		"an agreement that starts as it was billed": {edits{set(gas+".agreements.0.effective_from", `"2024-06-12"`)}, nil},
		"an agreement that starts after":            {edits{set(gas+".agreements.0.effective_from", `"2024-06-13"`)}, []string{"no_agreement_covering_last_billed_to_date " + gas + ".agreements"}},
		"not billed yet":                            {edits{set(gas+".agreements.0.effective_from", `"2024-06-13"`), drop("last_billed_to_date")}, nil},
		"neither billed nor agreed": {edits{set(gas+".agreements", `[]`), drop("last_billed_to_date")},
			[]string{"cannot_determine_responsible_for_billing_from_date " + gas + ".last_billed_to_date", "meter_point_with_no_agreement " + gas + ".agreements"}},
		"an agreement after the end of supply": {edits{set(past+".agreements.0.effective_to", `"2019-11-02"`)}, []string{"meterpoint_with_agreement_not_on_supply " + past + ".agreements.0.effective_to"}},

		"supply that ends tomorrow":                 {edits{set(gas+".supply_end_date", `"2024-07-02"`)}, []string{"loss_in_progress " + gas + ".supply_end_date"}},
		"supply that ends today, unread":            {edits{set(gas+".supply_end_date", `"2024-07-01"`), set(gas+".agreements.0.effective_to", `"2024-07-01"`)}, []string{"no_reading_on_supply_end_date " + gas + ".supply_end_date"}},
		"supply that ended as it was billed":        {edits{set(gas+".supply_end_date", `"2024-06-12"`), set(gas+".agreements.0.effective_to", `"2024-06-12"`)}, nil},
		"supply that starts today":                  {edits{set(gas+".supply_start_date", `"2024-07-01"`)}, []string{"agreement_start_date_before_supply_start_date " + gas + ".agreements.0.effective_from"}},
		"supply that starts tomorrow":               {edits{set(gas+".supply_start_date", `"2024-07-02"`)}, []string{"future_supply_start_date " + gas + ".supply_start_date"}},
		"supply that ends before it starts":         {edits{set(past+".supply_end_date", `"2016-01-31"`), set(past+".agreements", `[]`)}, []string{"start_date_later_than_end_date " + past + ".supply_start_date"}},
		"no meter in use":                           {edits{set(gmeter+".removed_on", `"2024-06-12"`), drop(gmeter + ".transfer_readings"), drop(gmeter + ".prepay_details")}, []string{"meter_point_with_no_meters " + gas + ".meters"}},
		"no meter, since nothing is metered":        {edits{set(elec+".measurement_class", `"D"`), set(elec+".meters", `[]`), drop(elec + ".eac_history")}, nil},
		"a meter of two half-hours":                 {edits{set(elec+".measurement_class", `"F"`), drop(emeter + ".transfer_readings")}, nil},
		"a register without transfer reading":       {edits{drop(emeter + ".transfer_readings.1")}, []string{"missing_transfer_reading_for_register " + emeter + ".registers.1"}},
		"no transfer readings":                      {edits{set(emeter+".transfer_readings", `[]`)}, []string{"missing_transfer_reading_for_register " + emeter + ".registers.0", "missing_transfer_reading_for_register " + emeter + ".registers.1"}},
		"a register that is not settled":            {edits{drop(emeter + ".transfer_readings.1"), set(emeter+".registers.1.is_settlement", `false`)}, nil},
		"a register billed to another day":          {edits{set(emeter+".registers.1.last_billed_to_date", `"2024-06-11"`)}, []string{"transfer_reading_dates_must_match_last_billed_to_date " + emeter + ".transfer_readings.1.reading_date"}},
		"a register and its reading of another day": {edits{set(emeter+".registers.1.last_billed_to_date", `"2024-06-11"`), set(emeter+".transfer_readings.1.reading_date", `"2024-06-11"`)}, nil},
		"a point billed to another day":             {edits{set(gas+".last_billed_to_date", `"2024-06-11"`)}, []string{"transfer_reading_dates_must_match_last_billed_to_date " + gmeter + ".transfer_readings.0.reading_date", "transfer_vend_read_date_must_match_last_billed_to_date " + gmeter + ".prepay_details.transfer_vend_read_date"}},
		"a second transfer reading of gas":          {edits{set(gmeter+".transfer_readings.1", reading)}, []string{"active_gas_meter_with_multiple_transfer_readings " + gmeter + ".transfer_readings.1"}},
		"a transfer reading that is no list":        {edits{set(emeter+".transfer_readings", `{}`)}, []string{"invalid_type " + emeter + ".transfer_readings"}},
		"a past reading of no register":             {edits{set(emeter+".reading_history.0.register_id", `"9"`)}, []string{"historical_reading_register_id_not_recognised " + emeter + ".reading_history.0.register_id"}},
		"an unbilled reading after the bill":        {edits{set(emeter+".reading_history.0.reading_date", `"2024-06-20"`), set(emeter+".reading_history.0.billed", `false`)}, nil},
		"readings out of order":                     {edits{set(emeter+".reading_history.1.reading_date", `"2023-06-11"`)}, nil},
		"a register of a digit":                     {edits{set(emeter+".registers.0.number_of_digits", `1`)}, nil},
		"a register of 16 digits":                   {edits{set(emeter+".registers.0.number_of_digits", `16`)}, []string{"out_of_range " + emeter + ".registers.0.number_of_digits"}},
		"a register of digits as text":              {edits{set(emeter+".registers.0.number_of_digits", `" 5 "`)}, nil},
		"half a digit":                              {edits{set(emeter+".registers.0.number_of_digits", `5.5`)}, []string{"invalid_type " + emeter + ".registers.0.number_of_digits"}},
		"a meter removed before it was fitted":      {edits{set(past+".meters.0.removed_on", `"2015-05-19"`)}, []string{"start_date_later_than_end_date " + past + ".meters.0.installed_on"}},

		"an MPAN with a wrong check digit":             {edits{set(elec+".identifier", `"1200022345675"`)}, []string{"invalid_supply_point_identifier " + elec + ".identifier"}},
		"an MPAN whose remainder is ten":               {edits{set(elec+".identifier", `"1000000000040"`)}, nil},
		"an MPAN as a number":                          {edits{set(elec+".identifier", `1200022345676`)}, nil},
		"an MPAN with spaces in it":                    {edits{set(elec+".identifier", `"12 0002 2345 676"`)}, []string{"invalid_supply_point_identifier " + elec + ".identifier"}},
		"an MPAN with spaces around":                   {edits{set(elec+".identifier", `" 1200022345676 "`)}, nil},
		"no identifier":                                {edits{drop(elec + ".identifier")}, []string{"required " + elec + ".identifier"}},
		"an MPRN of 5 digits":                          {edits{set(gas+".identifier", `"74392"`)}, []string{"invalid_supply_point_identifier " + gas + ".identifier"}},
		"an MPRN of 6 digits":                          {edits{set(gas+".identifier", `"743920"`)}, nil},
		"an MPRN of 11 digits":                         {edits{set(gas+".identifier", `"74392088011"`)}, []string{"invalid_supply_point_identifier " + gas + ".identifier"}},
		"an empty identifier":                          {edits{set(gas+".identifier", `" "`)}, []string{"required " + gas + ".identifier"}},
		"gas with a profile class":                     {edits{set(gas+".profile_class", `1`)}, []string{"unknown_field " + gas + ".profile_class"}},
		"electricity with a shipper":                   {edits{set(elec+".shipper_mpid", `"ACM"`)}, []string{"unknown_field " + elec + ".shipper_mpid"}},
		"a supply type in small letters":               {edits{set(elec+".supply_type", `"electricity"`)}, []string{"invalid_choice " + elec + ".supply_type"}},
		"no supply type":                               {edits{drop(elec + ".supply_type")}, []string{"required " + elec + ".supply_type"}},
		"a meter point at two addresses":               {edits{set(past+".identifier", `"1200022345676"`)}, []string{"duplicate_meter_points_on_different_supply_addresses_provided " + past + ".identifier"}},
		"a meter point at two addresses, once as text": {edits{set(past+".identifier", `1200022345676`)}, []string{"duplicate_meter_points_on_different_supply_addresses_provided " + past + ".identifier"}},
		"the same address twice":                       {edits{set(former+".supply_address1", `"Flat 2"`), set(former+".supply_address2", `"14 Heol y Frenhines"`), set(former+".supply_postcode", `"cf101aa"`)}, []string{"duplicate_supply_addresses_found " + former}},
		"another address of the postcode":              {edits{set(former+".supply_address2", `"14 Heol y Frenhines"`), set(former+".supply_postcode", `"CF10 1AA"`)}, nil},
		"moved out before moving in":                   {edits{set(former+".customer_at_supply_address_to_date", `"2016-01-31"`)}, []string{"start_date_later_than_end_date " + former + ".customer_at_supply_address_from_date"}},
		"moved out on the day of moving in":            {edits{set(former+".customer_at_supply_address_to_date", `"2016-02-01"`)}, nil},
		"an administrator who ended before":            {edits{set(home+".property_administrators.0.effective_to", `"2019-11-01"`)}, []string{"start_date_later_than_end_date " + home + ".property_administrators.0.effective_from"}},
		"an administrator of an hour":                  {edits{set(home+".property_administrators.0.effective_to", `"2019-11-02T01:00:00+01:00"`)}, nil},
		"an administrator without a telephone":         {edits{set(home+".property_administrators.0.landline", `"abc"`)}, []string{"invalid_phone_number " + home + ".property_administrators.0.landline"}},

		"a priority record that expired before": {edits{set("customers.0.psr.1.effective_to", `"2023-04-30"`)}, []string{"start_date_later_than_end_date customers.0.psr.1.effective_from"}},
		"a priority record without codes":       {edits{drop("customers.0.psr.1.elec_industry_code")}, []string{"psr_industry_code_not_provided customers.0.psr.1"}},
		"a priority record of gas alone":        {edits{drop("customers.0.psr.0.elec_industry_code")}, nil},
		"a priority record of any code":         {edits{set("customers.0.psr.1.elec_industry_code", `"Any code, with spaces"`)}, nil},
		"a priority record of a control code":   {edits{set("customers.0.psr.1.elec_industry_code", `"0\u00011"`)}, []string{"invalid_format customers.0.psr.1.elec_industry_code"}},
		"a priority record of the account":      {edits{set("psr", `[]`)}, []string{"unknown_field psr"}},

		"a day of every month":        {edits{set("smart_read_cycle_day", `28`)}, nil},
		"a day of most months":        {edits{set("smart_read_cycle_day", `"29"`)}, []string{"invalid_day_of_month smart_read_cycle_day"}},
		"no day":                      {edits{set("smart_read_cycle_day", `0`)}, []string{"invalid_day_of_month smart_read_cycle_day"}},
		"a day that is no number":     {edits{set("smart_read_cycle_day", `"last"`)}, []string{"invalid_type smart_read_cycle_day"}},
		"a tax year":                  {edits{set("warm_home_discount", `[{"tax_year": "2023/24"}]`)}, nil},
		"a tax year of four digits":   {edits{set("warm_home_discount", `[{"tax_year": "2023/2"}]`)}, []string{"incorrect_format_for_tax_year warm_home_discount.0.tax_year"}},
		"a tax year that is too long": {edits{set("warm_home_discount", `[{"tax_year": "2023/2024"}]`)}, []string{"too_long warm_home_discount.0.tax_year"}},

		"a postcode without its space":      {edits{set(home+".supply_postcode", `"cf101aa"`)}, nil},
		"a postcode of another country":     {edits{set(home+".supply_postcode", `"75001"`)}, []string{"invalid_postcode " + home + ".supply_postcode"}},
		"no postcode":                       {edits{drop(home + ".supply_postcode")}, []string{"required " + home + ".supply_postcode"}},
		"an address line that is too long":  {edits{set(home+".supply_address1", `"`+strings.Repeat("é", 513)+`"`)}, []string{"too_long " + home + ".supply_address1"}},
		"an address line that just fits":    {edits{set(home+".supply_address1", `"`+strings.Repeat("é", 512)+`"`)}, nil},
		"an address line of spaces":         {edits{set(home+".supply_address1", `"  "`)}, []string{"required " + home + ".supply_address1"}},
		"a house number as a number":        {edits{set(home+".supply_address1", `14`)}, nil},
		"an e-mail address that is none":    {edits{set(home+".property_administrators.0.email", `"fixture"`)}, []string{"invalid_email " + home + ".property_administrators.0.email"}},
		"a negative reading":                {edits{set(gmeter+".transfer_readings.0.reading_value", `-1`)}, nil},
		"a negative debt":                   {edits{set(gmeter+".prepay_details.debt_balance", `"-1"`)}, []string{"out_of_range " + gmeter + ".prepay_details.debt_balance"}},
		"a negative debt of nothing":        {edits{set(gmeter+".prepay_details.debt_balance", `-0.00`)}, nil},
		"a reading with many places":        {edits{set(gmeter+".transfer_readings.0.reading_value", `"0.0000000001"`)}, nil},
		"a reading with too many":           {edits{set(gmeter+".transfer_readings.0.reading_value", `"0.00000000001"`)}, []string{"out_of_range " + gmeter + ".transfer_readings.0.reading_value"}},
		"a reading with too many digits":    {edits{set(gmeter+".transfer_readings.0.reading_value", `"12345678901"`)}, []string{"out_of_range " + gmeter + ".transfer_readings.0.reading_value"}},
		"a reading without a whole":         {edits{set(gmeter+".transfer_readings.0.reading_value", `".50"`)}, nil},
		"a reading without a fraction":      {edits{set(gmeter+".transfer_readings.0.reading_value", `"5."`)}, nil},
		"a reading of a point":              {edits{set(gmeter+".transfer_readings.0.reading_value", `"."`)}, []string{"invalid_decimal " + gmeter + ".transfer_readings.0.reading_value"}},
		"a reading with a plus":             {edits{set(gmeter+".transfer_readings.0.reading_value", `"+5"`)}, []string{"invalid_decimal " + gmeter + ".transfer_readings.0.reading_value"}},
		"a reading with an exponent":        {edits{set(gmeter+".transfer_readings.0.reading_value", `5.0871e4`)}, nil},
		"a text with an exponent":           {edits{set(gmeter+".transfer_readings.0.reading_value", `"5.0871e4"`)}, []string{"invalid_decimal " + gmeter + ".transfer_readings.0.reading_value"}},
		"a reading beyond all numbers":      {edits{set(gmeter+".transfer_readings.0.reading_value", `1e999999999`)}, []string{"out_of_range " + gmeter + ".transfer_readings.0.reading_value"}},
		"a reading that is true":            {edits{set(gmeter+".transfer_readings.0.reading_value", `true`)}, []string{"invalid_type " + gmeter + ".transfer_readings.0.reading_value"}},
		"a null that may be":                {edits{set(gas+".supply_end_date", `null`)}, nil},
		"a null":                            {edits{set(elec+".profile_class", `null`)}, []string{"null_not_allowed " + elec + ".profile_class"}},
		"null addresses":                    {edits{set("supply_addresses", `null`)}, []string{"null_not_allowed supply_addresses"}},
		"addresses that are an object":      {edits{set("supply_addresses", `{}`)}, []string{"invalid_type supply_addresses"}},
		"no address":                        {edits{set("supply_addresses", `[]`)}, nil},
		"addresses that are an empty text":  {edits{set("supply_addresses", `""`)}, nil},
		"no meter point":                    {edits{set(home+".meter_points", `[]`), drop(former)}, nil},
		"an unknown member":                 {edits{set(emeter+".colour", `"grey"`)}, []string{"unknown_field " + emeter + ".colour"}},
		"an unknown member without a name":  {edits{set(gmeter, `{"": 1, "meter_serial_number": "x", "gas_number_of_digits": 5, "transfer_readings": [`+reading+`]}`)}, []string{`unknown_field ` + gmeter + `.""`}},
		"an unknown member of the account":  {edits{set("suply_addresses", `[]`)}, []string{"unknown_field suply_addresses"}},
		"an unknown member of a customer":   {edits{set("customers.1.prs", `[]`)}, []string{"unknown_field customers.1.prs"}},
		"additions in the wrong place":      {edits{set("customers.1.supply_addresses", `[]`)}, []string{"unknown_field customers.1.supply_addresses"}},
		"an item that is an empty text":     {edits{set(home+".property_administrators.0", `""`)}, []string{"required " + home + ".property_administrators.0"}},
		"faults of the core and the market": {edits{set("customers.0.landline", `"abcde"`), set("customers.0.psr.0.description", `true`), drop(elec + ".identifier"), set("billing_email", `"x"`)}, []string{"invalid_phone_number customers.0.landline", "invalid_type customers.0.psr.0.description", "required " + elec + ".identifier", "invalid_email billing_email"}},
	} {
		t.Run(name, func(t *testing.T) { r.faults(t, energy, c.edits, c.want...) })
	}
}

// Faults are in the order of the payload, whichever check found them.
func TestFaultsAreInTheOrderOfThePayload(t *testing.T) {
	r := newFixture(t, "gb-energy")
	_, faults := r.read(`{"supply_addresses": [{"supply_postcode": "x", "meter_points": [{"supply_type": "GAS", "supply_start_date": "2020-01-01", "mpid": "A", "shipper_mpid": "B",
		"agreements": [{"tariff_code": "T", "effective_from": "2020-01-01"}], "identifier": "1"}], "colour": 1, "customer_at_supply_address_from_date": "x"}],
		"customers": [{"psr": [{"gas_industry_code": true}], "family_name": 5, "landline": "abcde", "x": 1}],
		"nothing": 1, "import_supplier": "ACME", "external_account_number": "1"}`)
	var got []string
	for _, f := range faults {
		got = append(got, f.Code+" "+f.Attr)
	}
	want := `invalid_postcode supply_addresses.0.supply_postcode
invalid_supply_point_identifier supply_addresses.0.meter_points.0.identifier
meter_point_with_no_meters supply_addresses.0.meter_points.0.meters
unknown_field supply_addresses.0.colour
invalid_date supply_addresses.0.customer_at_supply_address_from_date
required supply_addresses.0.supply_address1
invalid_type customers.0.psr.0.gas_industry_code
invalid_phone_number customers.0.landline
unknown_field customers.0.x
unknown_field nothing`
	if strings.Join(got, "\n") != want {
		t.Errorf("faults\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
