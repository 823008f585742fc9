package modules_test

import (
	"html"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/kindtest"
)

// tags are the tags of HTML.
var tags = regexp.MustCompile(`<[^>]*>`)

// textOf returns the text of a page, with one space between its parts.
func textOf(page string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(page, " "))), " ")
}

// importForPage imports an account whose supplier is ACME-ENERGY, and returns the text of its page to
// support staff and to a viewer.
func importForPage(t *testing.T, document string) (support, viewer string) {
	t.Helper()
	s := serveAll(t, func(c *config.Config) { c.Log.Level = "error" })
	s.Freely, s.Markets = true, true
	s.Supplier("ACME-ENERGY", map[string]any{"market": "gb-energy", "verify_documents": "no"})
	s.SetUp(nil)
	token := s.Token(s.Client("Energy", nil, "ACME-ENERGY"))
	s.Post(token, stagePath, document).Expect(http.StatusCreated)
	s.Post(token, processPath, `{"import_supplier_code":"ACME-ENERGY","external_account_number":"1","operations_team_name":"Migration"}`).Expect(http.StatusCreated)
	var pages [2]string
	for i, role := range []string{"support", "viewer"} {
		_, page := s.page(caller{cookie: signIn(s, role, role)}, "/imports/ACME-ENERGY/1/")
		pages[i] = textOf(page)
	}
	return pages[0], pages[1]
}

// Support staff can tell from the page which meter a customer has, on which tariff, and what was last
// read. A viewer sees that there are meters, and none of their values.
func TestThePageShowsWhatTheMarketAdds(t *testing.T) {
	document, err := os.ReadFile(corpusDir + "/gb-energy/DOMESTIC/household-with-exchange-and-feed-in.json")
	if err != nil {
		t.Fatal(err)
	}
	support, viewer := importForPage(t, kindtest.With(t, string(document), kindtest.Set("external_account_number", `"1"`), kindtest.Drop("operations_team_name")))
	for _, shown := range []string{
		"Meter point 1: Electricity, 1200022345676", "Agreement 2: E-2R-VAR-24-03-01-K, 2024-03-01", "Meter 2: 22E5012345", "SMETS2",
		"Transfer readings Register ID Reading date Reading type Reading value", "2024-06-01", "41.125", "Supply address 1: Flat 2, CF10 1AA", "Customer 1: PSR",
	} {
		if !strings.Contains(support, shown) {
			t.Errorf("%q is not on the page: %s", shown, support)
		}
	}
	for _, secret := range []string{"1200022345676", "22E5012345", "41.125", "CF10"} {
		if strings.Contains(viewer, secret) {
			t.Errorf("a viewer sees %q", secret)
		}
	}
	if !strings.Contains(viewer, "Meter point 1 Supply type •••") {
		t.Errorf("a viewer does not see that there are meter points: %s", viewer)
	}
}

// What is noted of an account is on its page, in words, with money in its currency.
func TestThePageShowsTheMarksOfAnAccount(t *testing.T) {
	support, viewer := importForPage(t, `{"import_supplier": "ACME-ENERGY", "external_account_number": "1", "sales_channel": "FIELD_SALES",
		"customers": [{"given_name": "Zoë", "family_name": "O’Neill", "salutation": "Dear Zoë", "account_roles": ["BILL_PAYER"],
			"consents": [{"type": "MARKETING_EMAIL", "value": "ACCEPTED"}], "metadata": [{"key": "wave", "value": "seven"}], "credit_score": 702}],
		"consents": [{"type": "DATA_SHARING", "value": "PENDING", "signed_at": "2024-01-01T10:00:00Z"}],
		"metadata": [{"key": "heating", "value": {"boiler": "combi"}}], "references": [{"namespace": "crm", "value": "77-X"}],
		"debts": [{"agency_name": "Collect & Co", "start_date": "2024-01-01", "is_insolvent": true, "aged_debt": [{"debt_amount": "1120.5", "due_date": "2024-01-31"}]}, {"notes": "By hand"}],
		"account_campaigns": [{"slug": "autumn-switch", "campaign_note": "By telephone"}], "dunning_path": {"path_name": "Vulnerable"},
		"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "1250.5", "frequency": "MONTHLY", "day_of_month": 1}],
		"contribution_agreements": [{"scheme": "SOCIAL_FUND", "amount": "5", "interval": "MONTHLY", "active_period_start_date": "2024-01-01"}],
		"vouchers": [{"voucher_code": "V-1", "value": "5.5"}]}`)
	for _, shown := range []string{
		"Field sales", "Dear Zoë", "Bill payer", "Marketing email: Accepted", "wave: seven", "702", "Data sharing", "Pending", "2024-01-01 10:00 UTC",
		"Value, boiler combi", "77-X", "Collect & Co", "Is insolvent yes", "1,120.50 GBP", "By hand", "autumn-switch", "By telephone", "Vulnerable",
		"Direct Debit", "1,250.50 GBP", "Contribution agreements", "Social fund", "5.00 GBP", "5.50 GBP",
	} {
		if !strings.Contains(support, shown) {
			t.Errorf("%q is not on the page: %s", shown, support)
		}
	}
	for _, secret := range []string{"Dear Zoë", "Accepted", "Pending", "seven", "702", "combi", "77-X", "By hand", "V-1"} {
		if strings.Contains(viewer, secret) {
			t.Errorf("a viewer sees %q: %s", secret, viewer)
		}
	}
	if !strings.Contains(viewer, "1,120.50 GBP") {
		t.Error("a viewer does not see impersonal values, such as the amount of a debt")
	}
}
