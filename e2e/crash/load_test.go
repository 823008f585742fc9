package crash

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"dataimport/e2e/book"
)

// load is several clients that import one endless book. A request without an answer is
// sent again, unchanged, when the service is back.
type load struct {
	testing.TB
	service *service
	record  *record
	workers []*worker

	mu   sync.Mutex
	next func() (book.Line, bool)
}

// worker imports one account after the other, one request at a time.
type worker struct {
	load   *load
	client *client
	todo   []request // requests of the current account; the first one has no answer yet
	number string
}

// request is a request that stores data. noted writes into the record that it was
// acknowledged.
type request struct {
	path, body string
	noted      func(answer)
}

func newLoad(s *service, seed uint64, workers int) *load {
	l := &load{TB: s, service: s, record: newRecord()}
	next, stop := iter.Pull(book.Lines(book.Options{
		Supplier: "ACME", Team: "Migration", Accounts: 1 << 30, Data: true, Seed: seed, Today: time.Now(),
	}))
	s.Cleanup(stop)
	l.next = next
	for range workers {
		l.workers = append(l.workers, &worker{load: l})
	}
	return l
}

// connect gives each worker a client of the running service.
func (l *load) connect() {
	l.Helper()
	for i, w := range l.workers {
		w.client = l.service.client(l.service.keys[i%len(l.service.keys)])
	}
}

// run makes the workers work until the service has gone. A worker that has finished an
// account also ends when stop returns true. run returns when all have ended.
func (l *load) run(stop func() bool) {
	var group sync.WaitGroup
	for _, w := range l.workers {
		group.Go(func() { w.run(stop) })
	}
	group.Wait()
}

func (w *worker) run(stop func() bool) {
	for {
		if len(w.todo) == 0 {
			if stop() {
				return
			}
			w.take()
		}
		q := w.todo[0]
		a, err := w.client.post(q.path, q.body)
		switch {
		case err != nil:
			return // it is unknown whether the request was done
		case a.done() || q.path == processPath && a.code() == "account_already_imported":
			q.noted(a)
			w.todo = w.todo[1:]
		case a.code() == "shutting_down":
			return
		case a.later(w.load) || a.code() == "import_process_in_progress":
			w.load.record.wait(a)
			time.Sleep(20 * time.Millisecond) // shorter than the header asks for, to save time
		default:
			w.load.Errorf("%s of %s: %d %s", q.path, w.number, a.status, a.body)
			w.todo = nil
		}
	}
}

// take begins with the next account of the book.
func (w *worker) take() {
	l := w.load
	l.mu.Lock()
	line, _ := l.next()
	l.mu.Unlock()
	number := line.ExternalAccountNumber
	w.number = number
	account, notes, transactions := parts(line)
	r := l.record
	w.todo = []request{
		{stagePath, account, func(answer) { r.staged(number) }},
		{processPath, fmt.Sprintf(`{"import_supplier_code":"ACME","external_account_number":%q,"operations_team_name":"Migration"}`, number),
			func(a answer) { r.created(number, a.member("service_account_number")) }},
		{notesPath, onto(number, "notes", append(notes, `{"body":"Rang about `+number+` – “again”"}`)), func(answer) { r.noted(number) }},
	}
	for _, t := range append(transactions,
		fmt.Sprintf(`{"transaction_id":"own-%s","transaction_date":%q,"amount":"12.30","type":"CREDIT","reason":"GENERAL_CREDIT"}`, number, time.Now().UTC().Format(time.DateOnly))) {
		w.todo = append(w.todo, request{transactionsPath, onto(number, "transactions", []string{t}), func(answer) {
			r.added(number, transactionID(t))
		}})
	}
}

// parts returns the account of a line, and its notes and transactions.
func parts(line book.Line) (account string, notes, transactions []string) {
	var e struct {
		Account      jsontext.Value   `json:"account"`
		Notes        []jsontext.Value `json:"notes"`
		Transactions []jsontext.Value `json:"transactions"`
	}
	if err := json.Unmarshal(line.JSON, &e); err != nil || e.Account == nil {
		return string(line.JSON), nil, nil
	}
	for _, n := range e.Notes {
		notes = append(notes, string(n))
	}
	for _, t := range e.Transactions {
		transactions = append(transactions, string(t))
	}
	return string(e.Account), notes, transactions
}

func transactionID(transaction string) string {
	var t struct {
		ID string `json:"transaction_id"`
	}
	_ = json.Unmarshal([]byte(transaction), &t)
	return t.ID
}

func onto(number, member string, items []string) string {
	return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,%q:[%s]}`, number, member, strings.Join(items, ","))
}

// forever is a stop function that never ends a load.
func forever() bool { return false }

// finish imports every begun account completely, and begins no other.
func (l *load) finish() {
	l.Helper()
	l.run(func() bool { return true })
	for _, w := range l.workers {
		if len(w.todo) > 0 {
			l.Errorf("%s of %s has had no answer", w.todo[0].path, w.number)
		}
		if a, err := w.client.get(statusPath + w.number + "/"); w.number != "" && (err != nil || a.status != http.StatusOK || a.member("status") != "COMPLETED") {
			l.Errorf("the status of %s is %d %s %v", w.number, a.status, a.body, err)
		}
	}
}

// working runs a load until stop is called.
func working(l *load) (stop func()) {
	end := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		l.run(func() bool {
			select {
			case <-end:
				return true
			default:
				return false
			}
		})
	})
	return func() {
		close(end)
		group.Wait()
	}
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// moves waits until a number of further requests has been acknowledged.
func (l *load) moves(t testing.TB, more int) {
	t.Helper()
	goal := l.record.total() + more
	eventually(t, "requests are done", func() bool { return l.record.total() >= goal })
}
