package accounts

import (
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// PaymentSchedule says when and by which means an account is paid during a period.
type PaymentSchedule struct {
	Means                     Means               `json:"means" rule:"required,impersonal"`
	StartDate                 payload.Date        `json:"start_date" rule:"required,impersonal"`
	EndDate                   payload.Date        `json:"end_date,omitzero" rule:"nullable,impersonal,doc=Last day; left out while no end is known."`
	Amount                    decimal.NullDecimal `json:"amount,omitzero" rule:"decimal=8.2,impersonal,doc=Of each payment; of all instalments together where there are instalments."`
	Trigger                   Trigger             `json:"trigger,omitzero" rule:"impersonal,doc=REGULAR where it is left out."`
	Frequency                 Frequency           `json:"frequency,omitzero" rule:"impersonal"`
	DayOfMonth                *int                `json:"day_of_month,omitzero" rule:"nullable,impersonal,doc=From 29 on it is the last day of a shorter month. A frequency in weeks does not use it."`
	BalanceThreshold          decimal.NullDecimal `json:"balance_threshold,omitzero" rule:"decimal=8.2,impersonal"`
	DebtRepaymentElement      decimal.NullDecimal `json:"debt_repayment_element,omitzero" rule:"decimal=8.2,impersonal,doc=Part of amount that repays a debt."`
	DebtRepaymentEndDate      payload.Date        `json:"debt_repayment_end_date,omitzero" rule:"impersonal"`
	IsDebtRepaymentPlan       *bool               `json:"is_debt_repayment_plan,omitzero" rule:"impersonal"`
	ExemptFromPaymentAdequacy *bool               `json:"exempt_from_payment_adequacy,omitzero" rule:"impersonal,doc=The amount is not adjusted to what is used."`
	DelayDays                 *int                `json:"delay_days,omitzero" rule:"range=0..1000,impersonal,doc=From the bill to the payment."`
	DelayStrategy             DelayStrategy       `json:"delay_strategy,omitzero" rule:"impersonal"`
	PaidBy                    Payer               `json:"paid_by,omitzero" rule:"doc=CUSTOMER where it is left out."`
	LedgerCode                string              `json:"ledger_code,omitzero" rule:"code,impersonal"`
	RequestMethod             string              `json:"standalone_payment_request_method_code,omitzero" rule:"code,impersonal,doc=How a payment is asked for, where the means is MANUAL."`
	Instalments               []Instalment        `json:"instalments,omitzero"`
}

// Instalment is one payment of a plan.
type Instalment struct {
	Amount      decimal.Decimal `json:"amount" rule:"required,decimal=8.2,impersonal"`
	PaymentDate payload.Date    `json:"payment_date" rule:"required,impersonal"`
	PaymentType string          `json:"payment_type,omitzero" rule:"code,impersonal"`
}

// Means is the means of payment.
type Means string

// Manual is the means of a customer who pays when asked.
const Manual Means = "MANUAL"

// Choices are all means.
func (Means) Choices() []string { return []string{"DD", "CARD", string(Manual), "PAYMENT_SLIP"} }

// Trigger is the event that makes a payment due.
type Trigger string

// The triggers of payments: a fixed day, the dates of a plan or of a regular plan, a
// balance that is reached, and a bill.
const (
	Regular     Trigger = "REGULAR"
	Plan        Trigger = "PLAN"
	RegularPlan Trigger = "REGULAR_PLAN"
	OnBalance   Trigger = "BALANCE"
	OnBill      Trigger = "BILL"
)

// Choices are all triggers.
func (Trigger) Choices() []string {
	return []string{string(Regular), string(Plan), string(RegularPlan), string(OnBalance), string(OnBill)}
}

// Frequency is how often a fixed payment is due.
type Frequency string

// The frequencies of payments.
const (
	Weekly      Frequency = "WEEKLY"
	Fortnightly Frequency = "FORTNIGHTLY"
	FourWeekly  Frequency = "FOUR_WEEKLY"
)

// Choices are all frequencies.
func (Frequency) Choices() []string {
	return []string{string(Weekly), string(Fortnightly), string(FourWeekly), "MONTHLY", "QUARTERLY", "SIX_MONTHLY", "ANNUALLY"}
}

// inWeeks reports whether payments are a number of weeks apart. They are due on a day of
// the week then, not of the month.
func (f Frequency) inWeeks() bool {
	return f == Weekly || f == Fortnightly || f == FourWeekly
}

// Payer is who pays.
type Payer string

// The payers: the customer, or an office that keeps the payment back from a benefit.
const (
	ByCustomer   Payer = "CUSTOMER"
	ByFuelDirect Payer = "FUEL_DIRECT"
)

// Choices are all payers.
func (Payer) Choices() []string { return []string{string(ByCustomer), string(ByFuelDirect)} }

// DelayStrategy says which days count between a bill and its payment.
type DelayStrategy string

// Choices are all strategies.
func (DelayStrategy) Choices() []string { return []string{"FIXED", "WORKING_DAYS"} }
