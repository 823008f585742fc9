package importclient

import (
	"net/http"
	"testing"
	"time"
)

func TestTokenIsSharedByAllWorkers(t *testing.T) {
	f := newFakeService(t)
	f.runImport(t.Context(), "", writeBook(t, accountLines(50)...)).expectCounts(t, "", nil)
	if f.byKey != 1 || f.byRefresh != 0 {
		t.Errorf("%d tokens by key, %d by refresh, want one", f.byKey, f.byRefresh)
	}
}

// expireTokensAt makes all tokens expire just before the nth batch.
func (f *fakeService) expireTokensAt(nth int) {
	f.setIntercept(func(_ http.ResponseWriter, step string, n int) bool {
		if step == "lines" && n == nth {
			clear(f.valid)
		}
		return false
	})
}

func TestTokenExpiresDuringTheRun(t *testing.T) {
	f := newFakeService(t)
	f.expireTokensAt(10)
	f.runImport(t.Context(), "", writeBook(t, accountLines(100)...)).expectCounts(t, "", map[string]int{"imported": 100})
	if f.byKey != 1 || f.byRefresh != 1 {
		t.Errorf("%d tokens by key, %d by refresh, want one of each", f.byKey, f.byRefresh)
	}
}

func TestRefreshTokenIsRefused(t *testing.T) {
	f := newFakeService(t)
	f.noRefresh = true
	f.expireTokensAt(10)
	f.runImport(t.Context(), "", writeBook(t, accountLines(100)...)).expectCounts(t, "", map[string]int{"imported": 100})
	if f.byKey != 2 || f.byRefresh != 0 {
		t.Errorf("%d tokens by key, %d by refresh, want two by key", f.byKey, f.byRefresh)
	}
}

// Tokens have a life of a second. The run lasts longer than three quarters of that. It renews its
// token although none is refused.
func TestTokenIsRenewedInTime(t *testing.T) {
	f := newFakeService(t)
	f.life = time.Second
	f.setIntercept(func(_ http.ResponseWriter, step string, _ int) bool {
		if step == "lines" {
			time.Sleep(100 * time.Millisecond) // under the fake service's lock: 12 batches take 1.2 s
		}
		return false
	})
	f.runImport(t.Context(), "", writeBook(t, accountLines(60)...)).expectCounts(t, "", map[string]int{"imported": 60})
	if f.byKey != 1 || f.byRefresh < 1 || f.served["lines"] != 12 {
		t.Errorf("%d tokens by key, %d by refresh, requests %v", f.byKey, f.byRefresh, f.served)
	}
}

func TestKeyIsRefused(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLines(100)...)
	f.runImport(t.Context(), "", book, "--key", "wrong").
		expectCounts(t, "the API key is not accepted: Invalid credentials. INVALID_CREDENTIALS", nil)
	if f.served["lines"] > 0 {
		t.Errorf("requests %v", f.served)
	}
}

func TestKeyIsRotatedDuringTheRun(t *testing.T) {
	f := newFakeService(t)
	f.setIntercept(func(_ http.ResponseWriter, step string, n int) bool {
		if step == "lines" && n == 10 {
			clear(f.valid)
			clear(f.refreshes)
			f.key = "another"
		}
		return false
	})
	book := writeBook(t, accountLines(100)...)
	r := f.runImport(t.Context(), "", book)
	r.expectCounts(t, "the API key is not accepted", map[string]int{"refused": 0})
	f.setIntercept(nil)
	f.runImport(t.Context(), "", book, "--key", "another", "--take-over").expectCounts(t, "", map[string]int{"lines": 100, "imported": 100})
	if f.created != 100 {
		t.Errorf("%d accounts", f.created)
	}
}

func TestServiceRefusesItsOwnTokens(t *testing.T) {
	f := newFakeService(t)
	f.setIntercept(func(w http.ResponseWriter, step string, _ int) bool {
		if step == "lines" {
			writeReply(w, http.StatusUnauthorized, newFailure("invalid_token"))
		}
		return step == "lines"
	})
	f.runImport(t.Context(), "", writeBook(t, accountLines(3)...)).expectCounts(t, "does not accept its own token", nil)
}
