package book

import (
	"fmt"
	"slices"
	"time"
)

// Fault is one kind of deliberate fault.
type Fault struct {
	Name   string // a unique name for people
	Code   string // the code that the service must report
	Member string // the envelope's member with the fault; empty where the account has it

	on    shape
	spoil func(*envelope) (attr string)
}

// accountFault is a fault of the account object.
type accountFault struct {
	name, code string
	on         shape
	spoil      func(*account) (attr string)
}

var (
	flat      = shape{kind: domestic, months: 12, billed: 2, fuels: 1, plain: true}
	ledgered  = shape{kind: domestic, months: 12, billed: 1, fuels: 2, ledgers: 2, plain: true}
	ofCompany = shape{kind: business, months: 12, billed: 2, fuels: 1, plain: true}
	unknown   = shape{kind: occupier, months: 12, billed: 2, fuels: 1, plain: true}
)

// Faults lists the kinds of deliberate fault of an account. A book uses them in turn.
func Faults() []Fault {
	return ofAccounts(shapeFaults, personFaults, moneyFaults, transactionFaults, sectionFaults)
}

func ofAccounts(tables ...[]accountFault) (faults []Fault) {
	for _, f := range slices.Concat(tables...) {
		faults = append(faults, Fault{f.name, f.code, "", f.on, func(e *envelope) string { return f.spoil(e.Account) }})
	}
	return faults
}

// turns returns the faults of a book in the order in which it uses them. In a book with data, faults of the account
// and of the envelope's other members alternate.
func (o Options) turns() (turns []Fault) {
	ofAccount, ofData := Faults(), DataFaults()
	if !o.Data {
		return ofAccount
	}
	for i, f := range ofAccount {
		turns = append(turns, f, ofData[i%len(ofData)])
	}
	return turns
}

// Line makes line n of a book with this fault. The line is a good one with one mutation. An account that must be
// refused keeps everything that its paths count; only later data stands outside of it.
func (f Fault) Line(o Options, n int) Line {
	o = o.withDefaults()
	b := build(o.dice(n), o, n, f.on)
	e := &envelope{Account: b.account}
	if f.Member != "" || o.Data {
		b.addLater(e)
	}
	if f.Member != "" {
		b.moveOut(e)
	}
	attr := f.spoil(e)
	line := b.line(e)
	line.Code, line.Attr, line.Member = f.Code, attr, f.Member
	return line
}

// farFuture is in the future even when an old book is loaded.
const farFuture = "2999-12-31"

func dayAfter(date string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		panic("book: " + err.Error())
	}
	return isoDate(day.AddDate(0, 0, 1))
}

// firstBill is the first historical supply charge and its path.
func firstBill(a *account) (*transaction, string) {
	i := slices.IndexFunc(a.Historical, func(t transaction) bool { return t.Type == supplyCharge })
	return &a.Historical[i], fmt.Sprintf("historical_statement_transactions.%d.", i)
}
