package book

import "encoding/json/jsontext"

type paymentSchedule struct {
	Means                string         `json:"means"`
	Trigger              string         `json:"trigger,omitzero"`
	StartDate            string         `json:"start_date"`
	EndDate              string         `json:"end_date,omitzero"`
	Amount               jsontext.Value `json:"amount,omitzero"`
	Frequency            string         `json:"frequency,omitzero"`
	DayOfMonth           int            `json:"day_of_month,omitzero"`
	BalanceThreshold     jsontext.Value `json:"balance_threshold,omitzero"`
	IsDebtRepaymentPlan  bool           `json:"is_debt_repayment_plan,omitzero"`
	DebtRepaymentElement jsontext.Value `json:"debt_repayment_element,omitzero"`
	DebtRepaymentEndDate string         `json:"debt_repayment_end_date,omitzero"`
	DelayDays            int            `json:"delay_days,omitzero"`
	DelayStrategy        string         `json:"delay_strategy,omitzero"`
	LedgerCode           string         `json:"ledger_code,omitzero"`
	Instalments          []instalment   `json:"instalments,omitzero"`
}

type instalment struct {
	Amount      jsontext.Value `json:"amount"`
	PaymentDate string         `json:"payment_date"`
}

// schedules of an account follow each other without a gap or an overlap. Only the last is open-ended. Each starts on
// its own day of the month.
func (b *builder) schedules(means, code string) []paymentSchedule {
	day, since := b.Number(1, 28), -b.Number(2, 36)
	now := paymentSchedule{
		Means: means, StartDate: isoDate(b.monthly(since, day)), LedgerCode: code,
		Amount: b.regular.number(), Frequency: "MONTHLY", DayOfMonth: day,
		Trigger: b.maybe(30, "REGULAR"),
	}
	roll := b.Number(1, 100)
	if b.plain || roll <= 62 {
		return []paymentSchedule{now}
	}
	if roll <= 80 {
		before := now
		change := b.monthly(since/2, day)
		before.EndDate = isoDate(change.AddDate(0, 0, -1))
		before.Amount = max(500, b.regular/100*pence(b.Number(70, 120))).number()
		now.StartDate = isoDate(change)
		return []paymentSchedule{before, now}
	}
	return []paymentSchedule{b.unusual(now, roll)}
}

// unusual turns a monthly schedule into one of the rarer kinds.
func (b *builder) unusual(s paymentSchedule, roll int) paymentSchedule {
	switch {
	case roll <= 86:
		s.Frequency = "QUARTERLY"
	case roll <= 91:
		s.IsDebtRepaymentPlan = true
		s.DebtRepaymentElement = pence(b.Number(5, 30) * 100).number()
		s.DebtRepaymentEndDate = isoDate(b.monthly(b.Number(2, 18), s.DayOfMonth))
	case roll <= 95:
		s.Trigger, s.DelayDays = "BILL", b.Number(5, 20)
		s.DelayStrategy = pick(b.dice, []string{"FIXED", "WORKING_DAYS"})
		s.Amount, s.Frequency, s.DayOfMonth = nil, "", 0
	case roll <= 98:
		s.Trigger, s.BalanceThreshold = "BALANCE", pence(b.Number(5, 50)*100).number()
		s.Frequency, s.DayOfMonth = "", 0
	default:
		each, count := pence(b.Number(10, 60)*100), b.Number(2, 6)
		s.Trigger, s.Amount = "PLAN", (each * pence(count)).number()
		s.StartDate, s.EndDate = isoDate(b.monthly(1, s.DayOfMonth)), isoDate(b.monthly(count+1, s.DayOfMonth))
		for i := range count {
			s.Instalments = append(s.Instalments, instalment{each.number(), isoDate(b.monthly(i+1, s.DayOfMonth))})
		}
	}
	return s
}
