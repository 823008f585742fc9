// Package book generates books of accounts: newline-delimited JSON, one account per line, in the form in which a
// supplier sends them. Demos, tests and benchmarks load them.
//
// A line is an account object. In a book with data, most lines are envelopes around one: notes, transactions,
// statements and a payment instruction stand beside the account, for the imports that follow it.
//
// Every good line obeys every rule of the account object and of those imports, to the cent and to the day. Every
// faulty line is a good one with a single deliberate fault whose code and attr are known. In one build, a book
// depends on its options alone, and a line does not depend on the lines before it. All dates that must be past lie
// before Options.Today, so that a book stays valid later.
//
// Ordinary English words come from gofakeit. The lists here hold British facts, and texts that are difficult for
// software.
//
// The package imports no package of the service, so that tests can check the service with it.
package book

import (
	"bufio"
	"encoding/json/v2"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/brianvoe/gofakeit/v7"
)

// Options are the options of a book.
type Options struct {
	Supplier  string    // import supplier code of every account
	Team      string    // operations team of every account; left out when empty
	Accounts  int       // number of lines
	Faulty    float64   // share of deliberately faulty lines, such as 0.03; exact, and evenly spread
	Seed      uint64    // two books with the same options are the same
	Today     time.Time // the day of the book; its time of day is ignored, zero means the current day
	Prefix    string    // prefix of the external account numbers; "EXT-" when empty
	Data      bool      // whether lines are envelopes, with data to import after the account
	Documents bool      // whether statements and notes name documents, which WriteDocuments makes
}

// Line is one account of a book.
type Line struct {
	JSON                  []byte // an account object or an envelope, without a line end
	ExternalAccountNumber string
	Code, Attr            string // the fault that the service must report; empty for a good line
	Member                string // the envelope's member with the fault, where the account itself is good

	documents []Document
}

// Lines yields the lines of a book in order. It holds one line at a time.
func Lines(o Options) iter.Seq[Line] {
	o = o.withDefaults()
	return func(yield func(Line) bool) {
		faults, faulty := o.turns(), 0
		for n := 1; n <= o.Accounts; n++ {
			var line Line
			if due := int(float64(n)*o.Faulty + 1e-9); due > faulty {
				line = faults[faulty%len(faults)].Line(o, n)
				faulty = due
			} else {
				line = good(o, n, usualShape)
			}
			if !yield(line) {
				return
			}
		}
	}
}

// Write writes a book and returns how many lines carry each fault code.
func Write(w io.Writer, o Options) (faulty map[string]int, err error) {
	faulty = map[string]int{}
	out := bufio.NewWriterSize(w, 1<<16)
	for line := range Lines(o) {
		if line.Code != "" {
			faulty[line.Code]++
		}
		if _, err := out.Write(append(line.JSON, '\n')); err != nil {
			return faulty, err
		}
	}
	return faulty, out.Flush()
}

func (o Options) withDefaults() Options {
	if o.Today.IsZero() {
		o.Today = time.Now().UTC()
	}
	year, month, day := o.Today.Date()
	o.Today = time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if o.Prefix == "" {
		o.Prefix = "EXT-"
	}
	return o
}

// dice returns the dice of line n. They depend on the supplier and the prefix, too, so that the books of two
// suppliers share no reference by accident.
func (o Options) dice(n int) dice {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d\x00%s\x00%s", o.Seed, o.Supplier, o.Prefix)
	return dice{gofakeit.NewFaker(rand.NewPCG(h.Sum64(), uint64(n)), false)}
}

func good(o Options, n int, choose func(dice) shape) Line {
	d := o.dice(n)
	b := build(d, o, n, choose(d))
	e := &envelope{Account: b.account}
	if o.Data && !b.bare() {
		b.addLater(e)
		b.moveOut(e)
	}
	return b.line(e)
}

func (b *builder) line(e *envelope) Line {
	var value any = e
	if e.empty() {
		value = e.Account
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic("book: a line that is not JSON: " + err.Error())
	}
	return Line{JSON: text, ExternalAccountNumber: e.Account.ExternalAccountNumber, documents: b.documents}
}
