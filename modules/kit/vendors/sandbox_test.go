package vendors

import (
	"testing"
	"time"
)

func TestSandbox(t *testing.T) {
	adapter := &bounded{sandbox{}, quick}
	for reference, code := range map[string]string{
		"sandbox-missing": RuleNotFound.Code, "sandbox-mismatch-1": RuleMismatch.Code, "sandbox-credentials": RuleCredentials.Code,
		"sandbox-refused-2": RuleRefused.Code, "sandbox-unreachable": RuleUnreachable.Code,
	} {
		_, err := verify(adapter, Request{Reference: reference, Type: typeCard})
		wantPersistent(t, err, code)
	}
	for _, reference := range []string{"sandbox-unavailable", "sandbox-timeout-1"} {
		within(t, 4*quick.Deadline, func() {
			_, err := verify(adapter, Request{Reference: reference, Type: typeCard})
			wantUnavailable(t, err)
		})
	}
	for _, reference := range []string{"sandbox-ok", "sandbox-flaky-3", "sandbox-", "sandbox", "sandbox-missingno", "pm_abc", "missing", "x-sandbox-missing"} {
		known, err := verify(adapter, Request{Reference: reference, Type: typeCard})
		again, _ := verify(adapter, Request{Reference: reference, Type: typeCard})
		if err != nil || known != again || known.Brand == "" || known.LastFour == "" || known.Expiry == "" || known.Status != "active" {
			t.Errorf("%s: %+v, then %+v, %v", reference, known, again, err)
		}
	}
}

func TestSandboxDetails(t *testing.T) {
	adapter := &bounded{sandbox{}, Limits{Deadline: time.Minute, Attempts: 1}}
	known, err := verify(adapter, Request{Reference: "pm_1", Type: typeDirectDebit})
	if err != nil || known.Brand != "bacs_debit" || known.LastFour == "" || known.Expiry != "" {
		t.Errorf("direct debit: %+v, %v", known, err)
	}
	if known, err = verify(adapter, Request{Reference: "1", Type: "BPAY"}); err != nil || known != (Details{Status: "active"}) {
		t.Errorf("BPAY: %+v, %v", known, err)
	}
	if known, err = verify(adapter, Request{Reference: "sandbox-expired-1", Type: typeCard}); err != nil || known.Expiry != "01/2020" || known.Status != "expired" {
		t.Errorf("expired: %+v, %v", known, err)
	}
	if known, err = verify(adapter, Request{Reference: "sandbox-overshare", Type: typeCard}); err != nil || known.Brand != "" || known.LastFour != "" {
		t.Errorf("a card number came through: %+v, %v", known, err)
	}
}
