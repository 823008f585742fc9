package reconciliation

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/module"
)

// sentAccount is an account, as the lines of a book say.
type sentAccount struct {
	number   string
	lines    []int    // whose bytes differ
	payloads []string // the SHA-256 of each account that the lines have
	tally    figures.Tally
}

// withoutErased returns the figures of an account whose customer was erased: of its documents those
// that the service still has.
func (a *sentAccount) withoutErased(stored *figures.Tally) *figures.Tally {
	t := &figures.Tally{Documents: stored.Documents}
	t.AddFigures(&a.tally)
	t.Add(documentsFigure.Path, stored.Value(documentsFigure.Path).Sub(a.tally.Value(documentsFigure.Path)))
	return t
}

// sentReader reads the accounts of a book in the order of the bytes of their numbers.
type sentReader struct {
	book          *sentBook
	parts         []*module.Figures
	account, data *payload.Object
	rows          *sql.Rows
	next          *place // the line that was read last, and belongs to the next account
}

// place is where a line stands in the book.
type place struct {
	line        int
	start, size int64
	number      string
	further     bool // the line has no account
	sha256      [sha256.Size]byte
}

func newSentReader(b *sentBook, parts []*module.Figures) (*sentReader, error) {
	accounts, data := make([]any, len(parts)), make([]any, len(parts))
	for i, part := range parts {
		accounts[i], data[i] = part.Account, part.Data
	}
	r := &sentReader{book: b, parts: parts, account: payload.Of(accounts...), data: payload.Of(data...)}
	rows, err := b.index.Query(`SELECT line, start, size, number, further, sha256 FROM lines ORDER BY number, further, line`)
	if err != nil {
		return nil, err
	}
	r.rows = rows
	return r, r.advance()
}

func (r *sentReader) close() error { return r.rows.Close() }

// advance reads the place of the next line.
func (r *sentReader) advance() error {
	r.next = nil
	if !r.rows.Next() {
		return r.rows.Err()
	}
	var p place
	var sum []byte
	if err := r.rows.Scan(&p.line, &p.start, &p.size, &p.number, &p.further, &sum); err != nil {
		return err
	}
	copy(p.sha256[:], sum)
	r.next = &p
	return nil
}

// readAccount reads the lines of the next account. It returns nil at the end of the book.
func (r *sentReader) readAccount() (*sentAccount, error) {
	if r.next == nil {
		return nil, nil
	}
	a := &sentAccount{number: r.next.number}
	halves := make([]module.Sent, len(r.parts))
	for i, part := range r.parts {
		halves[i] = part.NewSent()
	}
	met := make(map[[sha256.Size]byte]bool, 1)
	for r.next != nil && r.next.number == a.number {
		if !met[r.next.sha256] {
			met[r.next.sha256] = true
			if err := r.addLine(a, halves, r.next); err != nil {
				return nil, err
			}
		}
		if err := r.advance(); err != nil {
			return nil, err
		}
	}
	a.tally.Count(accountsFigure.Path, len(a.payloads))
	for _, half := range halves {
		half.Tally(&a.tally)
	}
	a.tally.Count(documentsFigure.Path, len(a.tally.Documents))
	return a, nil
}

// addLine adds what a line says of an account. Members with faults count as far as they can
// be read: the service refuses them, and the difference shows it.
func (r *sentReader) addLine(a *sentAccount, halves []module.Sent, p *place) error {
	l, err := r.book.ReadLine(p.line, p.start, p.size)
	if err != nil {
		return err
	}
	entry, err := book.ReadEntry(l.Text)
	if err != nil || entry.SHA256() != p.sha256 {
		return fmt.Errorf("line %d of the book has changed: start again", p.line)
	}
	a.lines = append(a.lines, p.line)
	var ignored fault.Collector
	if entry.Account != nil {
		sum := sha256.Sum256(entry.Account)
		a.payloads = append(a.payloads, hex.EncodeToString(sum[:]))
		parts, _, err := r.account.DecodeOpen(entry.Account, payload.Limits{}, &ignored)
		if err != nil {
			return nil // the service refuses such an account as a whole
		}
		for i, half := range halves {
			half.AddAccount(parts[i])
		}
	}
	if entry.Account != nil && !entry.Enveloped {
		return nil
	}
	parts, _, err := r.data.DecodeOpen(entry.Text, payload.Limits{}, &ignored)
	if err != nil {
		return nil
	}
	for i, half := range halves {
		half.AddData(parts[i])
	}
	return nil
}
