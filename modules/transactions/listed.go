package transactions

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// checkListed: each code of a transaction is on its list, where an operator has closed that
// list for the supplier.
func (t *Transaction) checkListed(at *fault.At, f *account.Facts) {
	if !f.AnyClosed() {
		return
	}
	f.ListedAt(at, "reason", settings.Reasons, t.Reason)
	f.ListedAt(at, "payment_type", settings.PaymentTypes, t.PaymentType)
	f.ListedAt(at, "product_code", settings.ProductCodes, t.ProductCode)
	lines, taxes := at.Field("line_items"), at.Field("tax_items")
	for i := range t.LineItems {
		l, place := &t.LineItems[i], lines.Index(i)
		f.ListedAt(&place, "rate_band", settings.RateBands, l.RateBand)
		f.ListedAt(&place, "rate_specification_code", settings.RateSpecificationCodes, l.RateSpec)
		f.ListedAt(&place, "time_series_specification_code", settings.TimeSeriesSpecificationCodes, l.TimeSeriesSpec)
	}
	for i := range t.TaxItems {
		place := taxes.Index(i)
		f.ListedAt(&place, "tax_type", settings.TaxTypes, t.TaxItems[i].TaxType)
	}
}

// checkListedLedgers: each ledger_code is on its list, where an operator has closed that
// list for the supplier.
func checkListedLedgers(ledgers []Ledger, f *account.Facts, at *fault.At) {
	if !f.AnyClosed() {
		return
	}
	for i := range ledgers {
		place := at.Index(i)
		f.ListedAt(&place, "ledger_code", settings.LedgerCodes, ledgers[i].Code)
	}
}
