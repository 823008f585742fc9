package transactions

import (
	"dataimport/modules/kit/fault"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

// Type is which kind of transaction one is.
type Type string

// The types of a transaction.
const (
	Charge       Type = "CHARGE"
	Credit       Type = "CREDIT"
	Payment      Type = "PAYMENT"
	Repayment    Type = "REPAYMENT"
	SupplyCharge Type = "SUPPLY_CHARGE"
)

// Choices is all types.
func (Type) Choices() []string {
	return []string{string(Charge), string(Credit), string(Payment), string(Repayment), string(SupplyCharge)}
}

// kind is what sets one type of transaction apart: which way it changes the
// balance, and the rule for each member that not all types treat alike. A nil rule
// leaves the member to the sender.
type kind struct {
	adds        bool // to the balance
	reason      validation.Rule
	displayNote validation.Rule
	paymentType validation.Rule
	productCode validation.Rule
	lineItems   validation.Rule
	taxItems    validation.Rule
	supplyPoint validation.Rule
}

var (
	needed = validation.Required.ErrorObject(validation.NewError("required",
		"A transaction of this type needs this member: add it, with a value."))
	foreign = validation.Empty.ErrorObject(validation.NewError("unknown_field",
		"A transaction of this type has no such member: remove it, or correct the type."))

	charge    = kind{reason: needed, paymentType: foreign, productCode: foreign, lineItems: foreign, supplyPoint: foreign}
	credit    = kind{adds: true, reason: needed, paymentType: foreign, productCode: foreign, lineItems: foreign, taxItems: foreign, supplyPoint: foreign}
	repayment = kind{displayNote: foreign, productCode: foreign, lineItems: foreign, taxItems: foreign, supplyPoint: foreign}
	payment   = kind{adds: true, displayNote: foreign, productCode: foreign, lineItems: foreign, taxItems: foreign, supplyPoint: foreign}
	supply    = kind{reason: foreign, paymentType: foreign, productCode: needed, lineItems: needed}

	kinds = map[Type]kind{Charge: charge, Credit: credit, Payment: payment, Repayment: repayment, SupplyCharge: supply}
)

// checkMembers: a transaction has the members that its type needs and none that
// only other types have. An empty array counts as absent.
func (t *Transaction) checkMembers(at *fault.At) {
	k := kinds[t.Type] // the zero kind, without rules, where the type could not be read
	checkMember(at, "reason", t.Reason, k.reason)
	checkMember(at, "display_note", t.DisplayNote, k.displayNote)
	checkMember(at, "payment_type", t.PaymentType, k.paymentType)
	checkMember(at, "product_code", t.ProductCode, k.productCode)
	checkMember(at, "line_items", t.LineItems, k.lineItems)
	checkMember(at, "tax_items", t.TaxItems, k.taxItems)
	checkMember(at, "supply_point_identifier", t.SupplyPoint, k.supplyPoint)
}

func checkMember(at *fault.At, name string, value any, rule validation.Rule) {
	if rule != nil && at.CleanAt(name) {
		at.Check(name, value, rule)
	}
}
