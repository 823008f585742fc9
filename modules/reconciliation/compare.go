package reconciliation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/figures"
)

// comparison merges the accounts of a book with those of the service.
type comparison struct {
	known     []figures.Figure
	found     *differences
	progress  *progress
	documents *documentFolder // nil where documents are not read

	partial     bool // accounts that only the service has are none of the book's
	figuresOnly bool // payloads are not compared

	sent, stored figures.Tally // the totals
	agreeing     int           // accounts
	erased       int           // accounts whose customer was erased
}

// run compares all accounts. Both readers give them in the same order.
func (c *comparison) run(ctx context.Context, sent *sentReader, stored *storedReader) error {
	s, err := sent.readAccount()
	if err != nil {
		return err
	}
	t, err := stored.readAccount()
	for err == nil && (s != nil || t != nil) {
		if err := ctx.Err(); err != nil {
			return err
		}
		takeSent, takeStored := t == nil || s != nil && s.number <= t.number, s == nil || t != nil && t.number <= s.number
		switch {
		case takeSent && takeStored:
			err = c.compare(s, t)
		case takeSent:
			err = c.compare(s, nil)
		case !c.partial:
			err = c.compare(nil, t)
		}
		if err == nil && takeSent {
			s, err = sent.readAccount()
		}
		if err == nil && takeStored {
			t, err = stored.readAccount()
		}
	}
	return err
}

// compare compares an account of the book with that of the service. One of them may be nil.
func (c *comparison) compare(s *sentAccount, t *storedAccount) error {
	c.progress.accounts.Add(1)
	d := &Difference{Kind: differs}
	sent, stored := &figures.Tally{}, &figures.Tally{}
	if s != nil {
		d.ExternalAccountNumber, d.Lines, sent = s.number, s.lines, &s.tally
	}
	if t != nil {
		d.ExternalAccountNumber, d.ServiceAccountNumber, d.State, stored = t.number, t.service, t.state, t.tally
	}
	if s != nil && t != nil && t.isErased() {
		c.erased++
		sent = s.withoutErased(stored)
	}
	c.sent.AddFigures(sent)
	c.stored.AddFigures(stored)
	switch {
	case s == nil:
		d.Kind = onlyInService
	case t == nil || t.state != account.Imported:
		d.Kind = onlyInBook
	}
	d.Items = c.compareFigures(sent, stored)
	if d.Kind == differs {
		d.Items = append(d.Items, compareDocuments(sent, stored)...)
		d.Items = append(d.Items, c.comparePayload(s, t)...)
		items, err := c.documents.compare(sent, stored)
		if err != nil {
			return err
		}
		d.Items = append(d.Items, items...)
	}
	if d.Kind == differs && len(d.Items) == 0 {
		c.agreeing++
		return nil
	}
	return c.found.add(d)
}

func (c *comparison) compareFigures(sent, stored *figures.Tally) (items []Item) {
	for _, f := range c.known {
		a, b := sent.Value(f.Path), stored.Value(f.Path)
		if a.Equal(b) {
			continue
		}
		difference := b.Sub(a)
		item := Item{Name: f.Title, Sent: f.Format(a), Stored: f.Format(b), Difference: f.Format(difference), rank: rankCount}
		if f.IsSum {
			item.rank = rankSum
		}
		item.amount = math.Abs(difference.InexactFloat64())
		items = append(items, item)
	}
	return items
}

const (
	isNamed = "named"
	isNone  = "none"
)

// compareDocuments compares which documents the account has.
func compareDocuments(sent, stored *figures.Tally) (items []Item) {
	for _, path := range sent.DocumentPaths() {
		if _, both := stored.Documents[path]; !both {
			items = append(items, Item{Name: "Document " + path, Sent: isNamed, Stored: isNone, rank: rankDocument})
		}
	}
	for _, path := range stored.DocumentPaths() {
		if _, both := sent.Documents[path]; !both {
			items = append(items, Item{Name: "Document " + path, Sent: isNone, Stored: isNamed, rank: rankDocument})
		}
	}
	return items
}

// comparePayload compares the bytes of the account. They tell differences that no figure shows,
// such as another address. The service has no checksum where the customer was erased.
func (c *comparison) comparePayload(s *sentAccount, t *storedAccount) []Item {
	if c.figuresOnly || len(s.payloads) == 0 || t.sha256 == "" || slices.Contains(s.payloads, t.sha256) {
		return nil
	}
	return []Item{{Name: "Account's payload, SHA-256", Sent: strings.Join(s.payloads, " "), Stored: t.sha256, rank: rankPayload}}
}

// Total is a figure of all accounts.
type Total struct {
	Path       string `json:"figure"`
	Title      string `json:"title"`
	Sent       string `json:"sent"`
	Stored     string `json:"stored"`
	Control    string `json:"control,omitzero"`
	Difference string `json:"difference"` // stored less sent
	Agrees     bool   `json:"agrees"`     // also with the control total
}

// listTotals returns the totals beside control totals, which may be nil.
func (c *comparison) listTotals(control *figures.Tally) []Total {
	totals := make([]Total, len(c.known))
	for i, f := range c.known {
		sent, stored := c.sent.Value(f.Path), c.stored.Value(f.Path)
		t := Total{Path: f.Path, Title: f.Title, Sent: f.Format(sent), Stored: f.Format(stored), Difference: f.Format(stored.Sub(sent)), Agrees: sent.Equal(stored)}
		if control != nil && control.Has(f.Path) {
			t.Control = f.Format(control.Value(f.Path))
			t.Agrees = t.Agrees && stored.Equal(control.Value(f.Path))
		}
		totals[i] = t
	}
	return totals
}

// maxDescribed is how many things in which an account differs one line names.
const maxDescribed = 6

// describe says in a few words how an account differs.
func (d *Difference) describe() string {
	var b strings.Builder
	switch {
	case d.Kind == unreadable:
		fmt.Fprintf(&b, "line %d of the book: %s", d.Lines[0], d.Reason)
		return b.String()
	case d.ServiceAccountNumber != "":
		fmt.Fprintf(&b, "%s (%s)", d.ExternalAccountNumber, d.ServiceAccountNumber)
	default:
		b.WriteString(d.ExternalAccountNumber)
	}
	if len(d.Lines) > 0 {
		b.WriteString(", " + d.nameLines())
	}
	switch d.Kind {
	case onlyInBook:
		b.WriteString(": only in the book")
	case onlyInService:
		b.WriteString(": only in the service")
	}
	if d.isNotImported() {
		fmt.Fprintf(&b, ", where it is %s", d.State)
	}
	if d.Kind != differs {
		return b.String()
	}
	separator := ": "
	for i, item := range d.Items {
		if i == maxDescribed {
			fmt.Fprintf(&b, "; and %d more", len(d.Items)-i)
			break
		}
		fmt.Fprintf(&b, "%s%s sent %s, stored %s", separator, item.Name, item.Sent, item.Stored)
		separator = "; "
	}
	return b.String()
}

// nameLines is listLines with its noun.
func (d *Difference) nameLines() string {
	if len(d.Lines) == 1 {
		return "line " + d.listLines()
	}
	return "lines " + d.listLines()
}

// listLines returns the lines of the account in the book, as text.
func (d *Difference) listLines() string {
	texts := make([]string, len(d.Lines))
	for i, line := range d.Lines {
		texts[i] = strconv.Itoa(line)
	}
	return strings.Join(texts, ", ")
}
