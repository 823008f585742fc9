package paymentinstructions

import (
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/vendors"
)

// PaymentInstruction is a payment instruction as clients send it.
type PaymentInstruction struct {
	Vendor                string       `json:"vendor" rule:"required,code,impersonal,doc=Code of the payment vendor."`
	Reference             string       `json:"reference" rule:"required,max=512,doc=By which the vendor knows the instruction."`
	Type                  Type         `json:"type" rule:"required,impersonal"`
	ValidFrom             payload.Date `json:"valid_from,omitzero" rule:"nullable,impersonal"`
	CustomerReference     string       `json:"customer_reference,omitzero" rule:"max=512"`
	InstructionIdentifier string       `json:"instruction_identifier,omitzero" rule:"max=512"`
	LedgerCode            string       `json:"ledger_code,omitzero" rule:"code,impersonal,doc=The ledger whose charges it pays."`
	ForScheduledPayments  *bool        `json:"use_for_scheduled_payments,omitzero" rule:"impersonal"`

	// Details are the details from the vendor, where it was asked.
	Details vendors.Details `json:"-"`
}

// Type is the means of payment of an instruction.
type Type string

// The types of an instruction.
const (
	Card        Type = "CARD"
	DirectDebit Type = "DIRECT_DEBIT"
	BPay        Type = "BPAY"
	PaymentSlip Type = "PAYMENT_SLIP"
	Custom      Type = "CUSTOM"
	GMORefund   Type = "GMO_REFUND"
)

// Choices are all types.
func (Type) Choices() []string {
	return []string{string(Card), string(DirectDebit), string(BPay), string(PaymentSlip), string(Custom), string(GMORefund)}
}
