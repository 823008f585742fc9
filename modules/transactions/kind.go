package transactions

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Type is the type of a transaction.
type Type string

// The types of a transaction.
const (
	Charge       Type = "CHARGE"
	Credit       Type = "CREDIT"
	Payment      Type = "PAYMENT"
	Repayment    Type = "REPAYMENT"
	SupplyCharge Type = "SUPPLY_CHARGE"
)

// Choices are all types.
func (Type) Choices() []string {
	return []string{string(Charge), string(Credit), string(Payment), string(Repayment), string(SupplyCharge)}
}

// kind holds the properties of a type of transaction: how it changes the balance, and
// whether it needs each of the members that not all types have.
type kind struct {
	adds        bool // to the balance
	isPaid      bool // its amount is money that was paid, and never negative
	reason      need
	paymentType need
	productCode need
	lineItems   need
	taxItems    need
	supplyPoint need
}

// need says whether a type of transaction needs a member.
type need uint8

const (
	either need = iota // the member may be present or absent
	needed
	foreign // no transaction of the type has the member
)

var (
	charge    = kind{paymentType: foreign, productCode: foreign, lineItems: foreign, supplyPoint: foreign}
	credit    = kind{adds: true, paymentType: foreign, productCode: foreign, lineItems: foreign, taxItems: foreign, supplyPoint: foreign}
	repayment = kind{isPaid: true, productCode: foreign, lineItems: foreign, taxItems: foreign, supplyPoint: foreign}
	payment   = kind{adds: true, isPaid: true, productCode: foreign, lineItems: foreign, taxItems: foreign, supplyPoint: foreign}
	supply    = kind{reason: foreign, paymentType: foreign, productCode: needed, lineItems: needed}

	kinds = map[Type]kind{Charge: charge, Credit: credit, Payment: payment, Repayment: repayment, SupplyCharge: supply}
)

// checkMembers: a transaction has the members that its type needs and none that
// only other types have. An empty array counts as absent.
func (t *Transaction) checkMembers(at *fault.At) {
	k := kinds[t.Type] // the zero kind, which has no needs, where the type could not be read
	t.checkMember(at, "reason", t.Reason != "", k.reason)
	t.checkMember(at, "payment_type", t.PaymentType != "", k.paymentType)
	t.checkMember(at, "product_code", t.ProductCode != "", k.productCode)
	t.checkMember(at, "line_items", len(t.LineItems) > 0, k.lineItems)
	t.checkMember(at, "tax_items", len(t.TaxItems) > 0, k.taxItems)
	t.checkMember(at, "supply_point_identifier", t.SupplyPoint != "", k.supplyPoint)
}

func (t *Transaction) checkMember(at *fault.At, name string, there bool, n need) {
	switch {
	case n == needed && !there && at.CleanAt(name):
		at.AddAt(name, payload.RuleRequired.Code, "A transaction of type "+string(t.Type)+" needs "+name+": add it, with a value.")
	case n == foreign && there && at.CleanAt(name):
		at.AddAt(name, payload.RuleUnknownField.Code, "A transaction of type "+string(t.Type)+" has no "+name+": remove it, or correct the type.")
	}
}
