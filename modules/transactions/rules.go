package transactions

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// Check adds the faults of one transaction that do not depend on its ledger or list.
func (t *Transaction) Check(at *fault.At, f *account.Facts) {
	if !t.wasRead(at) {
		return
	}
	t.checkAmount(at) // first, since it needs to know which values could be read
	t.checkPaid(at)
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

var ruleMissingID = catalogue.Rule{
	Code: "missing_transaction_id", Area: areaTransactions,
	Meaning: "A transaction has no transaction_id.",
	Remedy:  "Add the identifier that it has in the sending system.",
	Attr:    "current_statement_transactions.0.transaction_id",
	Bad:     `{"current_statement_transactions": [{"transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good:    `{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkID: a transaction has a transaction_id.
func (t *Transaction) checkID(at *fault.At) {
	if t.ID == "" && at.CleanAt("transaction_id") {
		at.AddAt("transaction_id", ruleMissingID.Code, "Each transaction needs the identifier that it has in the sending system.")
	}
}

var ruleNegativePayment = payload.RuleOutOfRange.With("current_statement_transactions.0.amount",
	`{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "-20.00", "type": "PAYMENT"}]}`,
	`{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "REPAYMENT"}]}`)

// checkPaid: money that was paid, or paid back, is not negative. The other types of
// transactions may be, since a negative one reverses another.
func (t *Transaction) checkPaid(at *fault.At) {
	if kinds[t.Type].isPaid && t.Amount.IsNegative() {
		at.AddAt("amount", ruleNegativePayment.Code, fault.Shown(payload.Text(t.Amount))+" is out of range: the amount of a "+string(t.Type)+" is not negative. Use the other of PAYMENT and REPAYMENT.")
	}
}

var ruleInFuture = catalogue.Rule{
	Code: "transaction_in_future", Area: areaTransactions,
	Meaning: "A transaction lies in the future, in the supplier's time zone.",
	Remedy:  "Correct the date, or send the transaction on its day.",
	Attr:    "current_statement_transactions.0.transaction_date",
	Bad:     `{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2999-01-31", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good:    `{"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkDate: a transaction has happened by today, in the supplier's zone.
func (t *Transaction) checkDate(at *fault.At, f *account.Facts) {
	if t.Date > f.Today {
		at.AddAt("transaction_date", ruleInFuture.Code, "This transaction_date, "+t.Date.String()+", is still to come: today is "+f.Today.String()+" where the supplier is.")
	}
}

var ruleSupplyPointRequired = catalogue.Rule{
	Code: "supply_point_identifier_required_for_rate_specification_code", Area: areaTransactions,
	Meaning: "A line item names its rate by rate_specification_code, and the transaction does not name the supply point that the rate applies to.",
	Remedy:  "Add supply_point_identifier to the transaction.",
	Attr:    "current_statement_transactions.0.supply_point_identifier",
	Bad: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
			{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_specification_code": "DAY"}]}]}`,
	Good: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX",
			"supply_point_identifier": "1200023305967", "line_items": [
			{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_specification_code": "DAY"}]}]}`,
}

// checkSupplyPoint: a supply charge with a rate_specification_code names its supply point.
// Without it the rate cannot be found.
func (t *Transaction) checkSupplyPoint(at *fault.At) {
	if t.Type != SupplyCharge || t.SupplyPoint != "" || !at.CleanAt("supply_point_identifier") {
		return
	}
	for i := range t.LineItems {
		if t.LineItems[i].RateSpec != "" {
			at.AddAt("supply_point_identifier", ruleSupplyPointRequired.Code, "line_items."+strconv.Itoa(i)+" has the rate_specification_code "+
				fault.Shown(t.LineItems[i].RateSpec)+", which applies to a supply point: name it.")
			return
		}
	}
}

var ruleAmount = catalogue.Rule{
	Code: "ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount", Area: areaMoney,
	Meaning: "The net amounts of a supply charge's line items and its taxes together are not its amount, exactly.",
	Remedy:  "Correct the amount, or the line item or tax that is wrong or missing.",
	Attr:    "current_statement_transactions.0.amount",
	Bad: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "21.01", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX",
			"line_items": [{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}],
			"tax_items": [{"amount": "1.00", "tax_type": "VAT", "value_taxed": "20.00", "rate": "0.05", "unit_type": "PROPORTION"}]}]}`,
	Good: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "21.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX",
			"line_items": [{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}],
			"tax_items": [{"amount": "1.00", "tax_type": "VAT", "value_taxed": "20.00", "rate": "0.05", "unit_type": "PROPORTION"}]}]}`,
}

// checkAmount: the net amounts of a supply charge's line items and its taxes add up to its
// amount exactly. A plain charge has neither.
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
		at.AddAt("amount", ruleAmount.Code, mismatch("The line items' net amounts and the taxes make", made, "amount", t.Amount))
	}
}
