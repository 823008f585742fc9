package book

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// transaction starts a transaction whose id is unique in the account.
func (b *builder) transaction(kind string, day time.Time) transaction {
	b.serial++
	return transaction{
		TransactionID:   fmt.Sprintf("%s-T%04d", b.account.ExternalAccountNumber, b.serial),
		TransactionDate: isoDate(day),
		Type:            kind,
	}
}

func (b *builder) paid(day time.Time, amount pence) transaction {
	t := b.transaction(payment, day)
	t.PaymentType = pick(b.dice, paymentTypes)
	t.Reason = "ACCOUNT_CHARGE_PAYMENT"
	t.Reference = b.maybe(60, "PAY"+b.DigitN(9))
	t.setAmount(amount)
	return t
}

// balanceBroughtForward is one transaction in place of all that came before the sent ones.
func (b *builder) balanceBroughtForward(day time.Time) transaction {
	t := b.transaction(charge, day)
	t.Reason, t.DisplayNote = "IMPORTED_CHARGE", "Balance brought forward"
	if b.chance(40) {
		t.Type, t.Reason = credit, "IMPORTED_CREDIT"
	}
	t.setAmount(pence(b.Number(1, 42_000)))
	return t
}

// oddment draws one of the rarer entries of a statement of account.
func (b *builder) oddment(day time.Time) transaction {
	amount := pence(b.Number(5, 120) * 50)
	switch b.IntN(4) {
	case 0:
		t := b.transaction(credit, day)
		t.Reason, t.DisplayNote, t.Note = "GENERAL_CREDIT", "Goodwill credit – thank you!", b.maybe(50, b.Sentence())
		t.setAmount(amount)
		return t
	case 1:
		t := b.transaction(repayment, day)
		t.Reason, t.PaymentType, t.Reference = "FULL_CREDIT_REFUND", "DIRECT_CREDIT", "REF"+b.DigitN(7)
		t.setAmount(amount)
		return t
	case 2:
		t := b.transaction(charge, day)
		t.Reason, t.DisplayNote = "METER_CHANGE", "Meter exchange at your request"
		vat := taxOf(int64(amount)/5, "VAT", trimmed(int64(amount), 2), trimmed(2, 1), "PROPORTION")
		t.TaxItems = []taxItem{vat}
		t.setAmount(amount + vat.tax)
		return t
	default:
		t := b.transaction(charge, day)
		t.Reason, t.DisplayNote, t.Note = "LATE_PAYMENT_FEE", "Late payment fee", b.maybe(30, b.Sentence())
		t.setAmount(amount)
		return t
	}
}

// historical transactions cover the billed periods that are sent and end on the closing date.
func (b *builder) historical(tariffs []*tariff, monthly pence) []transaction {
	periods := b.periods[len(b.periods)-b.billed:]
	sent := []transaction{b.balanceBroughtForward(periods[0].from)}
	for i := range periods {
		p := &periods[i]
		inside := func() time.Time { return p.from.AddDate(0, 0, b.IntN(28)) }
		switch {
		case b.weekly:
			for week := range 4 {
				sent = append(sent, b.paid(p.from.AddDate(0, 0, 7*week), monthly/4))
			}
		case b.kind != occupier:
			sent = append(sent, b.paid(inside(), monthly))
		}
		if b.chance(8) && !b.plain {
			sent = append(sent, b.oddment(inside()))
		}
		for _, t := range tariffs {
			charged := b.supplyCharge(t, p.from, p.to)
			if i == len(periods)-1 { // the transactions of a ledger are on one statement, its last
				charged.BillingDocument = p.statement
			}
			p.charged += charged.pence
			sent = append(sent, charged)
		}
	}
	return inOrder(sent)
}

// current transactions lie in the open period, from the day after the closing date until yesterday.
func (b *builder) current(tariffs []*tariff, monthly pence) []transaction {
	closing := b.last().to
	first, days := closing.AddDate(0, 0, 1), int(b.o.Today.Sub(closing).Hours()/24)-1
	inside := func() time.Time { return first.AddDate(0, 0, b.IntN(days)) }
	sent := make([]transaction, 0, 4)
	if b.kind != occupier {
		sent = append(sent, b.paid(inside(), monthly))
	}
	if b.plain {
		refund := b.transaction(repayment, inside())
		refund.PaymentType, refund.Reference = "DIRECT_CREDIT", "REF"+b.DigitN(7)
		refund.setAmount(pence(b.Number(500, 4000)))
		fee := b.transaction(charge, inside())
		fee.Reason, fee.DisplayNote = "LATE_PAYMENT_FEE", "Late payment fee"
		fee.setAmount(1200)
		return inOrder(append(sent, refund, fee))
	}
	for b.chance(25) && len(sent) < 4 {
		sent = append(sent, b.oddment(inside()))
	}
	if b.chance(20) {
		sent = append(sent, b.supplyCharge(tariffs[0], first, inside()))
	}
	if b.chance(2) {
		topUp := b.paid(inside(), 2000)
		if b.prepayMeter == "" {
			b.prepayMeter = "P" + b.DigitN(9)
		}
		topUp.PrepayMeter = b.prepayMeter
		sent = append(sent, topUp)
	}
	return inOrder(sent)
}

func inOrder(sent []transaction) []transaction {
	slices.SortStableFunc(sent, func(a, b transaction) int { return strings.Compare(a.TransactionDate, b.TransactionDate) })
	return sent
}
