package book

import (
	"encoding/json/jsontext"
	"fmt"
)

// sectionFaults break statements, schedules, notes and metadata.
var sectionFaults = []accountFault{
	{"statement issued before it closed", "last_statement_issued_before_closing_date", flat, func(a *account) string {
		a.LastStatementIssueDate = a.Statements[len(a.Statements)-1].BillPeriodFromDate
		return "last_statement_issue_date"
	}},
	{"statement that ends before it starts", "start_date_later_than_end_date", flat, func(a *account) string {
		last := len(a.Statements) - 1
		a.Statements[last].BillPeriodFromDate = farFuture
		return fmt.Sprintf("statements.%d.bill_period_from_date", last)
	}},
	{"document outside the root", "invalid_document_path", flat, func(a *account) string {
		a.Statements[0].StatementPath = "../another-supplier/letter.pdf"
		return "statements.0.statement_path"
	}},
	{"schedule of nothing", "zero_payment_schedule_amount", flat, func(a *account) string {
		a.PaymentSchedules[0].Amount = jsontext.Value("0.00")
		return "payment_schedules.0.amount"
	}},
	{"schedule without a frequency", "fixed_payment_schedule_missing_frequency", flat, func(a *account) string {
		a.PaymentSchedules[0].Frequency = ""
		return "payment_schedules.0.frequency"
	}},
	{"schedule without a day", "fixed_payment_schedule_missing_day_of_month", flat, func(a *account) string {
		a.PaymentSchedules[0].DayOfMonth = 0
		return "payment_schedules.0.day_of_month"
	}},
	{"threshold left out", "balance_triggered_schedule_missing_threshold", flat, func(a *account) string {
		s := &a.PaymentSchedules[0]
		s.Trigger, s.Frequency, s.DayOfMonth = "BALANCE", "", 0
		return "payment_schedules.0.balance_threshold"
	}},
	{"note unpinned before it was written", "note_unpin_at_earlier_than_creation_date", flat, func(a *account) string {
		a.Notes[0].CreatedAt, a.Notes[0].UnpinAt = "2024-03-05T10:22:00Z", "2024-03-04T10:22:00Z"
		return "notes.0.unpin_at"
	}},
	{"metadata key twice", "metadata_has_duplicate_keys", flat, func(a *account) string {
		a.Metadata = []metadatum{{"wave", jsontext.Value("1")}, {"wave", jsontext.Value("2")}}
		return "metadata.1.key"
	}},
}
