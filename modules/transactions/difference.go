package transactions

import (
	"encoding/json/jsontext"
	"slices"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

var ruleDiffers = catalogue.Rule{
	Code: "transaction_differs_from_imported", Area: areaTransactions,
	Meaning: "The account has a transaction of this transaction_id with other content, which a line of a run does not change.",
	Remedy:  "Correct the member that attr names, or give the transaction an identifier of its own.",
}

// refuseDifferent adds a fault for each member in which the i-th transaction differs from the
// one that is there.
func (r *request) refuseDifferent(i int, t *Transaction, there *Result) {
	for _, member := range t.differences(there) {
		r.refused = append(r.refused, fault.Fault{
			Detail: "The account has the transaction " + fault.Shown(t.ID) + " already, with another " + member + ": correct it, or give this one an id of its own.",
			Code:   ruleDiffers.Code, Attr: "transactions." + strconv.Itoa(i) + "." + member,
		})
	}
}

// differences are the members in which a transaction differs from a stored one. Amounts are
// equal by value: 10.5 is 10.50.
func (t *Transaction) differences(there *Result) (members []string) {
	stored := &there.Transaction
	for _, c := range []struct {
		member string
		equal  bool
	}{
		{"transaction_date", t.Date == stored.Date || strings.HasPrefix(there.Description, describeMoveFrom(t))},
		{"amount", t.Amount.Equal(stored.Amount)},
		{"type", t.Type == stored.Type},
		{"reason", t.Reason == stored.Reason},
		{"display_note", t.DisplayNote == stored.DisplayNote},
		{"note", t.Note == stored.Note},
		{"reference", t.Reference == stored.Reference},
		{"payment_type", t.PaymentType == stored.PaymentType},
		{"product_code", t.ProductCode == stored.ProductCode},
		{"line_items", slices.EqualFunc(t.LineItems, stored.LineItems, equalLineItems)},
		{"tax_items", slices.EqualFunc(t.TaxItems, stored.TaxItems, equalTaxItems)},
		{"supply_point_identifier", t.SupplyPoint == stored.SupplyPoint},
		{"billing_document_identifier", t.BillingDocument == stored.BillingDocument},
		{"to_prepay_meter_serial_number", t.PrepayMeter == stored.PrepayMeter},
	} {
		if !c.equal {
			members = append(members, c.member)
		}
	}
	return members
}

func equalLineItems(a, b LineItem) bool {
	return a.Start == b.Start && a.End == b.End && a.Units.Equal(b.Units) && a.Net.Equal(b.Net) &&
		a.Price.Valid == b.Price.Valid && a.Price.Decimal.Equal(b.Price.Decimal) &&
		a.RateBand == b.RateBand && a.RateSpec == b.RateSpec && a.TimeSeriesSpec == b.TimeSeriesSpec &&
		slices.EqualFunc(a.Readings, b.Readings, decimal.Decimal.Equal) && a.ExternalRate == b.ExternalRate && equalParams(a.Params, b.Params)
}

func equalTaxItems(a, b TaxItem) bool {
	return a.Amount.Equal(b.Amount) && a.TaxType == b.TaxType && a.ValueTaxed.Equal(b.ValueTaxed) && a.Rate.Equal(b.Rate) &&
		a.UnitType == b.UnitType && equalParams(a.Params, b.Params)
}

func equalParams(a, b jsontext.Value) bool {
	return len(a) == len(b) && len(a) == 0 || len(a) > 0 && len(b) > 0 && len(payload.Differences(a, b, 1)) == 0
}

// describeMoveFrom is how the description of a transaction begins whose date was changed.
func describeMoveFrom(t *Transaction) string {
	return "The sender's date is " + t.Date.String() + "."
}
