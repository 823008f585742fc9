package observe_test

import (
	"bytes"
	"encoding/json/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/store/documents"
)

func TestTrafficIsCounted(t *testing.T) {
	env := serveObserved(t)
	sendTraffic(t, env)
	text, samples := scrapeMetrics(t, env)
	for sample, want := range map[string]string{
		`dataimport_http_requests_total{code="",method="POST",operation="stageAccount",status="201"}`:                          "1",
		`dataimport_http_requests_total{code="account_failed_validation",method="POST",operation="stageAccount",status="400"}`: "1",
		`dataimport_http_requests_total{code="",method="POST",operation="createAccount",status="201"}`:                         "1",
		`dataimport_http_requests_total{code="request_failed_validation",method="POST",operation="createNotes",status="400"}`:  "1",
		`dataimport_http_requests_total{code="not_found",method="GET",operation="unknown",status="404"}`:                       "1",
		`dataimport_http_request_duration_seconds_count{operation="stageAccount"}`:                                             "2",
		`dataimport_http_request_body_bytes_count{operation="stageAccount"}`:                                                   "2",
		`dataimport_http_requests_in_flight{operation="stageAccount"}`:                                                         "0",
		`dataimport_http_requests_in_flight{operation="page"}`:                                                                 "1", // this one
		`dataimport_faults_total{code="invalid_email"}`:                                                                        "1",
		`dataimport_faults_total{code="path_does_not_exist_in_file_store"}`:                                                    "1",
		`dataimport_faults_total{code="other"}`:                                                                                "0",
		`dataimport_document_store_calls_total{operation="stat",outcome="found"}`:                                              "1",
		`dataimport_document_store_calls_total{operation="stat",outcome="not_found"}`:                                          "1",
		`dataimport_payment_vendor_calls_total{kind="sandbox",outcome="refused"}`:                                              "1",
		`dataimport_payment_vendor_calls_total{kind="sandbox",outcome="verified"}`:                                             "1",
		`dataimport_writer_errors_total`:                                                                                       "0",
		`dataimport_writer_queue_jobs`:                                                                                         "0",
		`dataimport_accounts{state="imported",supplier="ACME"}`:                                                                "1",
		`dataimport_accounts{state="staged",supplier="ACME"}`:                                                                  "0",
		`dataimport_imported_items{kind="notes",supplier="ACME"}`:                                                              "1",
		`dataimport_supplier_ongoing{supplier="ACME"}`:                                                                         "1",
	} {
		if got := samples[sample]; got != want {
			t.Errorf("%s is %q, want %s", sample, got, want)
		}
	}
	// Five jobs: stage, take, create, note, instruction. A refusal is recorded afterwards, in one
	// job or more.
	jobs, err := strconv.Atoi(samples["dataimport_writer_transaction_jobs_sum"])
	if err != nil || jobs < 6 || jobs > 8 {
		t.Errorf("%d jobs, %v", jobs, err)
	}
	if of, commits := samples["dataimport_writer_transaction_jobs_count"], samples["dataimport_writer_commit_duration_seconds_count"]; of != commits || of == "0" {
		t.Errorf("%s transactions, %s commits", of, commits)
	}
	for _, name := range personal {
		if bytes.Contains(text, []byte(name)) {
			t.Errorf("%q can be read in the metrics", name)
		}
	}
	if t.Failed() {
		t.Logf("%s", text)
	}
}

func TestFaultyAccountsShow(t *testing.T) {
	env := serveObserved(t)
	token := env.Token(env.Client("Acme", nil, "ACME"))
	env.Post(token, base+"account-import-process/create-or-update/",
		`{"import_supplier":"ACME","external_account_number":"EXT-4712","customers":[{"family_name":"Núñez","email":"zoe.nunez@"}]}`).Expect(http.StatusBadRequest)
	_, samples := scrapeMetrics(t, env)
	for _, sample := range []string{`dataimport_accounts{state="refused",supplier="ACME"}`, `dataimport_account_faults{code="invalid_email",supplier="ACME"}`} {
		if got := samples[sample]; got != "1" {
			t.Errorf("%s is %q", sample, got)
		}
	}
}

func TestTheMetricsAreNamedAsPrometheusHasIt(t *testing.T) {
	env := serveObserved(t)
	sendTraffic(t, env)
	text, _ := scrapeMetrics(t, env)
	problems, err := promlint.New(bytes.NewReader(text)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

func TestChangesOfOperatorsShow(t *testing.T) {
	env := serveObserved(t)
	token := sendTraffic(t, env)
	_, before := scrapeMetrics(t, env)
	env.Change("suppliers", "code", "ACME", map[string]any{"status": "Paused"})
	env.Get(token, base+"account-transfer-status/ACME/EXT-4711/").Expect(http.StatusOK)
	_, after := scrapeMetrics(t, env)
	if got := after[`dataimport_supplier_ongoing{supplier="ACME"}`]; got != "0" {
		t.Errorf("ongoing %s", got)
	}
	if before["dataimport_settings_loads_total"] == after["dataimport_settings_loads_total"] {
		t.Error("the settings were read anew, and nothing says so")
	}
}

// A text that a client invents must not become a label: each label is kept in memory until the end.
func TestTheLabelsAreBounded(t *testing.T) {
	env := serveObserved(t)
	token := sendTraffic(t, env)
	_, before := scrapeMetrics(t, env)
	env.Send("BREW", token, base+"nothing-1/", "", "")
	_, once := scrapeMetrics(t, env)
	for _, path := range []string{"nothing-2/", "account-transfer-status/OTHER/1/", "account-transfer-status/ACME/2/"} {
		env.Send("BREW", token, base+path, "", "")
		env.Send("SPILL", token, base+path, "", "")
	}
	_, after := scrapeMetrics(t, env)
	if len(once) <= len(before) || len(after)-len(once) > 1 { // 404 and 405
		t.Errorf("%d samples, then %d, then %d", len(before), len(once), len(after))
	}
}

func TestTheMetricsNeedAToken(t *testing.T) {
	const token = "a-token-of-the-scraper"
	unset := serveObserved(t, func(c *config.Config) { c.MetricsToken = "" })
	closed := serveObserved(t, func(c *config.Config) { c.MetricsToken = documents.Secret(token) })
	for _, test := range []struct {
		name   string
		url    string
		host   string
		header http.Header
		status int
	}{
		{"this machine, where none is set", unset.URL, "", nil, 403},
		{"a proxy of this machine that says nothing of itself", unset.URL, "127.0.0.1", nil, 403},
		{"an empty token, where none is set", unset.URL, "", http.Header{"Authorization": {"Bearer "}}, 403},
		{"without the token", closed.URL, "", nil, 401},
		{"with another", closed.URL, "", http.Header{"Authorization": {"Bearer " + token + "x"}}, 401},
		{"with a part of it", closed.URL, "", http.Header{"Authorization": {"Bearer " + token[:8]}}, 401},
		{"in another scheme", closed.URL, "", http.Header{"Authorization": {"Token " + token}}, 401},
		{"with the token", closed.URL, "", http.Header{"Authorization": {"Bearer " + token}}, 200},
		{"with the token from anywhere", closed.URL, "service.example", http.Header{"Authorization": {"bearer " + token}, "X-Forwarded-For": {"192.0.2.1"}}, 200},
	} {
		request, err := http.NewRequest(http.MethodGet, test.url+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		if request.Host = test.host; test.header != nil {
			request.Header = test.header
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != test.status {
			t.Errorf("%s: status %d, want %d", test.name, response.StatusCode, test.status)
		}
	}
}

var metricName = regexp.MustCompile(`\b(?:dataimport|go|process|promhttp)_[a-z0-9_]+`)

// listMetricNames lists the metrics that a file uses.
func listMetricNames(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", path))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(path, ".json") && json.Unmarshal(text, new(any)) != nil {
		t.Fatalf("%s is not JSON", path)
	}
	return metricName.FindAllString(string(text), -1)
}

func TestDashboardAndAlertsAskForMetricsThatExist(t *testing.T) {
	env := serveObserved(t)
	sendTraffic(t, env)
	_, samples := scrapeMetrics(t, env)
	known := make(map[string]bool)
	for sample := range samples {
		name, _, _ := strings.Cut(sample, "{")
		known[name] = true
	}
	for _, path := range []string{"grafana/dataimport.json", "prometheus/alerts.yml"} {
		names := listMetricNames(t, path)
		if len(names) < 8 {
			t.Errorf("%s asks for %d metrics", path, len(names))
		}
		for _, name := range names {
			if !known[name] {
				t.Errorf("%s asks for %s, which is not there", path, name)
			}
		}
	}
}
