package accounts

import (
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

func TestBillingAddress(t *testing.T) {
	const at = "billing_address."
	testRules(t, household, []rule{
		{"no country", edits(drop(at + "country")), []string{"required billing_address.country"}},
		{"no such country", edits(set(at+"country", `"UK"`)), []string{"invalid_country billing_address.country"}},
		{"the code of three letters", edits(set(at+"country", `"GBR"`)), []string{"invalid_country billing_address.country"}},
		{"in small letters", edits(set(at+"country", `"gb"`)), nil},
		{"no street", edits(drop(at + "street_address")), nil},
		{"an empty structure", edits(drop(at+"street_address"), set(at+"structured_street_address", `{ }`)), nil},
		{"a structure that is null", edits(set(at+"structured_street_address", `null`)), nil},
		{"a structure", edits(drop(at+"street_address"), set(at+"structured_street_address", `{"building_number":"14"}`)), nil},
		{"both", edits(set(at+"structured_street_address", `{"building_number":"14"}`)), []string{"invalid_address billing_address.street_address"}},
		{"a structure that is none", edits(drop(at+"street_address"), set(at+"structured_street_address", `"14"`)), []string{"invalid_type billing_address.structured_street_address"}},
		{"a long street", edits(set(at+"street_address", jsonText(5000, "a"))), nil},
		{"a town that is too long", edits(set(at+"locality", jsonText(513, "a"))), []string{"too_long billing_address.locality"}},
		{"a postcode", edits(set(at+"postal_code", `"CF10 1A"`)), []string{"invalid_postcode billing_address.postal_code"}},
		{"a postcode of elsewhere", edits(set(at+"country", `"FR"`)), []string{"invalid_postcode billing_address.postal_code"}},
		{"a postcode of nowhere", edits(set(at+"country", `"UK"`), set(at+"postal_code", `"?"`)), []string{"invalid_country billing_address.country"}},
		{"no postcode", edits(drop(at + "postal_code")), nil},
		{"a country without postcodes", edits(set(at+"country", `"AE"`)), nil},
		{"letters for the delivery point", edits(set(at+"delivery_point_identifier", `"5079312A"`)), []string{"invalid_delivery_point_identifier billing_address.delivery_point_identifier"}},
		{"too many digits", edits(set(at+"delivery_point_identifier", `"123456789012"`)), []string{"too_long billing_address.delivery_point_identifier"}},
		{"as many as there may be", edits(set(at+"country", `"AE"`), set(at+"delivery_point_identifier", `12345678901`)), nil},
		{"digits alone in Great Britain", edits(set(at+"delivery_point_identifier", `"50793125"`)), []string{"invalid_delivery_point_identifier billing_address.delivery_point_identifier"}},
		{"both forms", edits(set("billing_address1", `"14 Heol y Frenhines"`)), []string{"billing_address_new_style_and_legacy billing_address"}},
		{"both forms, by the postcode", edits(set("billing_postcode", `"CF10 1AA"`)), []string{"billing_address_new_style_and_legacy billing_address"}},
		{"the older form is empty", edits(set("billing_address1", `" "`)), nil},
	})
}

func TestLegacyBillingAddress(t *testing.T) {
	testRules(t, company, []rule{
		{"no first line", edits(drop("billing_address1")), nil},
		{"a first line that is too long", edits(set("billing_address1", jsonText(513, "a"))), []string{"too_long billing_address1"}},
		{"a postcode alone", edits(drop("billing_address1"), drop("billing_address3")), nil},
		{"no postcode of the supplier's country", edits(set("billing_postcode", `"75010"`)), []string{"invalid_postcode billing_postcode"}},
		{"a delivery point", edits(set("billing_delivery_point_identifier", `"1-2"`)), []string{"invalid_delivery_point_identifier billing_delivery_point_identifier"}},
	})
	f := facts()
	f.Supplier = nil
	_, faults := read(t, company, f, set("billing_postcode", `"75010"`))
	kindtest.Want(t, faults)
}

func TestAddressesAreNormalised(t *testing.T) {
	core, faults := read(t, household, facts(), set("billing_address.country", `"gb"`), set("billing_address.postal_code", `"cf101aa"`))
	kindtest.Want(t, faults)
	if a := core.BillingAddress; a.Country != "GB" || a.PostalCode != "CF10 1AA" {
		t.Errorf("%s %s", a.Country, a.PostalCode)
	}
	core, faults = read(t, company, facts(), set("billing_postcode", `"ls14ap"`))
	kindtest.Want(t, faults)
	if core.BillingPostcode != "LS1 4AP" || core.Business.CompanyNumber != "SC123456" {
		t.Errorf("%s %s", core.BillingPostcode, core.Business.CompanyNumber)
	}
}

func TestTerms(t *testing.T) {
	testRules(t, household, []rule{
		{"no language", edits(set("language_preference", `"Welsh please"`)), []string{"invalid_choice language_preference"}},
		{"sold tomorrow", edits(set("date_of_sale", `"2024-07-02"`)), []string{"date_in_future date_of_sale"}},
		{"reviewed tomorrow", edits(set("last_payment_review_date", `"2024-07-02"`)), []string{"last_payment_review_date_is_future_dated last_payment_review_date"}},
		{"reviewed today", edits(set("last_payment_review_date", `"2024-07-01"`)), nil},
		{"an address for nothing", edits(set("billing_email", `"BlackHole+1@example.com"`)), []string{"billing_email_not_valid billing_email"}},
		{"no address", edits(set("billing_email", `null`)), nil},
		{"no such preference", edits(set("communication_preference", `"EMAIL"`)), []string{"invalid_choice communication_preference"}},
		{"no such form", edits(set("document_accessibility", `"MORSE"`)), []string{"invalid_choice document_accessibility"}},
		{"a name that is too long", edits(set("billing_name", jsonText(511, "a"))), []string{"too_long billing_name"}},
	})
	core, _ := read(t, household, facts(), set("language_preference", `"EN-gb"`))
	if core.LanguagePreference != "en-GB" {
		t.Errorf("the language became %s", core.LanguagePreference)
	}
}
