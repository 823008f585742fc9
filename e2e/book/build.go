package book

import (
	"fmt"
	"time"
)

// builder makes one account, section by section. The order of the sections matters: all sections draw from the same
// dice.
type builder struct {
	dice
	shape
	o       Options
	n       int // the number of the line
	account *account
	persons []person
	periods []period // the billed months, oldest first
	tariffs []*tariff
	// prepayMeter is the serial number of the account's prepayment meter, empty before it is named.
	prepayMeter string
	regular     pence // paid per month, over all ledgers
	serial      int   // the number of transactions

	documents []Document // documents that the account names
}

func build(d dice, o Options, n int, s shape) *builder {
	b := &builder{dice: d, shape: s, o: o, n: n, account: &account{
		ImportSupplier:        o.Supplier,
		ExternalAccountNumber: fmt.Sprintf("%s%08d", o.Prefix, n),
		OperationsTeamName:    o.Team,
	}}
	b.people()
	b.commerce()
	b.addresses()
	if b.small {
		b.broughtForward()
		b.notes()
		b.marks()
		return b
	}
	b.sale()
	b.billing()
	b.money()
	b.statements()
	b.notes()
	if b.kind != occupier {
		b.payments()
		b.marks()
		b.campaigns()
		b.arrears()
	}
	return b
}

// period is one billed month.
type period struct {
	from, to, issued time.Time
	statement        string
	charged          pence
}

// billing decides the billed months. The last one ends at least six days before today, so that its issue and the
// transactions of the open period can follow.
func (b *builder) billing() {
	latest := b.o.Today.AddDate(0, 0, -6)
	closing := time.Date(latest.Year(), latest.Month(), b.Number(1, 28), 0, 0, 0, 0, time.UTC)
	if closing.After(latest) {
		closing = closing.AddDate(0, -1, 0)
	}
	if b.chance(12) && !b.plain {
		closing = closing.AddDate(0, -b.Number(1, 2), 0)
	}
	b.periods = make([]period, b.months)
	for i := range b.periods {
		to := closing.AddDate(0, i+1-b.months, 0)
		b.periods[i] = period{
			from:      to.AddDate(0, -1, 1),
			to:        to,
			issued:    to.AddDate(0, 0, 1+i%3),
			statement: fmt.Sprintf("ST-%s-%s", b.account.ExternalAccountNumber, to.Format("200601")),
		}
	}
	b.account.LastBilledToDate = isoDate(closing)
	if b.chance(60) {
		b.account.NextBillDueDate = isoDate(closing.AddDate(0, 1, 0))
	}
	if b.chance(30) {
		b.account.LastPaymentReviewDate = isoDate(closing.AddDate(0, -b.Number(1, 9), 0))
	}
}

func (b *builder) last() *period { return &b.periods[len(b.periods)-1] }

func (b *builder) sale() {
	b.account.DateOfSale = isoDate(b.o.Today.AddDate(0, -b.months-b.Number(1, 48), -b.IntN(28)))
	if b.chance(70) {
		b.account.SalesChannel = pick(b.dice, salesChannels)
		b.account.SalesSubchannel = b.maybe(40, b.department())
	}
}
