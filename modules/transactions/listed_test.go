package transactions

import (
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/testing/kindtest"
)

// Every code of the samples is refused once its list is closed, and no other.
func TestLists(t *testing.T) {
	const choice = "invalid_choice "
	for _, c := range []struct {
		document string
		list     settings.List
		values   []string
		want     []string
	}{
		{flatAccount, settings.Reasons, []string{"GENERAL_CREDIT", "LATE_PAYMENT_FEE"}, one(choice + h + "0.reason")},
		{flatAccount, settings.PaymentTypes, []string{"DIRECT_CREDIT"}, one(choice + h + "0.payment_type")},
		{flatAccount, settings.PaymentTypes, []string{"DIRECT_CREDIT", "DD_REGULAR_COLLECTION"}, nil},
		{flatAccount, settings.ProductCodes, []string{"fix-e-24"}, one("product_code_does_not_exist " + h + "1.product_code")},
		{flatAccount, settings.RateBands, nil, one(choice + h + "1.line_items.1.rate_band")},
		{flatAccount, settings.RateSpecificationCodes, nil, one(choice + h + "1.line_items.0.rate_specification_code")},
		{flatAccount, settings.TimeSeriesSpecificationCodes, nil, nil},
		{flatAccount, settings.TaxTypes, nil, []string{choice + h + "1.tax_items.0.tax_type", choice + c + "1.tax_items.0.tax_type"}},
		{flatAccount, settings.LedgerCodes, nil, nil},
		{ledgerAccount, settings.LedgerCodes, []string{"ELEC", "GAS"}, one("ledger_code_does_not_exist ledgers.2.ledger_code")},
		{ledgerAccount, settings.Reasons, []string{"X"}, []string{choice + "ledgers.0.current_statement_transactions.0.reason", choice + "ledgers.1.historical_statement_transactions.0.reason"}},
	} {
		t.Run(string(c.list), func(t *testing.T) {
			f := kindtest.Facts("2024-07-01")
			f.Supplier = &settings.Supplier{Closed: map[settings.List]*settings.ClosedList{c.list: settings.NewClosedList(c.values...)}}
			_, got := kindtest.Read(t, c.document, f, check)
			kindtest.Want(t, got, c.want...)
		})
	}
}
