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

// once lets fail say how the nth request of a step goes wrong; other requests
// pass.
func once(step string, nth int, fail func(http.ResponseWriter)) func(http.ResponseWriter, string, int) bool {
	return func(w http.ResponseWriter, name string, n int) bool {
		if name != step || n != nth {
			return false
		}
		fail(w)
		return true
	}
}

func status(code int, header ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}
}

func contract(code int, name string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) { reply(w, code, failure(name)) }
}

func hangUp(http.ResponseWriter) { panic(http.ErrAbortHandler) }

func TestRepeated(t *testing.T) {
	for name, test := range map[string]struct {
		step string
		fail func(http.ResponseWriter)
	}{
		"429 of the limit":       {"process", contract(429, "concurrency_limit_reached")},
		"503 of the service":     {"stage", contract(503, "document_store_unavailable")},
		"502 of a proxy":         {"process", status(502)},
		"500 of the service":     {"stage", contract(500, "internal_error")},
		"hung up on":             {"stage", hangUp},
		"no token for a moment":  {"token", status(503)},
		"token hung up on":       {"token", hangUp},
		"another attempt":        {"process", contract(400, "import_process_in_progress")},
		"staged while processed": {"stage", contract(400, "import_process_in_progress")},
		"vendor unavailable":     {"payment_instruction", contract(500, "vendor_unavailable")},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			f.behave(once(test.step, 1, test.fail))
			book := bookOf(t, `{"account":`+accountLine("X-1")+`,"payment_instruction":{"vendor":"V"}}`)
			f.importing(t.Context(), "", book).wants(t, "", map[string]int{"read": 1, "imported": 1, "already imported": 0})
			if f.served[test.step] != 2 {
				t.Errorf("requests %v", f.served)
			}
		})
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	f := newFake(t)
	var refused, next time.Time
	f.behave(func(w http.ResponseWriter, step string, n int) bool {
		switch {
		case step == "process" && n == 1:
			refused = time.Now()
			w.Header().Set("Retry-After", "1")
			reply(w, http.StatusTooManyRequests, failure("throttled"))
			return true
		case step == "process" && n == 2:
			next = time.Now()
		}
		return false
	})
	f.importing(t.Context(), "", bookOf(t, accountLines(1)...)).wants(t, "", map[string]int{"imported": 1})
	if waited := next.Sub(refused); waited < time.Second || waited > 5*time.Second {
		t.Errorf("waited %s, want a second", waited)
	}
}

func TestLostAnswerCountsOnce(t *testing.T) {
	f := newFake(t)
	f.afterwards = func(step string, n int) bool { return step == "process" && n == 2 }
	f.importing(t.Context(), "", bookOf(t, accountLines(3)...), "--concurrency", "1").
		wants(t, "", map[string]int{"read": 3, "staged": 3, "imported": 2, "already imported": 1})
	if f.created != 3 {
		t.Errorf("%d accounts, want 3", f.created)
	}
}

func TestImportedBefore(t *testing.T) {
	f := newFake(t)
	f.importing(t.Context(), "", bookOf(t, accountLines(3)...)).wants(t, "", nil)
	book := bookOf(t, accountLines(5)...) // another book: no journal
	f.importing(t.Context(), "", book).wants(t, "", map[string]int{"staged": 2, "imported": 2, "already imported": 3})
	f.importing(t.Context(), "", book, "--dry-run").wants(t, "", map[string]int{"would import": 0, "already imported": 5})
}

// One account that the service cannot handle is left for a later run, and does
// not keep the others from being imported.
func TestOneAccountFails(t *testing.T) {
	for name, fail := range map[string]func(http.ResponseWriter){
		"internal error":          contract(500, "internal_error"),
		"held by another attempt": contract(400, "import_process_in_progress"),
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			f.behave(func(w http.ResponseWriter, step string, _ int) bool {
				if step != "process" || !bytes.Contains(f.body, []byte("X-2")) {
					return false
				}
				fail(w)
				return true
			})
			book := bookOf(t, accountLines(5)...)
			f.importing(t.Context(), "", book, "--concurrency", "1", "--retry-for", "60ms").
				wants(t, "1 of 5 accounts are not finished", map[string]int{"imported": 4, "unfinished": 1})
			f.behave(nil)
			f.importing(t.Context(), "", book).wants(t, "", map[string]int{"imported": 5, "unfinished": 0})
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
		"unavailable":          {status(503), "no usable answer from http://"},
		"hung up on":           {hangUp, "no usable answer from http://"},
		"asks to wait an hour": {status(503, "Retry-After", "3600"), "no usable answer from http://"},
		"internal errors":      {contract(500, "internal_error"), "the service handles no account at present: 500 internal_error"},
		"redirects":            {status(308, "Location", "https://elsewhere/"), `redirects to "https://elsewhere/", see --url`},
		"a sign-in page": {func(w http.ResponseWriter) { _, _ = io.WriteString(w, "<html>") },
			"does not answer in JSON, see --url"},
		"an empty success": {func(w http.ResponseWriter) { reply(w, 201, map[string]any{}) }, "without the account's number"},
		"paused":           {contract(400, "import_supplier_migration_not_ongoing"), "takes no accounts at present"},
		"unknown supplier": {func(w http.ResponseWriter) {
			reply(w, 400, failure("account_failed_validation", fault{Code: "import_supplier_not_found", Attr: "import_supplier"}))
		}, "the import supplier is unknown"},
		"read only":        {contract(403, "permission_denied"), "this API key may not import"},
		"no such endpoint": {status(404), "no such endpoint"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			f.behave(func(w http.ResponseWriter, step string, n int) bool {
				if step != "stage" || n <= 4 {
					return false
				}
				test.fail(w)
				return true
			})
			book := bookOf(t, accountLines(200)...)
			r := f.importing(t.Context(), "", book, "--concurrency", "2", "--retry-for", "60ms")
			r.wants(t, test.want, map[string]int{"refused": 0, "imported": 4})
			r.wants(t, "once that is solved, run the same command again to continue", nil)
			if r.count("unfinished") < 1 || !strings.Contains(r.out, "not read to its end") {
				t.Errorf("summary:\n%s", r.out)
			}
			absent(t, book+".refused.ndjson")

			f.behave(nil)
			f.importing(t.Context(), "", book).wants(t, "", map[string]int{"read": 200, "imported": 200, "unfinished": 0})
			if f.created != 200 {
				t.Errorf("%d accounts", f.created)
			}
		})
	}
}

func TestUnknownTeamStopsTheRun(t *testing.T) {
	f := newFake(t)
	book := bookOf(t, accountLines(100)...)
	f.importing(t.Context(), "", book, "--team", "Nobody").wants(t, "the operations team is not accepted, see --team", map[string]int{"imported": 0})
	absent(t, book+".journal")
	f.importing(t.Context(), "", book).wants(t, "", map[string]int{"imported": 100})
}

func TestTeamOfAnAccountIsItsOwnFault(t *testing.T) {
	f := newFake(t)
	f.behave(once("process", 1, func(w http.ResponseWriter) {
		reply(w, 400, failure("account_failed_validation", fault{Code: "operations_team_name_does_not_exist", Attr: "operations_team_name"}))
	}))
	f.importing(t.Context(), "", bookOf(t, accountLines(3)...), "--concurrency", "1").
		wants(t, "1 of 3", map[string]int{"imported": 2, "operations_team_name_does_not_exist": 1})
}

func TestNothingListens(t *testing.T) {
	f := newFake(t)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	book := bookOf(t, accountLines(3)...)
	f.importing(t.Context(), "", book, "--url", closed.URL, "--retry-for", "30ms").wants(t, "no usable answer", nil)
	absent(t, book+".journal")
}

func TestRefusedWithoutACode(t *testing.T) {
	f := newFake(t)
	f.behave(once("stage", 1, status(http.StatusRequestEntityTooLarge)))
	f.importing(t.Context(), "", bookOf(t, accountLines(2)...)).wants(t, "1 of 2", map[string]int{"http_413": 1, "imported": 1})
}
