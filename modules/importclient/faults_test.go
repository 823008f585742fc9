package importclient

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/ops/cli"
)

// failOnce has fail answer the nth request of a step. Other requests pass.
func failOnce(step string, nth int, fail func(http.ResponseWriter)) func(http.ResponseWriter, string, int) bool {
	return func(w http.ResponseWriter, name string, n int) bool {
		if name != step || n != nth {
			return false
		}
		fail(w)
		return true
	}
}

func failWithStatus(code int, header ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}
}

func failWithCode(code int, name string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) { writeReply(w, code, newFailure(name)) }
}

func closeConnection(http.ResponseWriter) { panic(http.ErrAbortHandler) }

func TestRepeated(t *testing.T) {
	for name, test := range map[string]struct {
		step string
		fail func(http.ResponseWriter)
	}{
		"429 of the limit":      {"lines", failWithCode(429, "concurrency_limit_reached")},
		"503 of the service":    {"lines", failWithCode(503, "document_store_unavailable")},
		"502 of a proxy":        {"open", failWithStatus(502)},
		"500 of the service":    {"lines", failWithCode(500, "internal_error")},
		"hung up on":            {"lines", closeConnection},
		"outcomes hung up on":   {"outcomes", closeConnection},
		"close hung up on":      {"close", closeConnection},
		"no token for a moment": {"token", failWithStatus(503)},
		"token hung up on":      {"token", closeConnection},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			f.setIntercept(failOnce(test.step, 1, test.fail))
			f.runImport(t.Context(), "", writeBook(t, accountLines(3)...)).expectCounts(t, "", map[string]int{"lines": 3, "imported": 3, "already imported": 0})
			if f.served[test.step] != 2 {
				t.Errorf("requests %v", f.served)
			}
		})
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	f := newFakeService(t)
	var refused, next time.Time
	f.setIntercept(func(w http.ResponseWriter, step string, n int) bool {
		switch {
		case step == "lines" && n == 1:
			refused = time.Now()
			w.Header().Set("Retry-After", "1")
			writeReply(w, http.StatusTooManyRequests, newFailure("throttled"))
			return true
		case step == "lines" && n == 2:
			next = time.Now()
		}
		return false
	})
	f.runImport(t.Context(), "", writeBook(t, accountLines(1)...)).expectCounts(t, "", map[string]int{"imported": 1})
	if waited := next.Sub(refused); waited < time.Second || waited > 5*time.Second {
		t.Errorf("waited %s, want a second", waited)
	}
}

// Of an answer that breaks off, the whole lines count. The other lines are sent again.
func TestAnswerBreaksOff(t *testing.T) {
	f := newFakeService(t)
	f.afterwards = func(step string, n int) bool { return step == "lines" && n == 1 }
	f.runImport(t.Context(), "", writeBook(t, accountLines(5)...), "--concurrency", "1").
		expectCounts(t, "", map[string]int{"lines": 5, "imported": 5, "already imported": 0})
	if f.created != 5 || f.served["lines"] != 2 || len(f.received) <= 5 || len(f.received) >= 10 {
		t.Errorf("%d accounts, requests %v, %d lines", f.created, f.served, len(f.received))
	}
}

func TestImportedBefore(t *testing.T) {
	f := newFakeService(t)
	f.runImport(t.Context(), "", writeBook(t, accountLines(3)...)).expectCounts(t, "", nil)
	book := writeBook(t, accountLines(5)...)
	f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"imported": 2, "already imported": 3})
	f.runImport(t.Context(), "", book, "--dry-run").expectCounts(t, "", map[string]int{"would import": 0, "already imported": 5})
}

// A line that the service cannot do at present is sent again, alone.
func TestLineIsRepeated(t *testing.T) {
	f := newFakeService(t)
	f.trouble["X-2"] = 3
	r := f.runImport(t.Context(), "", writeBook(t, accountLines(5)...))
	r.expectCounts(t, "", map[string]int{"imported": 5})
	if len(f.received) != 5+3 || !strings.Contains(r.display, "vendor_unavailable: The vendor does not answer.") {
		t.Errorf("%d lines were sent, display:\n%s", len(f.received), r.display)
	}
}

// One line that the service cannot do stays for a later run. The others are imported.
func TestOneLineFails(t *testing.T) {
	f := newFakeService(t)
	f.trouble["X-2"] = 1 << 30
	book := writeBook(t, accountLines(50)...)
	r := f.runImport(t.Context(), "", book, "--concurrency", "2", "--retry-for", "60ms")
	r.expectCounts(t, "1 of 50 lines are not finished (vendor_unavailable: The vendor does not answer.); run the same command again", map[string]int{"imported": 49, "not finished": 1})
	r.expectExit(t, cli.ExitFailed)
	f.trouble["X-2"] = 0
	f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"imported": 50, "not finished": -1})
	if f.created != 50 || len(f.runs) != 1 {
		t.Errorf("%d accounts, %d runs", f.created, len(f.runs))
	}
}

func TestServiceGivesUp(t *testing.T) {
	for name, test := range map[string]struct {
		fail func(http.ResponseWriter)
		want string
	}{
		"unavailable":          {failWithStatus(503), "no usable answer from http://"},
		"hung up on":           {closeConnection, "no usable answer from http://"},
		"asks to wait an hour": {failWithStatus(503, "Retry-After", "3600"), "no usable answer from http://"},
		"internal errors":      {failWithCode(500, "internal_error"), "no usable answer from http://"},
		"redirects":            {failWithStatus(308, "Location", "https://elsewhere/"), `redirects to "https://elsewhere/", see --url`},
		"a sign-in page": {func(w http.ResponseWriter) { _, _ = io.WriteString(w, "<html>") },
			"does not answer in JSON, see --url"},
		"no outcomes": {func(w http.ResponseWriter) { writeReply(w, 200, []*lineOutcome{}) }, "the answer ended before its last line"},
		"other lines": {func(w http.ResponseWriter) { writeReply(w, 200, []*lineOutcome{{Line: 7777, Outcome: "imported"}}) }, "line 7777, which was not sent"},
		"no JSON lines": {func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", apiclient.MediaLines)
			_, _ = io.WriteString(w, "what is this\n")
		}, "is not understood"},
		"paused": {failWithCode(400, "import_supplier_migration_not_ongoing"), "takes no accounts at present"},
		"unknown supplier": {func(w http.ResponseWriter) {
			writeReply(w, 400, newFailure("request_failed_validation", apiclient.Fault{Code: "import_supplier_not_found", Attr: "import_supplier"}))
		}, "the import supplier is unknown"},
		"read only":        {failWithCode(403, "permission_denied"), "this API key may not do that"},
		"no such endpoint": {failWithStatus(404), "the service is older than this client"},
		"taken over":       {failWithCode(409, fault.RunInUse), "another client has taken this run over"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			f.setIntercept(func(w http.ResponseWriter, step string, n int) bool {
				if step != "lines" || n <= 4 {
					return false
				}
				test.fail(w)
				return true
			})
			book := writeBook(t, accountLines(200)...)
			r := f.runImport(t.Context(), "", book, "--concurrency", "2", "--retry-for", "60ms")
			r.expectCounts(t, test.want, map[string]int{"refused": 0, "imported": 20, "not finished": 180})
			r.expectCounts(t, "once that is solved, run the same command again to continue", nil)
			r.expectExit(t, cli.ExitFailed)
			expectAbsent(t, book+".refused.ndjson")

			f.setIntercept(nil)
			f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"lines": 200, "imported": 200, "not finished": -1})
			if f.created != 200 || len(f.runs) != 1 {
				t.Errorf("%d accounts, %d runs", f.created, len(f.runs))
			}
		})
	}
}

func TestWhatStopsARunBeforeItsFirstLine(t *testing.T) {
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"supplier": {[]string{"--supplier", "OTHER"}, "the import supplier is unknown to the service, or not granted to this API key, see --supplier"},
		"team":     {[]string{"--team", "Nobody"}, "the operations team is not accepted, see --team"},
		"key":      {[]string{"--key", "wrong"}, "the API key is not accepted"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			book := writeBook(t, accountLines(100)...)
			writeFile(t, book+".refused.ndjson", "of an earlier run\n")
			r := f.runImport(t.Context(), "", append(test.args, book)...)
			r.expectCounts(t, test.want, nil)
			r.expectExit(t, cli.ExitFailed)
			if readFile(t, book+".refused.ndjson") != "of an earlier run\n" {
				t.Error("a run that did nothing changed the report")
			}
			f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"imported": 100})
			expectAbsent(t, book+".refused.ndjson")
		})
	}
}

func TestNothingListens(t *testing.T) {
	f := newFakeService(t)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	book := writeBook(t, accountLines(3)...)
	r := f.runImport(t.Context(), "", book, "--url", closed.URL, "--retry-for", "30ms")
	r.expectCounts(t, "no usable answer from "+closed.URL+" within 30ms: connection refused", nil)
	r.expectExit(t, cli.ExitFailed)
}

// A service of an older version is told from a wrong address as far as possible.
func TestServiceWithoutRuns(t *testing.T) {
	f := newFakeService(t)
	f.setIntercept(failOnce("open", 1, failWithCode(404, "not_found")))
	f.runImport(t.Context(), "", writeBook(t, accountLines(3)...)).expectCounts(t, "knows no runs: --url is wrong, or the service is older than this client", nil)
}
