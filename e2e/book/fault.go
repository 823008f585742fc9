package book

import (
	"fmt"
	"slices"
	"time"
)

// Fault is one kind of deliberate fault.
type Fault struct {
	Name string // unique, for people
	Code string // what the service must report

	on    shape
	spoil func(*account) (attr string)
}

var (
	flat      = shape{kind: domestic, months: 12, billed: 2, fuels: 1, plain: true}
	ledgered  = shape{kind: domestic, months: 12, billed: 1, fuels: 2, ledgers: 2, plain: true}
	ofCompany = shape{kind: business, months: 12, billed: 2, fuels: 1, plain: true}
	unknown   = shape{kind: occupier, months: 12, billed: 2, fuels: 1, plain: true}
)

// Faults lists the kinds of deliberate fault. A book takes them in turn.
func Faults() []Fault {
	return slices.Concat(shapeFaults, personFaults, moneyFaults, transactionFaults, sectionFaults)
}

// Line makes line n of a book with this fault. The line is a good account but for the one mutation.
func (f Fault) Line(o Options, n int) Line {
	o = o.withDefaults()
	a := build(o.dice(n), o, n, f.on)
	attr := f.spoil(a)
	line := a.line()
	line.Code, line.Attr = f.Code, attr
	return line
}

// farFuture is still the future when an old book is loaded.
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
