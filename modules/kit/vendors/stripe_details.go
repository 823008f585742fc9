package vendors

import "github.com/stripe/stripe-go/v85"

// stripeInstruction holds the common parts of Stripe's payment methods and sources.
type stripeInstruction struct {
	id       string
	kind     string // Stripe's type
	card     bool   // pays by card
	debit    bool   // pays by direct debit from a bank account
	customer string // Stripe's identifier of the customer, where the instruction belongs to one
	details  Details
}

func ofPaymentMethod(m *stripe.PaymentMethod) stripeInstruction {
	i := stripeInstruction{id: m.ID, kind: string(m.Type)}
	// A payment method has no status. Only a payment method that was saved to a customer
	// can be used again.
	i.details.Status = "unattached"
	if m.Customer != nil {
		i.customer, i.details.Status = m.Customer.ID, "attached"
	}
	if m.Card != nil {
		i.ofCard(string(m.Card.Brand), m.Card.Last4, m.Card.ExpMonth, m.Card.ExpYear)
		return i
	}
	switch {
	case m.BACSDebit != nil:
		i.ofBank(m.BACSDebit.Last4)
	case m.SEPADebit != nil:
		i.ofBank(m.SEPADebit.Last4)
	case m.AUBECSDebit != nil:
		i.ofBank(m.AUBECSDebit.Last4)
	case m.ACSSDebit != nil:
		i.ofBank(m.ACSSDebit.Last4)
	case m.USBankAccount != nil:
		i.ofBank(m.USBankAccount.Last4)
	case m.NzBankAccount != nil:
		i.ofBank(m.NzBankAccount.Last4)
	}
	return i
}

func ofSource(s *stripe.Source) stripeInstruction {
	i := stripeInstruction{id: s.ID, kind: s.Type, customer: s.Customer, details: Details{Status: string(s.Status)}}
	switch {
	case s.Card != nil:
		i.ofCard(s.Card.Brand, s.Card.Last4, s.Card.ExpMonth, s.Card.ExpYear)
	case s.SEPADebit != nil:
		i.ofBank(s.SEPADebit.Last4)
	case s.AUBECSDebit != nil:
		i.ofBank(s.AUBECSDebit.Last4)
	case s.ACSSDebit != nil:
		i.ofBank(s.ACSSDebit.Last4)
	case s.ACHDebit != nil:
		i.ofBank(s.ACHDebit.Last4)
	}
	return i
}

func (i *stripeInstruction) ofCard(brand, lastFour string, month, year int64) {
	i.card = true
	i.details.Brand, i.details.LastFour, i.details.Expiry = brand, lastFour, expiryOf(month, year)
}

// ofBank takes the debit scheme as the brand, because a bank account has no brand.
func (i *stripeInstruction) ofBank(lastFour string) {
	i.debit = true
	i.details.Brand, i.details.LastFour = i.kind, lastFour
}
