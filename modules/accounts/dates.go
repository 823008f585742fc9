package accounts

import (
	"time"

	"dataimport/modules/kit/account"
	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/payload"
)

// dateInFuture: what has happened, such as a birth or a sale, did so today at the
// latest; today is the supplier's.
func dateInFuture(d payload.Date, field string, f *account.Facts, at *fault.At) {
	if d > f.Today {
		at.AddAt(field, "date_in_future", "This date lies in the future, where it cannot be.")
	}
}

// momentInFuture is dateInFuture for what has a time of day.
func momentInFuture(t time.Time, field string, f *account.Facts, at *fault.At) {
	if t.After(f.Now) {
		at.AddAt(field, "date_in_future", "This moment lies in the future, where it cannot be.")
	}
}

// startDateLaterThanEndDate: what starts and ends does so in that order; both may
// be on one day. The end may be called otherwise.
func startDateLaterThanEndDate(start, end payload.Date, at *fault.At) {
	if start != 0 && end != 0 && start > end {
		at.AddAt("start_date", "start_date_later_than_end_date", "This starts on "+start.String()+", which is after its end on "+end.String()+".")
	}
}
