package importclient

import (
	"dataimport/modules/kit/http/apiclient"
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
	r := f.runImport(t.Context(), "", writeBook(t, accountLines(400)...))
	r.expectCounts(t, "", nil)
	if !regexp.MustCompile(`(?m)^\d+% \d+ imported, 0 refused, [\d.]+/s, \S+ left$`).MatchString(r.display) {
		t.Errorf("display:\n%s", r.display)
	}
}

func TestProgressSaysWhatItWaitsFor(t *testing.T) {
	f := newFakeService(t)
	f.setIntercept(func(w http.ResponseWriter, step string, n int) bool {
		if step == "lines" && n < 6 {
			writeReply(w, http.StatusServiceUnavailable, newFailure("document_store_unavailable"))
			return true
		}
		return false
	})
	r := f.runImport(t.Context(), "", writeBook(t, accountLines(1)...))
	r.expectCounts(t, "", nil)
	if !strings.Contains(r.display, "waiting for "+f.url+": 503 document_store_unavailable: Detail of document_store_unavailable., next try in 1 s\n") {
		t.Errorf("display:\n%s", r.display)
	}
}

func TestProgressSaysThatAnAnswerIsLate(t *testing.T) {
	f := newFakeService(t)
	f.setIntercept(func(_ http.ResponseWriter, step string, n int) bool {
		if step == "lines" && n == 1 {
			time.Sleep(400 * time.Millisecond)
		}
		return false
	})
	r := f.runImport(t.Context(), "", writeBook(t, accountLines(1)...))
	r.expectCounts(t, "", nil)
	if !strings.Contains(r.display, "waiting for "+f.url+": no answer for 1 s\n") {
		t.Errorf("display:\n%s", r.display)
	}
}

// A wait is told when it begins, again after some seconds, and when it has ended.
func TestWaitIsToldOnce(t *testing.T) {
	var out strings.Builder
	d := &display{out: &out, base: "URL", every: 5 * time.Second}
	begin := time.Unix(1000, 0)
	refused := func(at int) apiclient.Wait {
		return apiclient.Wait{Reason: "connection refused", Until: begin.Add(time.Duration(at)*time.Second + 4*time.Second)}
	}
	for _, step := range []struct {
		at   int
		wait apiclient.Wait
	}{{0, refused(0)}, {2, refused(0)}, {4, refused(4)}, {6, refused(4)}, {7, apiclient.Wait{}}, {8, apiclient.Wait{}}, {9, apiclient.Wait{}}} {
		d.tellWait(step.wait, begin.Add(time.Duration(step.at)*time.Second))
	}
	want := "waiting for URL: connection refused, next try in 4 s\nwaiting for URL: connection refused, next try in 2 s\nURL answers again\n"
	if out.String() != want {
		t.Errorf("told:\n%swant:\n%s", out.String(), want)
	}
}
