package accounts

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var ruleDebtWithoutEnd = catalogue.Rule{
	Code: "debt_repayment_missing_end_date", Area: catalogue.Schedules,
	Meaning: "A schedule that repays a debt with a part of its amount does not say until when.",
	Remedy:  "Add debt_repayment_end_date.",
	Attr:    "payment_schedules.0.debt_repayment_end_date",
	Bad: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY",
		"debt_repayment_element": "10.00"}]}`,
	Good: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "amount": "50.00", "frequency": "WEEKLY",
		"debt_repayment_element": "10.00", "debt_repayment_end_date": "2024-12-31"}]}`,
}

// checkDebtEndDate: a schedule that repays a debt with a part of its amount says until
// when. A schedule that is for the debt as a whole may be open-ended.
func checkDebtEndDate(s *PaymentSchedule, at *fault.At) {
	if s.DebtRepaymentElement.Valid && s.DebtRepaymentEndDate == 0 && at.CleanAt("debt_repayment_end_date") {
		at.AddAt("debt_repayment_end_date", ruleDebtWithoutEnd.Code, "This schedule repays a debt, by its debt_repayment_element, and needs the date by which it is repaid.")
	}
}

var ruleDebtEndsAfterSchedule = catalogue.Rule{
	Code: "debt_repayment_end_date_after_schedule_end_date", Area: catalogue.Schedules,
	Meaning: "A debt would be repaid only after the end of the schedule that repays it.",
	Remedy:  "Correct debt_repayment_end_date or end_date.",
	Attr:    "payment_schedules.0.debt_repayment_end_date",
	Bad: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "end_date": "2024-06-30", "amount": "50.00",
		"frequency": "WEEKLY", "is_debt_repayment_plan": true, "debt_repayment_end_date": "2024-12-31"}]}`,
	Good: `{"payment_schedules": [{"means": "DD", "start_date": "2024-01-01", "end_date": "2024-12-31", "amount": "50.00",
		"frequency": "WEEKLY", "is_debt_repayment_plan": true, "debt_repayment_end_date": "2024-12-31"}]}`,
}

// checkDebtEndsWithSchedule: a debt is repaid before the schedule
// ends, or on that day.
func checkDebtEndsWithSchedule(s *PaymentSchedule, at *fault.At) {
	if s.EndDate != 0 && s.DebtRepaymentEndDate > s.EndDate {
		at.AddAt("debt_repayment_end_date", ruleDebtEndsAfterSchedule.Code, "The debt would be repaid by "+s.DebtRepaymentEndDate.String()+", after the schedule's end_date, "+s.EndDate.String()+".")
	}
}
