package runs_test

import (
	"net/http"
	"testing"

	"dataimport/modules/runs"
)

// What is still to be sent is what the latest run of each book has left, in accounts.
func TestCountUnsent(t *testing.T) {
	s := serve(t)
	supplier, err := s.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		t.Fatal(err)
	}
	expect := func(when string, want int, wantKnown bool) {
		t.Helper()
		if n, known, err := runs.CountUnsent(s.Runtime.Reader, supplier.Id); n != want || known != wantKnown || err != nil {
			t.Errorf("%s: %d %v %v", when, n, known, err)
		}
	}
	expect("no run", 0, false)
	s.open("dry_run", `,"book":{"lines":50,"accounts":50}`)
	expect("a dry run", 0, false)
	r := s.open("import", `,"book":{"sha256":"a","lines":10,"accounts":5}`)
	expect("nothing is sent", 5, true)
	s.send(r, enveloped(account("1", ""), ""), enveloped(account("2", ""), ""))
	expect("two of ten lines are sent", 4, true)
	s.Post(s.token, runsPath+r.ID+"/close/", `{"complete":false}`).Expect(http.StatusOK)
	expect("the client has gone", 4, true)
	again := s.open("import", `,"book":{"sha256":"b","lines":10,"accounts":5}`)
	expect("a later run of the book", 5, true)
	s.Post(s.token, runsPath+again.ID+"/close/", `{"complete":true}`).Expect(http.StatusOK)
	expect("it is complete", 0, true)
}
