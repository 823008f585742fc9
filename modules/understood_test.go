package modules_test

import (
	"net/http"
	"strings"
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

// What validate-account's answer makes of values, as its description in the document
// says; an empty answer is of a member that is left out. Each is tried in a valid
// account, of which nothing else may change.
var understoodAs = []struct{ sample, path, sent, answered string }{
	// Strings are trimmed, and an empty one is no member.
	{"core/DOMESTIC/valid", "customers.1.given_name", `"\t Owain  \u00a0"`, `"Owain"`},
	{"core/DOMESTIC/valid", "account_type", `"DOMESTIC "`, `"DOMESTIC"`},
	{"core/DOMESTIC/valid", "references.0.namespace", `" legacy-crm\n"`, `"legacy-crm"`},
	{"core/DOMESTIC/valid", "date_of_sale", `" 2019-11-02 "`, `"2019-11-02"`},
	{"core/DOMESTIC/valid", "customers.0.title", `""`, ``},
	{"core/DOMESTIC/valid", "language_preference", `" \u00a0"`, ``},
	{"core/DOMESTIC/valid", "statements.0.gross_amount", `""`, ``},
	{"core/DOMESTIC/valid", "last_payment_review_date", `" "`, ``},
	{"gb-energy/DOMESTIC/valid", "customers.0.psr.0.description", `" In\u0020daily use "`, `"In daily use"`},
	{"gb-energy/DOMESTIC/valid", "customers.0.psr.0.description", `"  "`, ``},
	// Numbers for strings keep their text.
	{"core/DOMESTIC/valid", "external_account_number", `1234.50`, `"1234.50"`},
	{"core/DOMESTIC/valid", "statements.0.number", `317`, `"317"`},
	{"gb-energy/DOMESTIC/valid", "supply_addresses.0.meter_points.1.identifier", `7439208801`, `"7439208801"`},
	// Decimals are strings with the places that they came with.
	{"core/DOMESTIC/valid", "transfer_balance", `-41.73`, `"-41.73"`},
	{"core/DOMESTIC/valid", "transfer_balance", `"-0041.7300000000"`, `"-41.7300000000"`},
	{"core/DOMESTIC/valid", "transfer_balance", `-4173e-2`, `"-41.73"`},
	{"core/DOMESTIC/valid", "payment_schedules.1.amount", `1.1e2`, `"110"`},
	{"core/MANAGED/valid", "transfer_balance", `-0.00`, `"0.00"`},
	// Datetimes are in UTC.
	{"core/DOMESTIC/valid", "customers.1.consents.0.signed_at", `"2023-05-04T00:12:33.120+05:30"`, `"2023-05-03T18:42:33.12Z"`},
	{"core/DOMESTIC/valid", "notes.0.created_at", `"2024-02-28t23:59:59-01:00"`, `"2024-02-29T00:59:59Z"`},
	{"gb-energy/DOMESTIC/valid", "customers.0.psr.0.effective_from", `"2020-06-01"`, `"2020-06-01T00:00:00Z"`},
	// What a market marks as nullable may be null, and a whole number a string.
	{"gb-energy/DOMESTIC/valid", "supply_addresses.0.meter_points.1.supply_end_date", `null`, ``},
	{"gb-energy/DOMESTIC/valid", "supply_addresses.0.meter_points.1.meters.0.gas_number_of_digits", `" 5 "`, `5`},
	// Countries, languages, company numbers and postcodes are in their usual form.
	{"core/DOMESTIC/valid", "billing_address.country", `"gb"`, `"GB"`},
	{"core/DOMESTIC/valid", "billing_address.postal_code", `" cf101aa"`, `"CF10 1AA"`},
	{"core/PORTFOLIO_LEAD/valid", "billing_address.postal_code", `"d01-h104"`, `"D01 H104"`},
	{"core/BUSINESS/valid", "billing_postcode", `"ls14ap"`, `"LS1 4AP"`},
	{"core/DOMESTIC/valid", "language_preference", `"CY-gb"`, `"cy-GB"`},
	{"core/BUSINESS/valid", "business.company_number", `"sc123456"`, `"SC123456"`},
	// A business customer without a family name is called Business.
	{"core/BUSINESS/valid", "customers.0.family_name", `" "`, `"Business"`},

	// All else stays as it is.
	{"core/BUSINESS/valid", "customers.0.family_name", `"business"`, `"business"`},
	{"core/DOMESTIC/valid", "customers.1.given_name", `"Sia\u0302n  \u202fR.\u0041"`, `"Sia\u0302n  \u202fR.A"`},
	{"core/DOMESTIC/valid", "customers.1.family_name", `"عبد\u200dالرحمن \u0000 o'NEILL"`, `"عبد\u200dالرحمن \u0000 o'NEILL"`},
	{"core/DOMESTIC/valid", "customers.0.email", `"Siân.O'Neill+X@EXAMPLE.org"`, `"Siân.O'Neill+X@EXAMPLE.org"`},
	{"core/DOMESTIC/valid", "customers.0.landline", `"+44 (0)20 7946-0958"`, `"+44 (0)20 7946-0958"`},
	{"core/DOMESTIC/valid", "statements.0.statement_path", `"/bills/2024-03.pdf"`, `"/bills/2024-03.pdf"`},
	{"core/DOMESTIC/valid", "account_type", ``, ``},
	{"core/DOMESTIC/valid", "payment_schedules.1.trigger", ``, ``},
	{"core/DOMESTIC/valid", "unknown_occupier", ``, ``},
	{"core/DOMESTIC/valid", "customers.0.contact_emails", `[]`, `[]`},
	{"core/DOMESTIC/valid", "metadata.0.value", `{" a ": " b ", "n": 1.50, "e": [null, "", 1E2, 12345678901234567890.12]}`, `{" a ": " b ", "n": 1.50, "e": [null, "", 1E2, 12345678901234567890.12]}`},
	{"core/MANAGED/valid", "billing_address.structured_street_address", `{"building": " 1 ", "postal_code": "cf101aa"}`, `{"building": " 1 ", "postal_code": "cf101aa"}`},
	{"gb-energy/DOMESTIC/valid", "supply_addresses.0.supply_postcode", `"cf101aa"`, `"cf101aa"`},
	{"gb-energy/DOMESTIC/valid", "supply_addresses.0.meter_points.1.meters.0.transfer_readings.0.reading_value", `7410.50`, `7410.50`},
}

func TestWhatIsUnderstood(t *testing.T) {
	env, token := serveCorpus(t)
	env.Freely = true
	samples := make(map[string]string)
	for _, s := range corpus(t) {
		samples[s.path] = s.body
	}
	for _, c := range understoodAs {
		t.Run(c.path+" "+c.sent, func(t *testing.T) {
			env.TB = t
			usual := env.Post(token, validatePath, samples[c.sample]).Expect(http.StatusOK)
			answer := env.Post(token, validatePath, kindtest.With(t, samples[c.sample], kindtest.Set(c.path, c.sent))).Expect(http.StatusOK)
			want := kindtest.With(t, string(usual.Body), kindtest.Set(c.path, c.answered))
			if got := kindtest.With(t, string(answer.Body)); got != want {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		})
	}
}

// inUTC are the moments of the valid accounts that are of another zone.
var inUTC = strings.NewReplacer("2023-05-04T10:12:33+01:00", "2023-05-04T09:12:33Z", "2024-06-30T10:00:00+01:00", "2024-06-30T09:00:00Z")

// Of the valid accounts, which otherwise are written as they are understood, nothing
// is changed but numbers, which become strings of the same text.
func TestNothingElseIsChanged(t *testing.T) {
	env, token := serveCorpus(t)
	for _, s := range corpus(t) {
		if s.name != "valid" {
			continue
		}
		t.Run(s.path, func(t *testing.T) {
			env.TB = t
			answer := string(env.Post(token, validatePath, s.body).Expect(http.StatusOK).Body)
			sent := inUTC.Replace(s.body)
			if strings.HasSuffix(s.folder, "/BUSINESS") || strings.HasSuffix(s.folder, "/BUSINESS_VACANT") {
				sent = kindtest.With(t, sent, kindtest.Set("customers.0.family_name", `"Business"`))
			}
			if got, want := withoutQuotes(kindtest.With(t, answer)), withoutQuotes(kindtest.With(t, sent)); got != want {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		})
	}
}

// withoutQuotes is JSON without the quotes that tell a number from its text.
func withoutQuotes(text string) string { return strings.ReplaceAll(text, `"`, "") }
