package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// Voucher is a voucher that a customer has bought or was given, and what it was used for.
type Voucher struct {
	VoucherCode         string              `json:"voucher_code,omitzero" rule:"max=255"`
	Value               decimal.Decimal     `json:"value" rule:"required,decimal=10.2,impersonal"`
	ChargeTransactionID string              `json:"charge_transaction_id,omitzero" rule:"max=512,impersonal,doc=The CHARGE of this account by which the voucher was bought."`
	VoucherRedemptions  []VoucherRedemption `json:"voucher_redemptions,omitzero"`
}

// VoucherRedemption is one use of a voucher.
type VoucherRedemption struct {
	CreditTransactionID string `json:"credit_transaction_id" rule:"required,max=512,impersonal,doc=The CREDIT of this account that the voucher was used for."`
}

// The types of transactions that vouchers name.
const (
	chargeType = "CHARGE"
	creditType = "CREDIT"
)

// payments are the charges and credits of an account, by their ids.
type payments struct {
	charges map[string]bool
	credits map[string]decimal.Decimal
	// partial says that some transactions could not be read, so that one that is not there
	// is no fault.
	partial bool
}

func findPayments(f *account.Facts, at *fault.At) payments {
	p := payments{charges: make(map[string]bool), credits: make(map[string]decimal.Decimal)}
	f.Money.EachTransaction(func(id, kind string, amount decimal.Decimal) {
		switch kind {
		case chargeType:
			p.charges[id] = true
		case creditType:
			p.credits[id] = amount
		}
	})
	p.partial = !at.CleanAt("ledgers") || !at.CleanAt("current_statement_transactions") || !at.CleanAt("historical_statement_transactions")
	return p
}

// checkVouchers applies the rules of vouchers and of the transactions that they name. The
// place is the account.
func checkVouchers(vouchers []Voucher, f *account.Facts, at *fault.At) {
	if len(vouchers) == 0 || f.Money == nil {
		return
	}
	p := findPayments(f, at)
	each(vouchers, at, "vouchers", func(v *Voucher, place *fault.At) {
		v.checkCharge(p, place)
		v.checkRedemptions(p, place)
	})
}

var ruleVoucherCharge = catalogue.Rule{
	Code: "voucher_charge_transaction_id_not_found", Area: areaVouchers,
	Meaning: "A voucher names a charge that the account does not have.",
	Remedy:  "Correct charge_transaction_id, or add the transaction, of type CHARGE.",
	Attr:    "vouchers.0.charge_transaction_id",
	Bad:     `{"vouchers": [{"value": "20.00", "charge_transaction_id": "T-1"}]}`,
	Good: `{"vouchers": [{"value": "20.00", "charge_transaction_id": "T-1"}], "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "CHARGE", "reason": "VOUCHER"}]}`,
}

// checkCharge: the charge by which a voucher was bought is in the payload.
func (v *Voucher) checkCharge(p payments, at *fault.At) {
	if v.ChargeTransactionID != "" && !p.charges[v.ChargeTransactionID] && !p.partial {
		at.AddAt("charge_transaction_id", ruleVoucherCharge.Code, "The account has no transaction of type CHARGE with the transaction_id "+fault.Shown(v.ChargeTransactionID)+".")
	}
}

var ruleVoucherCredit = catalogue.Rule{
	Code: "voucher_redemption_credit_transaction_id_not_found", Area: areaVouchers,
	Meaning: "A voucher was used for a credit that the account does not have.",
	Remedy:  "Correct credit_transaction_id, or add the transaction, of type CREDIT.",
	Attr:    "vouchers.0.voucher_redemptions.0.credit_transaction_id",
	Bad: `{"vouchers": [{"value": "20.00", "voucher_redemptions": [{"credit_transaction_id": "T-1"}]}], "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"vouchers": [{"value": "20.00", "voucher_redemptions": [{"credit_transaction_id": "T-1"}]}], "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "CREDIT", "reason": "VOUCHER"}]}`,
}

var ruleVoucherSum = catalogue.Rule{
	Code: "voucher_transactions_sum_greater_than_voucher_value", Area: areaVouchers,
	Meaning: "The credits that a voucher was used for together are more than its value.",
	Remedy:  "Correct value, or leave out the credit that the voucher was not used for.",
	Attr:    "vouchers.0.value",
	Bad: `{"vouchers": [{"value": "20.00", "voucher_redemptions": [{"credit_transaction_id": "T-1"}]}], "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.01", "type": "CREDIT", "reason": "VOUCHER"}]}`,
	Good: `{"vouchers": [{"value": "20.00", "voucher_redemptions": [{"credit_transaction_id": "T-1"}]}], "current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "CREDIT", "reason": "VOUCHER"}]}`,
}

// checkRedemptions: the credits that a voucher was used for are in the payload, and
// together not more than its value.
func (v *Voucher) checkRedemptions(p payments, at *fault.At) {
	list := at.Field("voucher_redemptions")
	var used decimal.Decimal
	for i := range v.VoucherRedemptions {
		id := v.VoucherRedemptions[i].CreditTransactionID
		amount, found := p.credits[id]
		if id != "" && !found && !p.partial {
			place := list.Index(i)
			place.AddAt("credit_transaction_id", ruleVoucherCredit.Code, "The account has no transaction of type CREDIT with the transaction_id "+fault.Shown(id)+".")
		}
		used = used.Add(amount)
	}
	if used.GreaterThan(v.Value) && at.CleanAt("value") && !p.partial {
		at.AddAt("value", ruleVoucherSum.Code, "The credits that this voucher was used for make "+payload.Text(used)+", and its value is "+payload.Text(v.Value)+".")
	}
}
