package book

import "time"

type paymentInstruction struct {
	Vendor                  string `json:"vendor"`
	Reference               string `json:"reference"`
	Type                    string `json:"type"`
	ValidFrom               string `json:"valid_from,omitzero"`
	CustomerReference       string `json:"customer_reference,omitzero"`
	InstructionIdentifier   string `json:"instruction_identifier,omitzero"`
	LedgerCode              string `json:"ledger_code,omitzero"`
	UseForScheduledPayments bool   `json:"use_for_scheduled_payments,omitzero"`
}

type paymentPlan struct {
	AcceptedAt    string        `json:"accepted_at"`
	ScheduleMeans string        `json:"schedule_means"`
	StrategyName  string        `json:"strategy_name"`
	Payments      []planPayment `json:"payments"`
}

type planPayment struct {
	PaymentDate      string            `json:"payment_date"`
	TotalAmount      int               `json:"total_amount"`
	AmountComponents []amountComponent `json:"amount_components"`
}

type amountComponent struct {
	Amount        int    `json:"amount"`
	ComponentType string `json:"component_type"`
}

// payments fills the means of payment: an instruction, and schedules or a plan but not both.
func (b *builder) payments() {
	means, code := "DD", ""
	if b.ledgers > 0 && b.chance(40) {
		code = b.account.Ledgers[0].LedgerCode
	}
	if b.plain || b.chance(82) {
		instruction := paymentInstruction{
			Vendor: "sandbox", Reference: "pm_" + b.word(tokens, 24), Type: "DIRECT_DEBIT",
			CustomerReference: b.maybe(20, b.account.ExternalAccountNumber), LedgerCode: code,
			UseForScheduledPayments: b.chance(40),
			InstructionIdentifier:   b.maybe(15, "PI-"+b.DigitN(8)),
		}
		if b.chance(25) {
			instruction.Type, means = "CARD", "CARD"
		}
		if b.chance(30) {
			instruction.ValidFrom = isoDate(b.past(10, 700))
		}
		b.account.PaymentInstructions = []paymentInstruction{instruction}
	} else {
		means = pick(b.dice, []string{"MANUAL", "PAYMENT_SLIP"})
	}
	switch roll := b.Number(1, 100); {
	case b.plain || roll <= 85:
		b.account.PaymentSchedules = b.schedules(means, code)
	case roll <= 88:
		b.account.PaymentPlans = []paymentPlan{b.plan(means)}
	}
}

// plan draws a plan. Its amounts are whole numbers of pence.
func (b *builder) plan(means string) paymentPlan {
	made := paymentPlan{AcceptedAt: isoTime(b.past(5, 40)), ScheduleMeans: means, StrategyName: "EVEN_INSTALMENTS"}
	usage, arrears := b.Number(3000, 9000), b.Number(500, 2500)
	for i := range b.Number(3, 6) {
		made.Payments = append(made.Payments, planPayment{
			PaymentDate: isoDate(b.monthly(1+i, 1)),
			TotalAmount: usage + arrears,
			AmountComponents: []amountComponent{
				{usage, "ONGOING_USAGE"}, {arrears, "DEBT_REPAYMENT"},
			},
		})
	}
	return made
}

// monthly returns a day of the month, a number of months from today's.
func (b *builder) monthly(months, day int) time.Time {
	return time.Date(b.o.Today.Year(), b.o.Today.Month()+time.Month(months), day, 0, 0, 0, 0, time.UTC)
}
