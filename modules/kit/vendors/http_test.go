package vendors

import (
	"strings"
	"testing"
	"time"

	"dataimport/e2e/faultproxy"
)

var cardDetails = Details{Brand: "visa", LastFour: "4242", Expiry: "12/2030", Status: "asked for CARD of customer-1"}

func TestHTTPAnswers(t *testing.T) {
	vendor := newTestVendor(t)
	known, err := verify(vendor.adapter(patient), card)
	if err != nil || known != cardDetails {
		t.Errorf("got %+v, %v", known, err)
	}
	_, err = verify(vendor.adapter(patient), Request{Reference: "unknown", Type: typeCard})
	wantPersistent(t, err, RuleNotFound.Code)
	_, err = verify(httpAdapter(vendor.URL()+"/elsewhere", patient, Options{}), card)
	wantPersistent(t, err, RuleRefused.Code)
	if n := vendor.asked.Load(); n != 3 {
		t.Errorf("a persistent answer was asked for again: %d requests", n)
	}
}

func TestHTTPConnectionIsKept(t *testing.T) {
	vendor := newTestVendor(t)
	adapter := vendor.adapter(patient)
	for range 10 {
		if _, err := verify(adapter, card); err != nil {
			t.Fatal(err)
		}
	}
	if n := vendor.Connections(); n != 1 {
		t.Errorf("%d connections for ten requests", n)
	}
	vendor.Cut()
	if _, err := verify(adapter, card); err != nil {
		t.Errorf("after the kept connection was lost: %v", err)
	}
}

// exists is a well-formed answer that says that the instruction exists, with more
// members.
func exists(members string) faultproxy.Fault {
	return faultproxy.Answer(200, `{"exists":true`+members+`}`, "Content-Type: application/json")
}

// passing are faults after which the next attempt succeeds.
var passing = map[string]faultproxy.Fault{
	"408":                 faultproxy.Answer(408, ""),
	"409":                 faultproxy.Answer(409, ""),
	"425":                 faultproxy.Answer(425, ""),
	"429":                 faultproxy.Answer(429, `{"error":"slow down"}`),
	"500":                 faultproxy.Answer(500, "<html>"),
	"502":                 faultproxy.Answer(502, ""),
	"503":                 faultproxy.Answer(503, ""),
	"504":                 faultproxy.Answer(504, ""),
	"599":                 faultproxy.Answer(599, ""),
	"HTML":                faultproxy.Answer(200, "<!doctype html><title>Back soon</title>", "Content-Type: text/html"),
	"empty":               faultproxy.Answer(200, ""),
	"no content":          faultproxy.Answer(204, ""),
	"null":                faultproxy.Answer(200, "null"),
	"array":               faultproxy.Answer(200, "[]"),
	"without exists":      faultproxy.Answer(200, `{"status":"active"}`),
	"exists null":         faultproxy.Answer(200, `{"exists":null}`),
	"exists as a text":    faultproxy.Answer(200, `{"exists":"true"}`),
	"exists twice":        exists(`,"exists":false`),
	"two answers":         faultproxy.Answer(200, `{"exists":true}{"exists":false}`),
	"a number as a text":  exists(`,"last_four":4242`),
	"invalid UTF-8":       exists(`,"brand":"` + "\xff" + `"`),
	"cut off":             faultproxy.CutOff(200, `{"exists":true,"brand":"visa"}`),
	"huge":                exists(`,"brand":"` + strings.Repeat("x", maxAnswer) + `"`),
	"huge header":         faultproxy.Answer(200, `{"exists":true}`, "X: "+strings.Repeat("x", 2*maxAnswer)),
	"reset":               faultproxy.Reset,
	"half closed":         faultproxy.HalfClose,
	"no HTTP":             faultproxy.Raw("220 mail.example ESMTP\r\n"),
	"temporary redirect":  faultproxy.Answer(307, "", "Location: /verify"),
	"redirect to a login": faultproxy.Answer(302, "", "Location: http://127.0.0.1:1/login"),
	"unknown redirect":    faultproxy.Answer(399, "", "Location: /verify"),
}

func TestHTTPPassingFaults(t *testing.T) {
	for name, fault := range passing {
		t.Run(name, func(t *testing.T) {
			vendor := newTestVendor(t)
			vendor.Next(fault, fault)
			known, err := verify(vendor.adapter(patient), card)
			if err != nil || known != cardDetails {
				t.Fatalf("the third attempt: %+v, %v", known, err)
			}
			if n := vendor.Connections(); n != 3 {
				t.Errorf("%d attempts", n)
			}
			vendor.Always(fault)
			known, err = verify(vendor.adapter(patient), card)
			wantUnavailable(t, err)
			if known != (Details{}) {
				t.Errorf("details beside an error: %+v", known)
			}
			if n := vendor.Connections(); n != 6 {
				t.Errorf("%d attempts, not three more", n)
			}
		})
	}
}

func TestHTTPLastingFaults(t *testing.T) {
	for name, test := range map[string]struct {
		fault faultproxy.Fault
		code  string
	}{
		"400":                {faultproxy.Answer(400, ""), RuleRefused.Code},
		"401":                {faultproxy.Answer(401, `{"exists":true}`), RuleCredentials.Code},
		"403":                {faultproxy.Answer(403, ""), RuleCredentials.Code},
		"404":                {faultproxy.Answer(404, "<html>"), RuleNotFound.Code},
		"410":                {faultproxy.Answer(410, ""), RuleNotFound.Code},
		"418":                {faultproxy.Answer(418, ""), RuleRefused.Code},
		"422":                {faultproxy.Answer(422, ""), RuleRefused.Code},
		"exists is false":    {faultproxy.Answer(200, `{"exists":false,"brand":"visa"}`), RuleNotFound.Code},
		"moved":              {faultproxy.Answer(301, "", "Location: /verify"), RuleUnreachable.Code},
		"permanent redirect": {faultproxy.Answer(308, "", "Location: http://127.0.0.1:1/"), RuleUnreachable.Code},
	} {
		t.Run(name, func(t *testing.T) {
			vendor := newTestVendor(t)
			vendor.Always(test.fault)
			_, err := verify(vendor.adapter(patient), card)
			wantPersistent(t, err, test.code)
			if n := vendor.Connections(); n != 1 {
				t.Errorf("%d attempts", n)
			}
		})
	}
}

func TestHTTPDeadline(t *testing.T) {
	for name, fault := range map[string]faultproxy.Fault{
		"an answer after a minute": faultproxy.Delay(time.Minute),
		"no answer":                faultproxy.Hang,
		"a slow body":              faultproxy.Drip(20*time.Millisecond, 200, strings.Repeat(" ", 1000)+`{"exists":true}`),
	} {
		t.Run(name, func(t *testing.T) {
			vendor := newTestVendor(t)
			vendor.Always(fault)
			within(t, 4*quick.Deadline, func() {
				_, err := verify(vendor.adapter(quick), card)
				wantUnavailable(t, err)
			})
		})
	}
}

func TestHTTPRefusedConnection(t *testing.T) {
	vendor := newTestVendor(t)
	vendor.Stop()
	_, err := verify(vendor.adapter(quick), card)
	wantUnavailable(t, err)
	slow := vendor.adapter(Limits{Deadline: 10 * time.Second, Attempts: 8, Pause: 50 * time.Millisecond})
	time.AfterFunc(100*time.Millisecond, vendor.Start)
	if _, err := verify(slow, card); err != nil {
		t.Errorf("the vendor came back: %v", err)
	}
}

func TestHTTPCardNumbersAreDropped(t *testing.T) {
	vendor := newTestVendor(t)
	vendor.Always(exists(`,"brand":"Visa 4242 4242 4242 4242","last_four":"4242424242424242","status":"4242424242424242","expiry":"4242424242424242"`))
	known, err := verify(vendor.adapter(patient), card)
	if err != nil || known != (Details{}) {
		t.Errorf("got %+v, %v", known, err)
	}
	vendor.Always(faultproxy.Answer(200, `{"exists":true,"number":4242424242424242,"brand":"visa","last_four":"4242","status":4242424242424242}`))
	_, err = verify(vendor.adapter(quick), card)
	if wantUnavailable(t, err); strings.Contains(err.Error(), "4242") {
		t.Errorf("the answer's text is in the error: %v", err)
	}
}
