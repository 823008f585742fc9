package transactions

import (
	"testing"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/testing/kindtest"
)

// flatAccount is a valid account with a single ledger. Its last statement closed on
// 31 March 2024 and made -70.00; today is 1 July 2024.
const flatAccount = `{
	"transfer_balance": -44.50,
	"last_statement_balance": "-70.00", "last_statement_closing_date": "2024-03-31", "last_statement_issue_date": "2024-04-02",
	"historical_statement_transactions": [
		{"transaction_id": "H1", "transaction_date": "2024-02-29", "amount": 40, "type": "PAYMENT", "payment_type": "DD_REGULAR_COLLECTION", "reason": "ACCOUNT_CHARGE_PAYMENT", "reference": "DD1"},
		{"transaction_id": "H2", "transaction_date": "2024-03-31", "amount": "110.00", "type": "SUPPLY_CHARGE", "product_code": "FIX-E-24",
		 "display_note": "March", "note": "estimated", "billing_document_identifier": "S3", "supply_point_identifier": "1200012345678",
		 "line_items": [
			{"start_date": "2024-03-01", "end_date": "2024-03-31", "number_of_units": 400.125, "price_per_unit": 0.25, "net_amount": 100.03, "rate_specification_code": "SPEC:DAY", "units": [1000, 1400.125], "params": {"source": "CUSTOMER"}},
			{"start_date": "2024-03-01", "end_date": "2024-03-01", "number_of_units": "1", "net_amount": 4.73, "rate_band": "STANDING_CHARGE"}],
		 "tax_items": [{"amount": 5.24, "tax_type": "VAT", "value_taxed": 104.76, "rate": 0.05, "unit_type": "PROPORTION"}]}
	],
	"current_statement_transactions": [
		{"transaction_id": "C1", "transaction_date": "2024-04-01", "amount": 50.5, "type": "CREDIT", "reason": "GENERAL_CREDIT", "display_note": "Sorry"},
		{"transaction_id": "C2", "transaction_date": "2024-06-30", "amount": 20.00, "type": "CHARGE", "reason": "LATE_PAYMENT_FEE", "tax_items": [{"amount": 1, "tax_type": "VAT", "value_taxed": 19, "rate": 0.05, "unit_type": "CURRENCY_PER_KWH"}]},
		{"transaction_id": "C3", "transaction_date": "2024-07-01", "amount": 5, "type": "REPAYMENT", "payment_type": "DIRECT_CREDIT"},
		{"transaction_id": "C4", "transaction_date": "2024-07-01", "amount": 99.99, "type": "PAYMENT", "to_prepay_meter_serial_number": "P1"}
	]
}`

// ledgerAccount is a valid account with three ledgers: one that states its balance,
// one whose balance follows from the rest, and one with nothing but a balance.
const ledgerAccount = `{
	"transfer_balance": 15.00,
	"ledgers": [
		{"ledger_code": "ELEC", "ledger_identifier": "L1", "identifiers": ["1200012345678", "1200012345679"], "ledger_balance": 10.00,
		 "last_statement_balance": 30, "last_statement_closing_date": "2024-03-31",
		 "current_statement_transactions": [{"transaction_id": "E1", "transaction_date": "2024-05-01", "amount": 20, "type": "CHARGE", "reason": "R"}]},
		{"ledger_code": "GAS", "identifiers": ["3000000001"], "last_statement_closing_date": "2024-04-30",
		 "historical_statement_transactions": [{"transaction_id": "G1", "transaction_date": "2024-04-30", "amount": 7, "type": "CREDIT", "reason": "R"}],
		 "current_statement_transactions": [{"transaction_id": "G2", "transaction_date": "2024-05-01", "amount": 3, "type": "PAYMENT"}]},
		{"ledger_code": "BOILER", "ledger_balance": -5}
	]
}`

// faultsOf are those of a document with edits.
func faultsOf(t testing.TB, document string, edits ...edit) fault.List {
	t.Helper()
	f := kindtest.Facts("2024-07-01")
	_, got := kindtest.Read(t, kindtest.With(t, document, edits...), f, check)
	return got
}

// cases are edits of a document, and the faults that each makes.
type cases map[string]testCase

type testCase struct {
	edits []edit
	want  []string
}

type edit = kindtest.Edit

func (c cases) run(t *testing.T, document string) {
	t.Helper()
	for name, c := range c {
		t.Run(name, func(t *testing.T) {
			kindtest.Want(t, faultsOf(t, document, c.edits...), c.want...)
		})
	}
}

var set, drop = kindtest.Set, kindtest.Drop

func edits(e ...edit) []edit { return e }

func one(f string) []string { return []string{f} }
