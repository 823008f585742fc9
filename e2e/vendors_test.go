package e2e

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"encoding/json/v2"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"dataimport/e2e/faultproxy"
	"dataimport/e2e/services"
)

const instructions = `SELECT a.external_account_number, p.vendor, p.reference, p.brand, p.last_four, p.expiry, p.vendor_status
	FROM payment_instructions p JOIN accounts a ON a.id = p.account`

// unconfirmed are the faults of an answer about an instruction that a vendor does not confirm.
func unconfirmed(code string) []string { return []string{code, code + " reference"} }

var unknownVendor = []string{"request_failed_validation", "unknown_payment_vendor vendor"}

// Stripe is asked through its own mock. The key that an operator has entered appears in
// no file, log or answer.
func TestStripe(t *testing.T) {
	t.Parallel()
	const key, reference = "sk_test_123", "pm_1Nv0FGQ9RKHgCVdK"
	mock := services.StripeMock(t)
	r := launch(t, newService(t), "")
	o := r.operator(t)
	id := o.vendor(t, "stripe", "stripe", mock.URL, key)
	r.imported(t, "1", "2")
	recorded := record(r)

	r.post(t, instructionPath, onto("1", instruction("stripe", "4242424242424242"))).expect(t, 400, unconfirmed("payment_instruction_not_found")...)
	a := r.post(t, instructionPath, onto("1", instruction("stripe", reference))).expect(t, 201)
	if number := a.member(t, "service_account_number"); a.member(t, "reference") != reference || number == "" {
		t.Errorf("got %s", a.body)
	}
	r.has(t, instructions, "1|stripe|"+reference+"|visa|4242|08/2030|unattached")

	mock.Stop()
	second := onto("2", instruction("stripe", "pm_second"))
	r.changesNothing(t, func() { r.post(t, instructionPath, second).expect(t, 500, "vendor_unavailable") })
	mock.Start()
	o.change(t, id, map[string]any{"secret": "no key of Stripe's"}).expect(t, 400)
	o.change(t, id, map[string]any{"secret": "no-key-of-Stripe's"}).expect(t, 200)
	r.changesNothing(t, func() {
		r.post(t, instructionPath, second).expect(t, 400, unconfirmed("payment_vendor_refused_credentials")...)
	})
	o.change(t, id, map[string]any{"secret": key}).expect(t, 200)
	r.post(t, instructionPath, second).expect(t, 201)

	lookEverywhere(t, r, o, id)
	sealed := strings.Join(r.rows(t, `SELECT sealed_secret FROM payment_vendors WHERE code = 'stripe'`), "")
	for what, text := range map[string]string{"key": key, "sealed key": sealed} {
		if text == "" || strings.Contains(recorded.String(), text) || strings.Contains(o.told.String(), text) {
			t.Errorf("an answer holds the %s", what)
		}
	}
	if len(r.filesWith(t, mock.URL)) == 0 {
		t.Error("not even the address is found in the data folder: nothing that follows says anything")
	}
	for _, file := range r.filesWith(t, key) { // with the files that exist only while the service runs
		t.Errorf("the key is in %s", file)
	}
	if err := r.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, r.output)
	}
	r.keepsSecret(t, key)
}

// lookEverywhere requests a vendor's record in every possible way. The operator keeps the
// answers.
func lookEverywhere(t *testing.T, r *running, o *operator, id string) {
	for _, path := range []string{
		vendorRecords, vendorRecords + "/" + id, vendorRecords + "?fields=*", vendorRecords + "?fields=secret,sealed_secret",
		vendorRecords + "?sort=sealed_secret&expand=sealed_secret", "/api/collections", "/api/collections/payment_vendors",
		"/api/settings", "/api/logs?perPage=500",
	} {
		o.send(t, http.MethodGet, path, nil).expect(t, 200)
		for _, token := range []string{"", "Token " + r.token} {
			a, err := exchange(patient, http.MethodGet, r.url+path, token, "")
			if err != nil || a.status == 200 && !strings.HasPrefix(a.body, `{"items":[],`) {
				t.Errorf("who is no operator gets %d %s from %s, %v", a.status, a.body, path, err)
			}
		}
	}
	found := o.send(t, http.MethodGet, vendorRecords+"?filter="+url.QueryEscape(`secret != ""`), nil).expect(t, 200)
	if !strings.Contains(found.body, `"totalItems":0`) {
		t.Errorf("a secret is kept where it was typed: %s", found.body)
	}
	o.send(t, http.MethodPost, "/api/backups", map[string]any{"name": "all.zip"}).expect(t, 204)
	backup, err := zip.OpenReader(filepath.Join(r.dir, "backups", "all.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer backup.Close()
	for _, file := range backup.File {
		content, err := backup.Open(file.Name)
		if err != nil {
			continue // a folder
		}
		text, err := io.ReadAll(content)
		if err != nil || strings.HasPrefix(file.Name, "secrets.key") || bytes.Contains(text, []byte("sk_test_123")) {
			t.Errorf("the backup gives the secret away by %s, %v", file.Name, err)
		}
	}
}

// record keeps the client's answers from this moment on.
func record(r *running) *strings.Builder {
	var told strings.Builder
	r.http = &http.Client{Timeout: patient.Timeout, Transport: recorder{&told}}
	return &told
}

type recorder struct{ told *strings.Builder }

func (r recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	_ = response.Header.Write(r.told) // a strings.Builder returns no errors
	r.told.Write(body)
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, err
}

// httpVendor speaks the protocol of the http adapter, behind a proxy that can fail.
type httpVendor struct {
	*faultproxy.Proxy
	secret, brand string
	asked         atomic.Int32
	hold          chan struct{} // where it is not nil, answers wait until it is closed
}

func newHTTPVendor(t *testing.T, brand string, hold chan struct{}) *httpVendor {
	t.Helper()
	v := &httpVendor{secret: "secret-" + rand.Text(), brand: brand, hold: hold}
	server := httptest.NewServer(v)
	t.Cleanup(server.Close)
	v.Proxy = faultproxy.New(t, server.Listener.Addr().String())
	return v
}

func (v *httpVendor) address() string { return v.URL() + "/verify" }

func (v *httpVendor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var question struct {
		Reference string `json:"reference"`
		Type      string `json:"type"`
	}
	err := json.UnmarshalRead(r.Body, &question)
	v.asked.Add(1)
	if v.hold != nil {
		<-v.hold
	}
	switch {
	case r.Header.Get("Authorization") != "Bearer "+v.secret:
		w.WriteHeader(http.StatusUnauthorized)
	case err != nil || r.Method != http.MethodPost || r.URL.Path != "/verify" || question.Type != "CARD":
		w.WriteHeader(http.StatusBadRequest)
	case question.Reference == "unknown":
		_, _ = io.WriteString(w, `{"exists":false}`)
	default:
		_, _ = fmt.Fprintf(w, `{"exists":true,"brand":%q,"last_four":"4242","expiry":"12/30","status":"active"}`, v.brand)
	}
}

// An operator's change of a vendor is in force from the next request on.
func TestAVendorThatIsChanged(t *testing.T) {
	t.Parallel()
	r := launch(t, newService(t), "")
	o := r.operator(t)
	old, other := newHTTPVendor(t, "old", nil), newHTTPVendor(t, "other", nil)
	r.imported(t, "1", "2", "3", "4")
	ask := func(number string) answer {
		return r.post(t, instructionPath, onto(number, instruction("bank", "ref-"+number)))
	}

	ask("1").expect(t, 400, unknownVendor...)
	id := o.vendor(t, "bank", "http", old.address(), old.secret)
	ask("1").expect(t, 201)
	r.post(t, instructionPath, onto("2", instruction("bank", "unknown"))).expect(t, 400, unconfirmed("payment_instruction_not_found")...)
	refused := o.change(t, id, map[string]any{"base_url": other.address()}).expect(t, 400)
	if !strings.Contains(refused.body, "secret_required") { // the secret would be sent to another server
		t.Errorf("got %s", refused.body)
	}
	o.change(t, id, map[string]any{"base_url": other.address(), "secret": other.secret}).expect(t, 200)
	ask("2").expect(t, 201)
	o.change(t, id, map[string]any{"base_url": other.URL() + "/elsewhere"}).expect(t, 200)
	ask("3").expect(t, 400, unconfirmed("payment_vendor_refused_request")...)
	o.change(t, id, map[string]any{"base_url": other.address(), "secret": "another"}).expect(t, 200)
	ask("3").expect(t, 400, unconfirmed("payment_vendor_refused_credentials")...)
	o.change(t, id, map[string]any{"secret": other.secret, "disabled": true}).expect(t, 200)
	ask("3").expect(t, 400, unknownVendor...)
	o.change(t, id, map[string]any{"disabled": false}).expect(t, 200)
	ask("3").expect(t, 201)
	o.send(t, http.MethodDelete, vendorRecords+"/"+id, nil).expect(t, 204)
	ask("4").expect(t, 400, unknownVendor...)

	const rest = "|4242|12/2030|active"
	r.has(t, instructions+" ORDER BY 1", "1|bank|ref-1|old"+rest, "2|bank|ref-2|other"+rest, "3|bank|ref-3|other"+rest)
}
