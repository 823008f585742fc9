package crash

import (
	"sync"
	"testing"
)

// record holds the requests that were acknowledged to the clients.
type record struct {
	mu           sync.Mutex
	accounts     map[string]*acknowledged // by external account number
	acknowledged int
	waits        map[string]int // by code
}

// acknowledged holds the acknowledged parts of an account.
type acknowledged struct {
	created      bool
	number       string // of the account, if its creation was answered
	note         bool
	transactions []string
}

func newRecord() *record {
	return &record{accounts: make(map[string]*acknowledged), waits: make(map[string]int)}
}

// of changes the entry of an account.
func (r *record) of(number string, change func(*acknowledged)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.accounts[number] == nil {
		r.accounts[number] = &acknowledged{}
	}
	change(r.accounts[number])
	r.acknowledged++
}

func (r *record) staged(number string) { r.of(number, func(*acknowledged) {}) }

func (r *record) created(number, account string) {
	r.of(number, func(a *acknowledged) { a.created, a.number = true, account })
}

func (r *record) noted(number string) { r.of(number, func(a *acknowledged) { a.note = true }) }

func (r *record) added(number, transaction string) {
	r.of(number, func(a *acknowledged) { a.transactions = append(a.transactions, transaction) })
}

func (r *record) wait(a answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waits[a.code()]++
}

// total returns the number of acknowledged requests.
func (r *record) total() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.acknowledged
}

// waited returns the number of temporary refusals with a code.
func (r *record) waited(code string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.waits[code]
}

// snapshot returns a copy of the record.
func (r *record) snapshot() *record {
	r.mu.Lock()
	defer r.mu.Unlock()
	other := newRecord()
	for number, a := range r.accounts {
		known := *a
		known.transactions = append([]string(nil), a.transactions...)
		other.accounts[number] = &known
	}
	other.acknowledged = r.acknowledged
	return other
}

// takeLost removes all accounts from the record, and counts the acknowledged requests of which
// nothing is stored.
func (r *record) takeLost(d *stored) (lost int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for number, a := range r.accounts {
		p, exists := d.processes[number]
		if !exists {
			lost++
		}
		if a.created && p.state != "imported" {
			lost++
		}
		if a.note && d.notes[`Rang about `+number+` – “again”`] == 0 {
			lost++
		}
		for _, id := range a.transactions {
			if d.transactions[number+" "+id] == 0 {
				lost++
			}
		}
	}
	clear(r.accounts)
	return lost
}

// isIn fails the test for all acknowledged data that is not stored.
func (r *record) isIn(t testing.TB, d *stored) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for number, a := range r.accounts {
		p, exists := d.processes[number]
		switch {
		case !exists:
			t.Errorf("%s was staged and is not there", number)
			continue
		case a.created && p.state != "imported", a.number != "" && a.number != p.account:
			t.Errorf("%s was created as %s and is %s %s", number, a.number, p.state, p.account)
		}
		if a.note && d.notes[`Rang about `+number+` – “again”`] != 1 {
			t.Errorf("the note on %s is there %d times", number, d.notes[`Rang about `+number+` – “again”`])
		}
		for _, id := range a.transactions {
			if d.transactions[number+" "+id] != 1 {
				t.Errorf("transaction %s of %s is there %d times", id, number, d.transactions[number+" "+id])
			}
		}
	}
}
