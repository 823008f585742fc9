package supply

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Period is a time of whole days. To is exclusive; the period is open-ended where it is
// zero.
type Period struct{ From, To payload.Date }

// Overlaps reports whether the two periods share a day.
func (p Period) Overlaps(other Period) bool {
	return (p.To == 0 || other.From < p.To) && (other.To == 0 || p.From < other.To)
}

// CheckPeriod adds the fault of a period that starts after its own end.
func CheckPeriod(o Object, from, to string, at *fault.At) {
	if end := o.Date(to); end != 0 && o.Date(from) > end {
		at.AddAt(from, account.RuleStartAfterEnd.Code, "This starts on "+o.Date(from).String()+", after its end on "+end.String()+": correct one of the two.")
	}
}

// CheckMoments is [CheckPeriod] of datetimes.
func CheckMoments(o Object, from, to string, at *fault.At) {
	if start, end := o.Moment(from), o.Moment(to); !end.IsZero() && start.After(end) {
		at.AddAt(from, account.RuleStartAfterEnd.Code, "This starts after its own end: correct one of the two.")
	}
}

// AddEmptyPeriod adds the fault of a period without a day.
func AddEmptyPeriod(from string, at *fault.At) {
	at.AddAt(from, account.RuleStartSameAsEnd.Code, "This starts on the day of its own end, which is exclusive: correct one of the two.")
}
