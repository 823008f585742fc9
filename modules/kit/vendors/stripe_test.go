package vendors

import (
	"strings"
	"testing"
	"time"

	"dataimport/e2e/faultproxy"
	"dataimport/e2e/services"
)

func stripeAdapter(address, secret string, limits Limits) Adapter {
	return &bounded{newStripe(Options{}.client(), address, secret), limits}
}

// TestStripe asks Stripe's own mock. The mock accepts any test key and knows every
// reference.
func TestStripe(t *testing.T) {
	mock := services.StripeMock(t)
	proxy := faultproxy.New(t, strings.TrimPrefix(mock.URL, "http://"))
	adapter := stripeAdapter(proxy.URL()+"/", "sk_test_123", patient)
	want := Details{Brand: "visa", LastFour: "4242", Expiry: "08/2030", Status: "unattached"}
	method := Request{Reference: "pm_1Nv0FGQ9RKHgCVdK", Type: typeCard, CustomerReference: "cus_1"}
	if known, err := verify(adapter, method); err != nil || known != want {
		t.Fatalf("a card: %+v, %v", known, err)
	}
	if known, err := verify(adapter, Request{Reference: "src_1", Type: "CUSTOM"}); err != nil || known != (Details{Status: "pending"}) {
		t.Errorf("a source: %+v, %v", known, err)
	}
	_, err := verify(adapter, Request{Reference: "pm_1", Type: typeDirectDebit})
	wantPersistent(t, err, RuleMismatch.Code)
	_, err = verify(stripeAdapter(proxy.URL(), "no key", patient), method)
	wantPersistent(t, err, RuleCredentials.Code)

	for name, fault := range map[string]faultproxy.Fault{
		"429": faultproxy.Answer(429, `{"error":{"type":"rate_limit"}}`), "500": faultproxy.Answer(500, "<html>"), "409": faultproxy.Answer(409, ""),
		"reset": faultproxy.Reset, "half closed": faultproxy.HalfClose, "cut off": faultproxy.CutOff(200, `{"id":"pm_1Nv0FGQ9RKHgCVdK"}`),
	} {
		t.Run(name, func(t *testing.T) {
			proxy.Cut()
			proxy.Next(fault, fault)
			before := proxy.Connections()
			if known, err := verify(adapter, method); err != nil || known != want {
				t.Errorf("the third attempt: %+v, %v", known, err)
			}
			if n := proxy.Connections() - before; n != 3 {
				t.Errorf("%d attempts", n)
			}
		})
	}
	mock.Stop()
	_, err = verify(adapter, method)
	wantUnavailable(t, err)
}

// TestStripeAnswers tests answers that the mock cannot give.
func TestStripeAnswers(t *testing.T) {
	const id = "pm_1"
	card := `"object":"payment_method","type":"card","card":{"brand":"visa","last4":"4242","exp_month":8,"exp_year":2030}`
	for name, test := range map[string]struct {
		reference, kind, customer, answer string
		status                            int
		want                              Details
		code                              string // empty: intermittent, unless there are details
	}{
		"attached": {answer: `{"id":"pm_1","customer":"cus_1",` + card + `}`, customer: "cus_1", want: Details{"visa", "4242", "08/2030", "attached"}},
		"our own customer reference": {answer: `{"id":"pm_1","customer":"cus_1",` + card + `}`, customer: "A-1",
			want: Details{"visa", "4242", "08/2030", "attached"}},
		"another's":     {answer: `{"id":"pm_1","customer":"cus_2",` + card + `}`, customer: "cus_1", code: RuleMismatch.Code},
		"bank for card": {answer: `{"id":"pm_1","type":"bacs_debit","bacs_debit":{"last4":"2345"}}`, code: RuleMismatch.Code},
		"direct debit": {kind: typeDirectDebit, answer: `{"id":"pm_1","type":"bacs_debit","bacs_debit":{"last4":"2345"}}`,
			want: Details{"bacs_debit", "2345", "", "unattached"}},
		"SEPA":       {kind: typeDirectDebit, answer: `{"id":"pm_1","type":"sepa_debit","sepa_debit":{"last4":"3000"}}`, want: Details{"sepa_debit", "3000", "", "unattached"}},
		"BECS":       {kind: typeDirectDebit, answer: `{"id":"pm_1","type":"au_becs_debit","au_becs_debit":{"last4":"3456"}}`, want: Details{"au_becs_debit", "3456", "", "unattached"}},
		"ACSS":       {kind: typeDirectDebit, answer: `{"id":"pm_1","type":"acss_debit","acss_debit":{"last4":"6789"}}`, want: Details{"acss_debit", "6789", "", "unattached"}},
		"US account": {kind: typeDirectDebit, answer: `{"id":"pm_1","type":"us_bank_account","us_bank_account":{"last4":"6789"}}`, want: Details{"us_bank_account", "6789", "", "unattached"}},
		"NZ account": {kind: typeDirectDebit, answer: `{"id":"pm_1","type":"nz_bank_account","nz_bank_account":{"last4":"0010"}}`, want: Details{"nz_bank_account", "0010", "", "unattached"}},
		"card source": {reference: "src_1", answer: `{"id":"src_1","object":"source","type":"card","status":"chargeable","card":{"brand":"Visa","last4":"4242","exp_month":1,"exp_year":2031}}`,
			want: Details{"Visa", "4242", "01/2031", "chargeable"}},
		"debit source":       {reference: "src_1", kind: typeDirectDebit, answer: `{"id":"src_1","type":"sepa_debit","status":"consumed","sepa_debit":{"last4":"7061"}}`, want: Details{"sepa_debit", "7061", "", "consumed"}},
		"no longer":          {status: 404, answer: `{"error":{"code":"resource_missing","message":"No such PaymentMethod","type":"invalid_request_error"}}`, code: RuleNotFound.Code},
		"missing by a 400":   {status: 400, answer: `{"error":{"code":"resource_missing","type":"invalid_request_error"}}`, code: RuleNotFound.Code},
		"other 400":          {status: 400, answer: `{"error":{"code":"livemode_mismatch","type":"invalid_request_error"}}`, code: RuleRefused.Code},
		"expired key":        {status: 401, answer: `{"error":{"code":"api_key_expired","type":"invalid_request_error"}}`, code: RuleCredentials.Code},
		"key without rights": {status: 403, answer: `{"error":{"type":"invalid_request_error"}}`, code: RuleCredentials.Code},
		"a proxy's 404":      {status: 404, answer: `<html>4242424242424242</html>`},
		"another object":     {answer: `{"id":"pm_2",` + card + `}`},
		"HTML":               {answer: `<html>4242424242424242</html>`},
		"empty":              {answer: ``},
		"huge":               {answer: `{"id":"` + strings.Repeat("x", maxAnswer) + `"}`},
	} {
		t.Run(name, func(t *testing.T) {
			proxy := faultproxy.New(t, "")
			status := 200
			if test.status != 0 {
				status = test.status
			}
			proxy.Always(faultproxy.Answer(status, test.answer, "Content-Type: application/json"))
			r := Request{Reference: id, Type: typeCard, CustomerReference: test.customer}
			if test.reference != "" {
				r.Reference = test.reference
			}
			if test.kind != "" {
				r.Type = test.kind
			}
			known, err := verify(stripeAdapter(proxy.URL(), testSecret, patient), r)
			switch {
			case err != nil && strings.Contains(err.Error(), "4242"):
				t.Errorf("the answer's text is in the error: %v", err)
			case test.code != "":
				wantPersistent(t, err, test.code)
			case test.want == (Details{}):
				wantUnavailable(t, err)
			case err != nil || known != test.want:
				t.Errorf("got %+v, %v", known, err)
			}
		})
	}
}

func TestStripeIsNotAskedForWhatItCannotHave(t *testing.T) {
	proxy := faultproxy.New(t, "")
	for _, reference := range []string{"..", "pm_", "../customers", "pm_1/../../customers", "4242424242424242", "pm_1?expand[]=customer", "pm_é", "", "pm_" + strings.Repeat("x", 300)} {
		_, err := verify(stripeAdapter(proxy.URL(), testSecret, patient), Request{Reference: reference, Type: typeCard})
		wantPersistent(t, err, RuleNotFound.Code)
	}
	if n := proxy.Connections(); n != 0 {
		t.Errorf("%d requests", n)
	}
}

func TestStripeDeadline(t *testing.T) {
	proxy := faultproxy.New(t, "")
	proxy.Always(faultproxy.Hang)
	within(t, 4*time.Second, func() {
		_, err := verify(stripeAdapter(proxy.URL(), testSecret, quick), Request{Reference: "pm_1", Type: typeCard})
		wantUnavailable(t, err)
	})
}
