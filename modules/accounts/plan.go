package accounts

import (
	"strconv"
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// PaymentPlan is an agreement on payments with several components each. Its amounts are
// whole numbers of the currency's smallest unit, such as pence. A plan in the form of the
// supplier's market has none of these members.
type PaymentPlan struct {
	AcceptedAt    time.Time     `json:"accepted_at,omitzero" rule:"impersonal,doc=Required, as are schedule_means, strategy_name and payments, unless the plan is in a form of the supplier's market."`
	ScheduleMeans Means         `json:"schedule_means,omitzero" rule:"impersonal"`
	StrategyName  string        `json:"strategy_name,omitzero" rule:"impersonal"`
	Payments      []PlanPayment `json:"payments,omitzero" rule:"doc=May be empty."`
}

// PlanPayment is one payment of a plan.
type PlanPayment struct {
	PaymentDate      payload.Date      `json:"payment_date" rule:"required,impersonal"`
	TotalAmount      int               `json:"total_amount" rule:"required,range=0..9999999999,impersonal,doc=In the smallest unit of the currency."`
	AmountComponents []AmountComponent `json:"amount_components" rule:"required"`
}

// AmountComponent is the part of a payment that has one purpose.
type AmountComponent struct {
	Amount        int    `json:"amount" rule:"required,range=0..9999999999,impersonal,doc=In the smallest unit of the currency."`
	ComponentType string `json:"component_type" rule:"required,code,impersonal"`
}

// PaymentPromise is a payment that a customer has promised.
type PaymentPromise struct {
	Amount      decimal.Decimal `json:"amount" rule:"required,decimal=8.2,impersonal"`
	PaymentDate payload.Date    `json:"payment_date" rule:"required,impersonal"`
	LedgerCode  string          `json:"ledger_code,omitzero" rule:"code,impersonal"`
}

func (p *PaymentPlan) check(at *fault.At) {
	checkPlanWhole(p, at)
	list := at.Field("payments")
	checkComponentsUnique(p.Payments, &list)
	for i := range p.Payments {
		place := list.Index(i)
		checkComponentsSum(&p.Payments[i], &place)
	}
}

var ruleComponentsSum = catalogue.Rule{
	Code: "payment_plan_payment_components_do_not_sum_to_total", Area: catalogue.Schedules,
	Meaning: "The components of a payment of a plan together are not its total; all are in the smallest unit of the currency, such as pence.",
	Remedy:  "Correct total_amount or the components.",
	Attr:    "payment_plans.0.payments.0.total_amount",
	Bad: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
		{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [
			{"amount": 3000, "component_type": "USAGE"}, {"amount": 1000, "component_type": "DEBT"}]}]}]}`,
	Good: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
		{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [
			{"amount": 3000, "component_type": "USAGE"}, {"amount": 2000, "component_type": "DEBT"}]}]}]}`,
}

// checkComponentsSum: the components of a payment add up to its total.
func checkComponentsSum(p *PlanPayment, at *fault.At) {
	if !at.CleanAt("total_amount") || !at.CleanAt("amount_components") {
		return
	}
	total := 0
	for _, component := range p.AmountComponents {
		total += component.Amount
	}
	if total != p.TotalAmount {
		at.AddAt("total_amount", ruleComponentsSum.Code,
			"The components together are "+strconv.Itoa(total)+", but total_amount is "+strconv.Itoa(p.TotalAmount)+": a difference of "+strconv.Itoa(p.TotalAmount-total)+".")
	}
}

var ruleDuplicateComponents = catalogue.Rule{
	Code: "duplicate_payment_component_combinations", Area: catalogue.Schedules,
	Meaning: "A plan has the same component twice on one day.",
	Remedy:  "Put the two together.",
	Attr:    "payment_plans.0.payments.0.amount_components.1.component_type",
	Bad: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
		{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [
			{"amount": 3000, "component_type": "DEBT"}, {"amount": 2000, "component_type": "DEBT"}]}]}]}`,
	Good: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
		{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [{"amount": 5000, "component_type": "DEBT"}]}]}]}`,
}

// checkComponentsUnique: a plan has each component once on a day, also where two of its
// payments are due on the same day.
func checkComponentsUnique(payments []PlanPayment, at *fault.At) {
	type combination struct {
		day       payload.Date
		component string
	}
	var known seen[combination]
	for i := range payments {
		payment := at.Index(i)
		list := payment.Field("amount_components")
		for j, component := range payments[i].AmountComponents {
			this := combination{payments[i].PaymentDate, component.ComponentType}
			if this.day == 0 || this.component == "" {
				continue
			}
			if first, before := known.first(this, position{i, j}); before {
				place := list.Index(j)
				place.AddAt("component_type", ruleDuplicateComponents.Code, "The component "+fault.Shown(this.component)+" of "+this.day.String()+
					" is at "+componentAttr(at, first)+" already: put the two together.")
			}
		}
	}
}

func componentAttr(payments *fault.At, at position) string {
	payment := payments.Index(at.i)
	list := payment.Field("amount_components")
	component := list.Index(at.j)
	return component.Attr()
}

var rulePlanAndSchedule = catalogue.Rule{
	Code: "payment_plan_and_payment_schedule_not_allowed_on_same_ledger", Area: catalogue.Schedules,
	Meaning: "The account has a payment plan, and a schedule that names no ledger and so is for the same money.",
	Remedy:  "Leave out the plan or the schedule, or add ledger_code to the schedule if it is for another ledger.",
	Attr:    "payment_plans.0",
	Bad: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY"}],
		"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
			{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [{"amount": 5000, "component_type": "DEBT"}]}]}]}`,
	Good: `{"payment_plans": [{"accepted_at": "2023-12-20T10:00:00Z", "schedule_means": "DD", "strategy_name": "ARREARS", "payments": [
		{"payment_date": "2024-01-15", "total_amount": 5000, "amount_components": [{"amount": 5000, "component_type": "DEBT"}]}]}]}`,
}

// checkPlanAndScheduleApart: a ledger is paid by a plan or by schedules. A plan names
// no ledger, so it belongs to the account's own ledger. A schedule without a
// ledger_code belongs to that ledger too. The place is that of a plan. It reports whether
// there is no fault.
func checkPlanAndScheduleApart(schedules []PaymentSchedule, plan, at *fault.At) bool {
	list := at.Field("payment_schedules")
	for i := range schedules {
		place := list.Index(i)
		if schedules[i].LedgerCode == "" && place.CleanAt("ledger_code") {
			plan.Add(rulePlanAndSchedule.Code, "A plan is on the account's own ledger, where "+place.Attr()+" is too, since it names no ledger_code: leave out one or the other.")
			return false
		}
	}
	return true
}
