package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// checkPaymentPlans applies the rules of plans in the core's form. The rules of a plan in
// a form of the supplier's market are those of the market.
func checkPaymentPlans(c *Core, f *account.Facts, at *fault.At) {
	list, apart := at.Field("payment_plans"), true
	for i := range c.PaymentPlans {
		place := list.Index(i)
		p := &c.PaymentPlans[i]
		if p.isOfMarket(f, &place) || !p.wasRead(&place) {
			continue
		}
		p.check(&place)
		if apart { // one fault says that the account has plans and schedules
			apart = checkPlanAndScheduleApart(c.PaymentSchedules, &place, at)
		}
	}
}

// isCore reports whether a plan has a member of the core's form.
func (p *PaymentPlan) isCore() bool {
	return !p.AcceptedAt.IsZero() || p.ScheduleMeans != "" || p.StrategyName != "" || p.Payments != nil
}

// isOfMarket reports whether a plan has only members that the supplier's market adds.
func (p *PaymentPlan) isOfMarket(f *account.Facts, at *fault.At) bool {
	return !p.isCore() && f.IsExtended(at)
}

// wasRead reports whether the item was an object. Any other item has a fault, and none of
// its members has one.
func (p *PaymentPlan) wasRead(at *fault.At) bool {
	return p.isCore() || at.Clean() || !at.CleanAt("accepted_at") || !at.CleanAt("schedule_means") || !at.CleanAt("strategy_name") || !at.CleanAt("payments")
}

// checkPlanWhole: a plan in the core's form has all members of that form. Its payments may
// be an empty list.
func checkPlanWhole(p *PaymentPlan, at *fault.At) {
	for _, member := range [...]struct {
		name  string
		there bool
	}{
		{"accepted_at", !p.AcceptedAt.IsZero()}, {"schedule_means", p.ScheduleMeans != ""},
		{"strategy_name", p.StrategyName != ""}, {"payments", p.Payments != nil},
	} {
		if !member.there && at.CleanAt(member.name) {
			at.AddAt(member.name, payload.RuleRequired.Code, "This member is required: add it, with a value.")
		}
	}
}
