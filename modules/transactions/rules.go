package transactions

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"

	"github.com/shopspring/decimal"
)

// Check adds the faults of one transaction that do not depend on where it stands.
func (t *Transaction) Check(at *fault.At, f *account.Facts) {
	if !t.wasRead(at) {
		return
	}
	t.checkAmount(at) // first: it asks which values could be read
	t.checkID(at)
	t.checkDate(at, f)
	t.checkMembers(at)
	t.checkSupplyPoint(at)
	items := at.Field("line_items")
	for i := range t.LineItems {
		place := items.Index(i)
		t.LineItems[i].check(&place)
	}
	t.checkListed(at, f)
}

// checkID: a transaction has a transaction_id.
func (t *Transaction) checkID(at *fault.At) {
	if t.ID == "" && at.CleanAt("transaction_id") {
		at.AddAt("transaction_id", codeMissingID, "Each transaction needs the identifier that it has in the sending system.")
	}
}

// checkDate: a transaction has happened by today, in the supplier's zone.
func (t *Transaction) checkDate(at *fault.At, f *account.Facts) {
	if t.Date > f.Today {
		at.AddAt("transaction_date", codeInFuture, "This transaction_date, "+t.Date.String()+", is still to come: today is "+f.Today.String()+" where the supplier is.")
	}
}

// checkSupplyPoint: a supply charge with a rate_specification_code names its
// supply point, without which the rate cannot be found.
func (t *Transaction) checkSupplyPoint(at *fault.At) {
	if t.Type != SupplyCharge || t.SupplyPoint != "" || !at.CleanAt("supply_point_identifier") {
		return
	}
	for i := range t.LineItems {
		if t.LineItems[i].RateSpec != "" {
			at.AddAt("supply_point_identifier", codeSupplyPointRequired, "line_items."+strconv.Itoa(i)+" has the rate_specification_code "+
				fault.Shown(t.LineItems[i].RateSpec)+", which applies to a supply point: name it.")
			return
		}
	}
}

// checkAmount: the net amounts of a supply charge's line items and its taxes make
// its amount, exactly. A plain charge does not say what it is made of.
func (t *Transaction) checkAmount(at *fault.At) {
	if t.Type != SupplyCharge || len(t.LineItems) == 0 || !at.CleanAt("amount") {
		return
	}
	lines, taxes := at.Field("line_items"), at.Field("tax_items")
	if !legible(t.LineItems, &lines, (*LineItem).netRead) || !legible(t.TaxItems, &taxes, (*TaxItem).amountRead) {
		return
	}
	var made decimal.Decimal
	for i := range t.LineItems {
		made = made.Add(t.LineItems[i].Net)
	}
	for i := range t.TaxItems {
		made = made.Add(t.TaxItems[i].Amount)
	}
	if !made.Equal(t.Amount) {
		at.AddAt("amount", codeAmount, mismatch("The line items' net amounts and the taxes make", made, "amount", t.Amount))
	}
}
