package runs_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// manyLines are lines of different accounts, each with further data.
func manyLines(prefix string, n int) (lines []string) {
	for i := range n {
		lines = append(lines, enveloped(account(fmt.Sprint(prefix, i), ""), goodNotes+goodTransactions))
	}
	return lines
}

// newBatch is a request with lines for a run.
func (s service) newBatch(ctx context.Context, r runObject, body io.Reader) *http.Request {
	s.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+runsPath+r.ID+"/lines/?holder=h", body)
	if err != nil {
		s.Fatal(err)
	}
	request.Header = http.Header{"Authorization": {"Token " + s.token}, "Content-Type": {"application/x-ndjson"}}
	return request
}

// awaitLines waits until so many lines have an outcome.
func (s service) awaitLines(n int) {
	for end := time.Now().Add(time.Minute); s.Count("run_lines", "") < n; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.Errorf("fewer than %d lines have an outcome", n)
			return
		}
	}
}

// expectWhole fails the test unless each imported line has its account with all of its data, and
// each account its line.
func (s service) expectWhole(r runObject, lines int) {
	s.Helper()
	if n, whole := s.Count("accounts", ""), s.Count("notes", ""); n != lines || whole != 2*lines || s.Count("transactions", "") != lines ||
		s.show(r.ID).Outcomes["imported"] != lines || s.Count("run_lines", "") != lines || s.Count("stagings", "") != lines {
		s.Errorf("%d accounts of %d lines, with %d notes: %v", n, lines, whole, s.show(r.ID).Outcomes)
	}
}

// A body that ends never, or that becomes very large, is refused while it is read. The run goes on.
func TestBatchesWithoutAnEnd(t *testing.T) {
	s := serve(t)
	r := s.open("import", "")
	in, out := io.Pipe()
	go func() {
		_, err := io.WriteString(out, `{"line":1,"entry":{"account":"`)
		for text := strings.Repeat("x", 1<<16); err == nil; {
			_, err = io.WriteString(out, text)
		}
	}()
	response, err := http.DefaultClient.Do(s.newBatch(t.Context(), r, in))
	if err == nil {
		_ = response.Body.Close()
		if response.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("an endless line is answered with %d", response.StatusCode)
		}
	} // the service may close the connection while the client still sends
	_ = in.Close()

	var bomb bytes.Buffer
	w, err := zstd.NewWriter(&bomb)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 1 << 10 {
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	request := s.newBatch(t.Context(), r, &bomb)
	request.Header.Set("Content-Encoding", "zstd")
	if response, err = http.DefaultClient.Do(request); err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("1 GiB in %d bytes is answered with %d", bomb.Len(), response.StatusCode)
	}
	s.expect(s.send(r, manyLines("1", 1)...), "imported")
	s.expectWhole(r, 1)
}

// A client vanishes in the middle of a batch. What was written then has its outcome, and the same
// batch brings the others.
func TestAClientVanishesInTheMiddleOfABatch(t *testing.T) {
	s := serve(t)
	r := s.open("import", "")
	lines := manyLines("", 600)
	ctx, vanish := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if response, err := http.DefaultClient.Do(s.newBatch(ctx, r, strings.NewReader(batch(lines...)))); err == nil {
			_ = response.Body.Close()
		}
	}()
	s.awaitLines(20)
	vanish()
	<-ended
	before := -1
	for n := s.Count("run_lines", ""); n != before; n = s.Count("run_lines", "") { // lines that are at work are finished
		before = n
		time.Sleep(200 * time.Millisecond)
	}
	t.Logf("%d of %d lines are durable", before, len(lines))
	if before == len(lines) {
		t.Error("the service went on with all lines")
	}
	s.expectWhole(r, before)
	for _, o := range s.send(r, lines...) {
		if o.Outcome != "imported" || o.Service == "" {
			t.Errorf("%+v", o)
		}
	}
	s.expectWhole(r, len(lines))
}

// A client that does not read its answers keeps others from nothing.
func TestAClientThatReadsNoAnswers(t *testing.T) {
	s := serve(t)
	r := s.open("import", "")
	body := batch(manyLines("", 100)...)
	for range 5 {
		silent, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
		if err := s.newBatch(t.Context(), r, strings.NewReader(body)).Write(silent); err != nil {
			t.Fatal(err)
		}
	}
	s.awaitLines(100)
	s.expectWhole(r, 100)
	for _, o := range s.send(r, manyLines("", 100)...) {
		if o.Outcome != "imported" {
			t.Errorf("%+v", o)
		}
	}
	s.expectWhole(r, 100)
}

// A supplier is paused in the middle of a batch. The lines that came too late are to be sent again,
// and have no outcome.
func TestASupplierIsPausedInTheMiddleOfABatch(t *testing.T) {
	s := serve(t)
	s.Freely = true
	r := s.open("import", "")
	lines := manyLines("", 600)
	paused := make(chan struct{})
	go func() {
		defer close(paused)
		s.awaitLines(20)
		s.Change("suppliers", "code", "ACME", map[string]any{"status": "Paused"})
	}()
	answers := s.send(r, lines...)
	<-paused
	imported := 0
	for _, o := range answers {
		switch {
		case o.Outcome == "imported":
			imported++
		case !o.Retry || o.Code != "import_supplier_migration_not_ongoing" || o.Outcome != "":
			t.Errorf("%+v", o)
		}
	}
	t.Logf("%d of %d lines came before the pause", imported, len(lines))
	if imported < 20 || imported == len(lines) || len(answers) != len(lines) {
		t.Errorf("%d of %d answers are imports", imported, len(answers))
	}
	s.expectWhole(r, imported)
	s.Change("suppliers", "code", "ACME", map[string]any{"status": "Ongoing"})
	for _, o := range s.send(r, lines...) {
		if o.Outcome != "imported" {
			t.Errorf("%+v", o)
		}
	}
	s.expectWhole(r, len(lines))
}

// The market of a supplier changes in the middle of a run. Lines keep the outcomes that they have, and
// others are read by the rules of the new market.
func TestAMarketChangesInTheMiddleOfARun(t *testing.T) {
	s := serve(t)
	s.Freely, s.Markets = true, true
	r := s.open("import", "")
	lines := func(prefix string) []string {
		return append(manyLines(prefix, 20), account(prefix+"supplied", `,"supply_addresses":1`))
	}
	first := lines("1-")
	before := s.send(r, first...)
	s.Change("suppliers", "code", "ACME", map[string]any{"market": "gb-energy"})
	if again := s.send(r, first...); fmt.Sprint(again) != fmt.Sprint(before) {
		t.Errorf("%v\nwant\n%v", again, before)
	}
	after := s.send(r, lines("2-")...)
	for i, o := range after[:20] {
		if o.Outcome != "imported" || before[i].Outcome != "imported" {
			t.Errorf("%+v, before %+v", o, before[i])
		}
	}
	if got, was := after[20].text(), before[20].text(); got != "refused stage account_failed_validation invalid_type@supply_addresses" || got == was {
		t.Errorf("%s, before %s", got, was)
	}
}
