package vendors

import (
	"context"
	"encoding/json/v2"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dataimport/e2e/faultproxy"
)

const testSecret = "a-secret-of-the-vendor"

// quick are limits for tests: as many attempts as the service makes, in less time.
var quick = Limits{Deadline: 400 * time.Millisecond, Attempts: 3, Pause: time.Millisecond}

// patient are limits under which a test that succeeds never runs out of time.
var patient = Limits{Deadline: 20 * time.Second, Attempts: 3, Pause: time.Millisecond}

var card = Request{Reference: "ref-1", Type: typeCard, CustomerReference: "customer-1"}

// testVendor is a vendor that follows the README, behind a proxy that can fail. It knows
// every reference except "unknown".
type testVendor struct {
	*faultproxy.Proxy
	asked atomic.Int32
	keys  chan string
}

func newTestVendor(t *testing.T) *testVendor {
	t.Helper()
	v := &testVendor{keys: make(chan string, 100)}
	server := httptest.NewServer(http.HandlerFunc(v.serve))
	t.Cleanup(server.Close)
	v.Proxy = faultproxy.New(t, server.Listener.Addr().String())
	return v
}

func (v *testVendor) serve(w http.ResponseWriter, r *http.Request) {
	v.asked.Add(1)
	v.keys <- r.Header.Get("Idempotency-Key")
	var q map[string]string
	body, _ := io.ReadAll(r.Body)
	switch {
	case r.Header.Get("Authorization") != "Bearer "+testSecret:
		w.WriteHeader(http.StatusUnauthorized)
	case r.Method != http.MethodPost || r.URL.Path != "/verify" || r.Header.Get("Content-Type") != "application/json" || json.Unmarshal(body, &q) != nil:
		w.WriteHeader(http.StatusBadRequest)
	case q["reference"] == "unknown":
		_, _ = io.WriteString(w, `{"exists": false}`)
	default:
		_ = json.MarshalWrite(w, map[string]any{
			"exists": true, "status": "asked for " + q["type"] + " of " + q["customer_reference"], "brand": "visa",
			"last_four": "4242", "expiry": "12/2030", "more": []int{1},
		})
	}
}

func (v *testVendor) adapter(limits Limits) Adapter {
	return httpAdapter(v.URL()+"/verify", limits, Options{})
}

func httpAdapter(address string, limits Limits, options Options) Adapter {
	return &bounded{&httpVendor{client: options.client(), address: address, secret: testSecret}, limits}
}

func wantPersistent(t *testing.T, err error, code string) {
	t.Helper()
	var lasting *PersistentError
	if !errors.As(err, &lasting) || lasting.Code != code || errors.Is(err, ErrUnavailable) {
		t.Fatalf("got %v, not the persistent error %s", err, code)
	}
	if lasting.Detail == "" {
		t.Error("no detail")
	}
	wantNoSecret(t, err)
}

func wantUnavailable(t *testing.T, err error) *UnavailableError {
	t.Helper()
	var passing *UnavailableError
	if !errors.As(err, &passing) || !errors.Is(err, ErrUnavailable) {
		t.Fatalf("got %v, not an intermittent error", err)
	}
	wantNoSecret(t, err)
	return passing
}

func wantNoSecret(t *testing.T, err error) {
	t.Helper()
	if strings.Contains(err.Error(), testSecret) {
		t.Fatalf("the secret is in %v", err)
	}
}

// within runs f and fails when f takes longer than most.
func within(t *testing.T, most time.Duration, f func()) {
	t.Helper()
	began := time.Now()
	f()
	if took := time.Since(began); took > most {
		t.Errorf("took %s, more than %s", took, most)
	}
}

func verify(a Adapter, r Request) (Details, error) {
	return a.Verify(context.Background(), r)
}
