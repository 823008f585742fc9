package importclient

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
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
		"429 of the limit":       {"process", failWithCode(429, "concurrency_limit_reached")},
		"503 of the service":     {"stage", failWithCode(503, "document_store_unavailable")},
		"502 of a proxy":         {"process", failWithStatus(502)},
		"500 of the service":     {"stage", failWithCode(500, "internal_error")},
		"hung up on":             {"stage", closeConnection},
		"no token for a moment":  {"token", failWithStatus(503)},
		"token hung up on":       {"token", closeConnection},
		"another attempt":        {"process", failWithCode(400, "import_process_in_progress")},
		"staged while processed": {"stage", failWithCode(400, "import_process_in_progress")},
		"vendor unavailable":     {"payment_instruction", failWithCode(500, "vendor_unavailable")},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			f.setIntercept(failOnce(test.step, 1, test.fail))
			book := writeBook(t, `{"account":`+accountLine("X-1")+`,"payment_instruction":{"vendor":"V"}}`)
			f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"read": 1, "imported": 1, "already imported": 0})
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
		case step == "process" && n == 1:
			refused = time.Now()
			w.Header().Set("Retry-After", "1")
			writeReply(w, http.StatusTooManyRequests, newFailure("throttled"))
			return true
		case step == "process" && n == 2:
			next = time.Now()
		}
		return false
	})
	f.runImport(t.Context(), "", writeBook(t, accountLines(1)...)).expectCounts(t, "", map[string]int{"imported": 1})
	if waited := next.Sub(refused); waited < time.Second || waited > 5*time.Second {
		t.Errorf("waited %s, want a second", waited)
	}
}

func TestLostAnswerCountsOnce(t *testing.T) {
	f := newFakeService(t)
	f.afterwards = func(step string, n int) bool { return step == "process" && n == 2 }
	f.runImport(t.Context(), "", writeBook(t, accountLines(3)...), "--concurrency", "1").
		expectCounts(t, "", map[string]int{"read": 3, "staged": 3, "imported": 2, "already imported": 1})
	if f.created != 3 {
		t.Errorf("%d accounts, want 3", f.created)
	}
}

func TestImportedBefore(t *testing.T) {
	f := newFakeService(t)
	f.runImport(t.Context(), "", writeBook(t, accountLines(3)...)).expectCounts(t, "", nil)
	book := writeBook(t, accountLines(5)...) // another book: it has no resume log
	f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"staged": 2, "imported": 2, "already imported": 3})
	f.runImport(t.Context(), "", book, "--dry-run").expectCounts(t, "", map[string]int{"would import": 0, "already imported": 5})
}

// One account that the service cannot handle stays for a later run. The others are imported.
func TestOneAccountFails(t *testing.T) {
	for name, fail := range map[string]func(http.ResponseWriter){
		"internal error":          failWithCode(500, "internal_error"),
		"held by another attempt": failWithCode(400, "import_process_in_progress"),
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			f.setIntercept(func(w http.ResponseWriter, step string, _ int) bool {
				if step != "process" || !bytes.Contains(f.body, []byte("X-2")) {
					return false
				}
				fail(w)
				return true
			})
			book := writeBook(t, accountLines(5)...)
			f.runImport(t.Context(), "", book, "--concurrency", "1", "--retry-for", "60ms").
				expectCounts(t, "1 of 5 accounts are not finished", map[string]int{"imported": 4, "unfinished": 1})
			f.setIntercept(nil)
			f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"imported": 5, "unfinished": 0})
			if f.created != 5 || f.served["stage"] != 6 {
				t.Errorf("%d accounts, requests %v", f.created, f.served)
			}
		})
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
		"internal errors":      {failWithCode(500, "internal_error"), "the service handles no account at present: 500 internal_error"},
		"redirects":            {failWithStatus(308, "Location", "https://elsewhere/"), `redirects to "https://elsewhere/", see --url`},
		"a sign-in page": {func(w http.ResponseWriter) { _, _ = io.WriteString(w, "<html>") },
			"does not answer in JSON, see --url"},
		"an empty success": {func(w http.ResponseWriter) { writeReply(w, 201, map[string]any{}) }, "without the account's number"},
		"paused":           {failWithCode(400, "import_supplier_migration_not_ongoing"), "takes no accounts at present"},
		"unknown supplier": {func(w http.ResponseWriter) {
			writeReply(w, 400, newFailure("account_failed_validation", reportedFault{Code: "import_supplier_not_found", Attr: "import_supplier"}))
		}, "the import supplier is unknown"},
		"read only":        {failWithCode(403, "permission_denied"), "this API key may not import"},
		"no such endpoint": {failWithStatus(404), "no such endpoint"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			f.setIntercept(func(w http.ResponseWriter, step string, n int) bool {
				if step != "stage" || n <= 4 {
					return false
				}
				test.fail(w)
				return true
			})
			book := writeBook(t, accountLines(200)...)
			r := f.runImport(t.Context(), "", book, "--concurrency", "2", "--retry-for", "60ms")
			r.expectCounts(t, test.want, map[string]int{"refused": 0, "imported": 4})
			r.expectCounts(t, "once that is solved, run the same command again to continue", nil)
			if r.readCount("unfinished") < 1 || !strings.Contains(r.out, "not read to its end") {
				t.Errorf("summary:\n%s", r.out)
			}
			expectAbsent(t, book+".refused.ndjson")

			f.setIntercept(nil)
			f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"read": 200, "imported": 200, "unfinished": 0})
			if f.created != 200 {
				t.Errorf("%d accounts", f.created)
			}
		})
	}
}

func TestUnknownTeamStopsTheRun(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLines(100)...)
	f.runImport(t.Context(), "", book, "--team", "Nobody").expectCounts(t, "the operations team is not accepted, see --team", map[string]int{"imported": 0})
	expectAbsent(t, book+".journal")
	f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"imported": 100})
}

func TestTeamOfAnAccountIsItsOwnFault(t *testing.T) {
	f := newFakeService(t)
	f.setIntercept(failOnce("process", 1, func(w http.ResponseWriter) {
		writeReply(w, 400, newFailure("account_failed_validation", reportedFault{Code: "operations_team_name_does_not_exist", Attr: "operations_team_name"}))
	}))
	f.runImport(t.Context(), "", writeBook(t, accountLines(3)...), "--concurrency", "1").
		expectCounts(t, "1 of 3", map[string]int{"imported": 2, "operations_team_name_does_not_exist": 1})
}

func TestNothingListens(t *testing.T) {
	f := newFakeService(t)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	book := writeBook(t, accountLines(3)...)
	f.runImport(t.Context(), "", book, "--url", closed.URL, "--retry-for", "30ms").expectCounts(t, "no usable answer", nil)
	expectAbsent(t, book+".journal")
}

func TestRefusedWithoutACode(t *testing.T) {
	f := newFakeService(t)
	f.setIntercept(failOnce("stage", 1, failWithStatus(http.StatusRequestEntityTooLarge)))
	f.runImport(t.Context(), "", writeBook(t, accountLines(2)...)).expectCounts(t, "1 of 2", map[string]int{"http_413": 1, "imported": 1})
}
