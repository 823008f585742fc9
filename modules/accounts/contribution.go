package accounts

import (
	"cmp"
	"slices"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"

	"github.com/shopspring/decimal"
)

// ContributionAgreement is an agreement of a customer to pay a contribution to a scheme
// with each bill.
type ContributionAgreement struct {
	Scheme                string               `json:"scheme" rule:"required,code,impersonal"`
	Amount                decimal.Decimal      `json:"amount" rule:"required,decimal=10.10,impersonal"`
	Interval              Interval             `json:"interval" rule:"required,impersonal"`
	ActivePeriodStartDate payload.Date         `json:"active_period_start_date" rule:"required,impersonal"`
	ActivePeriodEndDate   payload.Date         `json:"active_period_end_date,omitzero" rule:"nullable,impersonal,doc=Last day; left out while no end is known."`
	Periods               []ContributionPeriod `json:"periods,omitzero"`
}

// ContributionPeriod is a period for which a contribution is due.
type ContributionPeriod struct {
	StartDate   payload.Date `json:"start_date" rule:"required,impersonal"`
	EndDate     payload.Date `json:"end_date" rule:"required,impersonal,doc=The day after the last one."`
	FulfilledAt time.Time    `json:"fulfilled_at,omitzero" rule:"nullable,impersonal"`
}

// Interval is how often a contribution is due.
type Interval string

// Choices are all intervals.
func (Interval) Choices() []string { return []string{"MONTHLY", "QUARTERLY"} }

func checkContributions(agreements []ContributionAgreement, f *account.Facts, at *fault.At) {
	for i := range agreements {
		place := at.Index(i)
		a := &agreements[i]
		f.ListedAt(&place, "scheme", settings.ContributionSchemes, a.Scheme)
		checkOrder(a.ActivePeriodStartDate, a.ActivePeriodEndDate, "active_period_start_date", "active_period_end_date", &place)
		a.checkPeriods(&place)
	}
	checkAgreementsApart(agreements, at)
}

var ruleContributionStart = catalogue.Rule{
	Code: "invalid_contribution_period_start_date", Area: areaAgreements,
	Meaning: "A period of a contribution starts before the agreement is in force.",
	Remedy:  "Correct start_date, or active_period_start_date.",
	Attr:    "contribution_agreements.0.periods.0.start_date",
	Bad: `{"contribution_agreements": [{"scheme": "GREEN_FUND", "amount": "2.50", "interval": "MONTHLY", "active_period_start_date": "2024-01-01",
		"periods": [{"start_date": "2023-12-31", "end_date": "2024-02-01"}]}]}`,
	Good: `{"contribution_agreements": [{"scheme": "GREEN_FUND", "amount": "2.50", "interval": "MONTHLY", "active_period_start_date": "2024-01-01",
		"periods": [{"start_date": "2024-01-01", "end_date": "2024-02-01"}]}]}`,
}

var ruleContributionEnd = catalogue.Rule{
	Code: "invalid_contribution_period_end_date", Area: areaAgreements,
	Meaning: "A period of a contribution ends after the agreement does.",
	Remedy:  "Correct end_date, which is the day after the last one of the period, or active_period_end_date, which is the last day of the agreement.",
	Attr:    "contribution_agreements.0.periods.0.end_date",
	Bad: `{"contribution_agreements": [{"scheme": "GREEN_FUND", "amount": "2.50", "interval": "MONTHLY",
		"active_period_start_date": "2024-01-01", "active_period_end_date": "2024-01-31", "periods": [{"start_date": "2024-01-01", "end_date": "2024-02-02"}]}]}`,
	Good: `{"contribution_agreements": [{"scheme": "GREEN_FUND", "amount": "2.50", "interval": "MONTHLY",
		"active_period_start_date": "2024-01-01", "active_period_end_date": "2024-01-31", "periods": [{"start_date": "2024-01-01", "end_date": "2024-02-01"}]}]}`,
}

// checkPeriods: the periods of an agreement lie while it is in force, and apart from each
// other.
func (a *ContributionAgreement) checkPeriods(at *fault.At) {
	list := at.Field("periods")
	spans := make([]span, 0, len(a.Periods))
	for i := range a.Periods {
		p, place := &a.Periods[i], list.Index(i)
		checkOrder(p.StartDate, p.EndDate, "start_date", "end_date", &place)
		if p.StartDate != 0 && p.StartDate < a.ActivePeriodStartDate {
			place.AddAt("start_date", ruleContributionStart.Code, "This period starts on "+p.StartDate.String()+", before the agreement's active_period_start_date, "+a.ActivePeriodStartDate.String()+".")
		}
		if a.ActivePeriodEndDate != 0 && p.EndDate > a.ActivePeriodEndDate.AddDays(1) {
			place.AddAt("end_date", ruleContributionEnd.Code, "This period ends before "+p.EndDate.String()+", and the last day of the agreement is "+a.ActivePeriodEndDate.String()+".")
		}
		if p.StartDate != 0 && p.StartDate < p.EndDate {
			spans = append(spans, span{first: p.StartDate, end: p.EndDate, item: i})
		}
	}
	eachOverlap(spans, func(later, earlier span) {
		place, other := list.Index(later.item), list.Index(earlier.item)
		place.AddAt("start_date", ruleContributionPeriods.Code, "This period starts on "+later.first.String()+", before "+other.Attr()+" has ended.")
	})
}

var ruleContributionPeriods = catalogue.Rule{
	Code: "overlapping_contribution_periods", Area: areaAgreements,
	Meaning: "A period of a contribution starts before another one of the agreement has ended.",
	Remedy:  "Correct one of the dates; a period may start on the end_date of the one before.",
	Attr:    "contribution_agreements.0.periods.1.start_date",
	Bad: `{"contribution_agreements": [{"scheme": "GREEN_FUND", "amount": "2.50", "interval": "MONTHLY", "active_period_start_date": "2024-01-01",
		"periods": [{"start_date": "2024-01-01", "end_date": "2024-02-01"}, {"start_date": "2024-01-31", "end_date": "2024-03-01"}]}]}`,
	Good: `{"contribution_agreements": [{"scheme": "GREEN_FUND", "amount": "2.50", "interval": "MONTHLY", "active_period_start_date": "2024-01-01",
		"periods": [{"start_date": "2024-01-01", "end_date": "2024-02-01"}, {"start_date": "2024-02-01", "end_date": "2024-03-01"}]}]}`,
}

var ruleContributionAgreements = catalogue.Rule{
	Code: "overlapping_contribution_agreements", Area: areaAgreements,
	Meaning: "An agreement on a contribution starts while another one for the same scheme is in force.",
	Remedy:  "Correct one of the dates; the active_period_end_date is the last day of an agreement.",
	Attr:    "contribution_agreements.1.active_period_start_date",
	Bad: `{"contribution_agreements": [
		{"scheme": "GREEN_FUND", "amount": "2.50", "interval": "MONTHLY", "active_period_start_date": "2024-01-01", "active_period_end_date": "2024-06-30"},
		{"scheme": "GREEN_FUND", "amount": "3.00", "interval": "MONTHLY", "active_period_start_date": "2024-06-30"}]}`,
	Good: `{"contribution_agreements": [
		{"scheme": "GREEN_FUND", "amount": "2.50", "interval": "MONTHLY", "active_period_start_date": "2024-01-01", "active_period_end_date": "2024-06-30"},
		{"scheme": "GREEN_FUND", "amount": "3.00", "interval": "MONTHLY", "active_period_start_date": "2024-07-01"}]}`,
}

// checkAgreementsApart: of the agreements for one scheme, one is in force at a time.
func checkAgreementsApart(agreements []ContributionAgreement, at *fault.At) {
	if len(agreements) < 2 {
		return
	}
	spans := make([]span, 0, len(agreements))
	for i := range agreements {
		a, place := &agreements[i], at.Index(i)
		if a.Scheme == "" || a.ActivePeriodStartDate == 0 || !place.CleanAt("active_period_end_date") {
			continue
		}
		s := span{of: a.Scheme, first: a.ActivePeriodStartDate, end: endless, item: i}
		if a.ActivePeriodEndDate != 0 {
			s.end = a.ActivePeriodEndDate.AddDays(1)
		}
		if s.first < s.end {
			spans = append(spans, s)
		}
	}
	eachOverlap(spans, func(later, earlier span) {
		place, other := at.Index(later.item), at.Index(earlier.item)
		place.AddAt("active_period_start_date", ruleContributionAgreements.Code, "This agreement starts on "+later.first.String()+", while "+other.Attr()+", for the same scheme, is in force.")
	})
}

// endless is the end of a span that has none.
const endless = payload.Date(9999_12_32)

// span is the days of an item of a list, from the first one to the one before the end.
type span struct {
	of         string // spans of different things do not overlap
	first, end payload.Date
	item       int
}

// eachOverlap calls do with each span that starts while another one of the same thing
// runs, and with the one of those that ends last.
func eachOverlap(spans []span, do func(later, earlier span)) {
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.first, b.first))
	})
	for i, last := 1, 0; i < len(spans); i++ {
		s := spans[i]
		if s.of != spans[last].of {
			last = i
			continue
		}
		if s.first < spans[last].end {
			do(s, spans[last])
		}
		if s.end > spans[last].end {
			last = i
		}
	}
}
