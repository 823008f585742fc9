package reconciliation

import (
	"database/sql"
	"encoding/json/v2"
	"iter"
	"slices"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/store/database"
)

// kind is the kind of a difference. Its values order a report: the worst comes first.
type kind int

const (
	unreadable    kind = iota // a line of the book names no account
	onlyInBook                // the account was refused or never sent
	onlyInService             // the book has no such account
	differs                   // the account is in both
)

func (k kind) String() string {
	return [...]string{"unreadable line", "only in the book", "only in the service", "differs"}[k]
}

// Difference is an account that differs, and in what.
type Difference struct {
	Kind                  kind          `json:"-"`
	What                  string        `json:"kind"`
	ExternalAccountNumber string        `json:"external_account_number,omitzero"`
	ServiceAccountNumber  string        `json:"service_account_number,omitzero"`
	State                 account.State `json:"state,omitzero"` // in the service
	Lines                 []int         `json:"lines,omitzero"` // of the book
	Reason                string        `json:"reason,omitzero"`
	Items                 []Item        `json:"items,omitzero"`
}

// Item is one thing in which an account differs.
type Item struct {
	Name       string `json:"name"`
	Sent       string `json:"sent"`
	Stored     string `json:"stored"`
	Difference string `json:"difference,omitzero"` // of numbers

	rank   int     // the kind of thing, the worst is the lowest
	amount float64 // how far numbers differ, for the order of a report alone
}

// The ranks of items.
const (
	rankSum = iota
	rankCount
	rankDocument
	rankPayload
)

// differences are all differences, in a temporary file: there may be one for each account.
type differences struct {
	db     *sql.DB
	counts [differs + 1]int
}

func openDifferences() (*differences, error) {
	db, err := database.OpenScratch()
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(`CREATE TABLE differences (kind INTEGER, rank INTEGER, amount REAL, number TEXT, line INTEGER, content TEXT)`)
	return &differences{db: db}, err
}

func (d *differences) add(found *Difference) error {
	found.What = found.Kind.String()
	d.counts[found.Kind]++
	rank, amount, line := rankPayload, 0.0, 0
	for _, item := range found.Items {
		rank, amount = min(rank, item.rank), max(amount, item.amount)
	}
	if len(found.Lines) > 0 {
		line = found.Lines[0]
	}
	content, err := json.Marshal(found)
	if err != nil {
		return err
	}
	_, err = d.db.Exec(`INSERT INTO differences VALUES (?, ?, ?, ?, ?, ?)`, found.Kind, rank, amount, found.ExternalAccountNumber, line, string(content))
	return err
}

// addUnreadable adds a line of the book that names no account.
func (d *differences) addUnreadable(line int, reason string) error {
	return d.add(&Difference{Kind: unreadable, Lines: []int{line}, Reason: reason})
}

// total returns how many differences there are.
func (d *differences) total() (n int) {
	for _, count := range d.counts {
		n += count
	}
	return n
}

// all returns the differences of some kinds, of all where none is named. The worst are first:
// by kind, then money before other things, then by how much. The second value is an error,
// which ends the iteration.
func (d *differences) all(kinds ...kind) iter.Seq2[*Difference, error] {
	return func(yield func(*Difference, error) bool) {
		first, last := unreadable, differs
		if len(kinds) > 0 {
			first, last = slices.Min(kinds), slices.Max(kinds)
		}
		rows, err := d.db.Query(`SELECT kind, content FROM differences WHERE kind BETWEEN ? AND ? ORDER BY kind, rank, amount DESC, number, line`, first, last)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var found Difference
			var content string
			err := rows.Scan(&found.Kind, &content)
			if err == nil {
				err = json.Unmarshal([]byte(content), &found)
			}
			if !yield(&found, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

func (d *differences) close() error { return d.db.Close() }
