package transactions

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// Transaction is a transaction as clients send it. Its type determines its members; see
// [kind].
type Transaction struct {
	ID              string          `json:"transaction_id,omitzero" rule:"max=512,impersonal,doc=Required. Identifier of the transaction in the sending system, unique within the account."`
	Date            payload.Date    `json:"transaction_date" rule:"required,impersonal"`
	Amount          decimal.Decimal `json:"amount" rule:"required,decimal=10.10,impersonal,doc=The type says whether it adds to the balance (PAYMENT, CREDIT) or is taken from it. Not negative on PAYMENT and REPAYMENT."`
	Type            Type            `json:"type" rule:"required,impersonal"`
	Reason          string          `json:"reason,omitzero" rule:"code,impersonal,doc=Not on SUPPLY_CHARGE."`
	DisplayNote     string          `json:"display_note,omitzero" rule:"doc=What the customer reads."`
	Note            string          `json:"note,omitzero" rule:"doc=For support staff."`
	Reference       string          `json:"reference,omitzero" rule:"max=512"`
	PaymentType     string          `json:"payment_type,omitzero" rule:"code,impersonal,doc=On PAYMENT and REPAYMENT only."`
	ProductCode     string          `json:"product_code,omitzero" rule:"code,impersonal,doc=On SUPPLY_CHARGE only, where it is required."`
	LineItems       []LineItem      `json:"line_items,omitzero" rule:"doc=On SUPPLY_CHARGE only, where at least one is required. Their net amounts and the taxes make the amount."`
	TaxItems        []TaxItem       `json:"tax_items,omitzero" rule:"doc=On CHARGE and SUPPLY_CHARGE only."`
	SupplyPoint     string          `json:"supply_point_identifier,omitzero" rule:"max=512,doc=On SUPPLY_CHARGE only."`
	BillingDocument string          `json:"billing_document_identifier,omitzero" rule:"max=512,impersonal,doc=The statement that a historical transaction is on; one for all historical transactions of a ledger."`
	PrepayMeter     string          `json:"to_prepay_meter_serial_number,omitzero" rule:"max=512,doc=A transaction with a prepayment meter does not count towards balances."`
}

// wasRead reports whether the item was an object. The required type of an object has a
// value or a fault.
func (t *Transaction) wasRead(at *fault.At) bool {
	return t.Type != "" || !at.CleanAt("type")
}

// counts reports whether all members could be read that the transaction's worth depends on.
func (t *Transaction) counts(at *fault.At) bool {
	return t.Type != "" && at.CleanAt("amount") && at.CleanAt("to_prepay_meter_serial_number")
}

// worth returns the amount that the transaction adds to the balance. A prepayment meter has
// a balance of its own.
func (t *Transaction) worth() decimal.Decimal {
	switch {
	case t.PrepayMeter != "":
		return decimal.Zero
	case kinds[t.Type].adds:
		return t.Amount
	}
	return t.Amount.Neg()
}

func sum(items []Transaction) (total decimal.Decimal) {
	for i := range items {
		total = total.Add(items[i].worth())
	}
	return total
}
