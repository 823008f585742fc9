package docs_test

import (
	"maps"
	"slices"
	"testing"
)

// undocumented are the codes in the source that no answer of the interface has.
var undocumented = map[string]string{
	"base_url_required": "the dashboard says it of a payment vendor's settings",
	"invalid_base_url":  "the dashboard says it of a payment vendor's settings",

	"email_template_unusable": "the outbox says it of a delivery",
	"event_endpoint_failed":   "the outbox says it of a delivery",
	"mail_server_failed":      "the outbox says it of a delivery",

	"account_number_repeated_in_book": "commands say it of the lines of a book",
	"code_not_in_table":               "a command says it of a row of an extract",
	"value_not_understood":            "a command says it of a row of an extract",
	"row_has_faulty_quotes":           "a command says it of a row of an extract",
	"row_is_not_in_the_encoding":      "a command says it of a row of an extract",
	"row_is_ragged":                   "a command says it of a row of an extract",
}

// Every code has a description, and every described code exists.
func TestEachCodeIsDocumented(t *testing.T) {
	described := make(map[string]bool)
	for _, r := range newFixture(t).Rules {
		described[r.Code] = true
	}
	raised := readSource(t, "..").raised
	for _, code := range slices.Sorted(maps.Keys(raised)) {
		if _, known := undocumented[code]; described[code] == known {
			t.Errorf("%s at %s: described %t", code, raised[code], described[code])
		}
	}
	for _, code := range slices.Sorted(maps.Keys(described)) {
		if raised[code] == "" {
			t.Errorf("%s is described, but nothing raises it", code)
		}
	}
}

// A code that is written twice could differ in one of the places.
func TestEachCodeIsWrittenOnce(t *testing.T) {
	written := readSource(t, "..").written
	if len(written) < 100 {
		t.Errorf("%d codes", len(written))
	}
	for _, code := range slices.Sorted(maps.Keys(written)) {
		if places := written[code]; len(places) > 1 {
			t.Errorf("%s stands at %v", code, places)
		}
	}
}
