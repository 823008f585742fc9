package importclient

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestPlainProgress(t *testing.T) {
	f := newFakeService(t)
	f.setIntercept(func(_ http.ResponseWriter, _ string, _ int) bool {
		time.Sleep(time.Millisecond)
		return false
	})
	r := f.runImport(t.Context(), "", writeBook(t, accountLines(40)...))
	r.expectCounts(t, "", nil)
	if !regexp.MustCompile(`(?m)^\d+% \d+ imported, 0 refused, [\d.]+ accounts/s, \S+ left$`).MatchString(r.display) {
		t.Errorf("display:\n%s", r.display)
	}
}

func TestProgressSaysWhatItWaitsFor(t *testing.T) {
	f := newFakeService(t)
	f.setIntercept(func(w http.ResponseWriter, step string, n int) bool {
		if step == "stage" && n < 6 {
			writeReply(w, http.StatusServiceUnavailable, newFailure("document_store_unavailable"))
			return true
		}
		return false
	})
	r := f.runImport(t.Context(), "", writeBook(t, accountLines(1)...))
	r.expectCounts(t, "", nil)
	if !strings.Contains(r.display, "waiting: 503 document_store_unavailable") {
		t.Errorf("display:\n%s", r.display)
	}
}

func TestBarEndsOnItsOwnLine(t *testing.T) {
	var out strings.Builder
	d := &barDisplay{out: &out, mode: modeImport}
	d.update(snapshot{startOffset: 100, offset: 150, size: 200, ok: 5, elapsed: time.Second, finishedHere: 5})
	time.Sleep(time.Millisecond)
	d.update(snapshot{startOffset: 100, offset: 200, size: 200, ok: 9, elapsed: 2 * time.Second, finishedHere: 9})
	d.close()
	if got := out.String(); !strings.Contains(got, "9 imported, 0 refused, 4.5 accounts/s") || !strings.HasSuffix(got, "\n") {
		t.Errorf("bar %q", got)
	}
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, "-7": 0, "soon": 0,
		"Fri, 02 Jan 2026 03:05:05 GMT": time.Minute, "Fri, 02 Jan 2026 03:00:00 GMT": 0,
	} {
		if got := parseRetryAfter(value, now); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}
