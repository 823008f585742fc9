package crash

import (
	"database/sql"
	"encoding/json/v2"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dataimport/e2e/binary"
)

// receiver is the receiver of a supplier's events. It takes only some of them until it is told
// to take all.
type receiver struct {
	*httptest.Server

	mu    sync.Mutex
	all   bool
	asked int
	taken map[string]int // by the id of the event
}

func newReceiver(t testing.TB) *receiver {
	r := &receiver{taken: make(map[string]int)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		var event struct {
			ID string `json:"id"`
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.asked++
		if err := json.Unmarshal(body, &event); err != nil || event.ID == "" || !r.all && r.asked%3 > 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		r.taken[event.ID]++
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) takeAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = true
}

// setStatus sets the status of the supplier ACME as an operator does.
func (s *service) setStatus(status string) {
	s.Helper()
	o := s.operator()
	found, err := o.get("/api/collections/suppliers/records?filter=" + "code='ACME'")
	var page struct {
		Items []struct {
			ID string `json:"id"`
		} `json:"items"`
	}
	if err == nil {
		err = json.Unmarshal([]byte(found.body), &page)
	}
	if err != nil || len(page.Items) != 1 {
		s.Fatalf("the supplier is not found: %v %s", err, found.body)
	}
	a, err := o.send(http.MethodPatch, "/api/collections/suppliers/records/"+page.Items[0].ID, strings.NewReader(`{"status":"`+status+`"}`))
	if err != nil || !a.done() {
		s.Fatalf("the status stays: %v %s", err, a.body)
	}
}

// refuses runs a command that must fail, and say something.
func (s *service) refuses(says string, args ...string) {
	s.Helper()
	out, err := exec.Command(program, append(args, "--dir", s.dir)...).CombinedOutput()
	if err == nil || !strings.Contains(string(out), says) {
		s.Errorf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// A supplier moves from one cell to another while both serve: all that it has is there, its keys
// hold, and no event is delivered twice or not at all.
func TestASupplierMoves(t *testing.T) {
	t.Parallel()
	_, seed := dice(t)
	events := newReceiver(t)
	from := newService(t, filepath.Join(t.TempDir(), "from"), 2, "--allow-network", "127.0.0.0/8")
	to := &service{TB: t, dir: filepath.Join(t.TempDir(), "to"), address: binary.Address(), flags: from.flags, keys: from.keys}
	to.url = "http://" + to.address
	t.Cleanup(to.kill)
	to.must("supplier", "create", "OTHER")
	to.must("team", "create", "Migration") // with another id than in the first cell
	from.must("event-endpoint", "create", "ACME", "ledger", events.URL)
	key, err := os.ReadFile(filepath.Join(from.dir, "secrets.key"))
	if err == nil {
		err = os.WriteFile(filepath.Join(to.dir, "secrets.key"), key, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*service{from, to} {
		s.hire()
		s.start()
	}
	l := newLoad(from, seed, 6)
	l.connect()
	stop := working(l)
	l.moves(t, 400)
	archive := filepath.Join(t.TempDir(), "acme.archive")
	from.refuses("set its status to Paused", "supplier", "move", "out", "ACME", archive)
	stop()
	from.setStatus("Paused")
	var out struct {
		Held int `json:"held_deliveries"`
	}
	said := from.must("supplier", "move", "out", "ACME", archive, "--settle", "3s")
	if err := json.Unmarshal([]byte(said), &out); err != nil || out.Held == 0 {
		t.Errorf("the archive is described as %v\n%s", err, said)
	}
	from.refuses("exists", "supplier", "move", "out", "ACME", archive)

	events.takeAll()
	first := exec.Command(program, "supplier", "move", "in", archive, "--dir", to.dir) // it is killed at some moment
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Duration(rand.IntN(400)) * time.Millisecond)
	_ = first.Process.Kill()
	_ = first.Wait()
	var in struct {
		Equal   bool     `json:"equal"`
		Before  bool     `json:"was_here_before"`
		Clients []string `json:"api_clients"`
		Unread  []string `json:"event_endpoints_without_secret"`
	}
	for _, before := range []bool{false, true} { // the first one may have ended before it was killed
		said := to.must("supplier", "move", "in", archive)
		if err := json.Unmarshal([]byte(said), &in); err != nil || !in.Equal || before && !in.Before || len(in.Clients) != 2 || len(in.Unread) > 0 {
			t.Errorf("the reconciliation says %v\n%s", err, said)
		}
	}
	db := open(t, to.dir)
	consistent(t, db)
	l.record.snapshot().isIn(t, read(t, db))

	to.setStatus("Ongoing")
	l.service = to
	l.connect() // with the same keys
	stop = working(l)
	l.moves(t, 100)
	stop()
	l.finish()
	consistent(t, db)
	l.record.snapshot().isIn(t, read(t, db))
	from.must("supplier", "move", "end", "ACME")
	to.refuses("nothing was changed", "supplier", "move", "in", archive)

	waiting := func() (n int) {
		each(t, db, `SELECT count(*) FROM outbox WHERE state = 'waiting'`, func(rows *sql.Rows) error { return rows.Scan(&n) })
		return n
	}
	eventually(t, "all events are delivered", func() bool { return waiting() == 0 })
	each(t, db, `SELECT event_id, state FROM outbox WHERE kind = 'webhook'`, func(rows *sql.Rows) error {
		var id, state string
		err := rows.Scan(&id, &state)
		events.mu.Lock()
		defer events.mu.Unlock()
		if n := events.taken[id]; n != 1 || state != "delivered" {
			t.Errorf("the event %s is %s and was taken %d times", id, state, n)
		}
		return err
	})
	if len(events.taken) == 0 {
		t.Error("there were no events")
	}
	t.Logf("%d accounts and %d events", len(l.record.snapshot().accounts), len(events.taken))
}
