package accounts

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

const dateOfBirth = "date_of_birth"

// checkDateNotInFuture: what has happened, such as a birth or a sale, did so today at the
// latest; today is the supplier's.
func checkDateNotInFuture(d payload.Date, field string, f *account.Facts, at *fault.At) {
	if d <= f.Today {
		return
	}
	shown := "This date, " + d.String() + ","
	if field == dateOfBirth {
		shown = "This date of birth" // which is nobody's business
	}
	at.AddAt(field, account.RuleDateInFuture.Code, shown+" lies in the future; today is "+f.Today.String()+" where the supplier is.")
}

// checkMomentNotInFuture is checkDateNotInFuture for what has a time of day.
func checkMomentNotInFuture(t time.Time, field string, f *account.Facts, at *fault.At) {
	if t.After(f.Now) {
		at.AddAt(field, account.RuleDateInFuture.Code, "This moment, "+moment(t)+", lies in the future; now it is "+moment(f.Now)+".")
	}
}

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// checkStartBeforeEnd: what starts and ends does so in that order; both may
// be on one day. The end may be called otherwise.
func checkStartBeforeEnd(start, end payload.Date, endField string, at *fault.At) {
	if start != 0 && end != 0 && start > end {
		at.AddAt("start_date", account.RuleStartAfterEnd.Code, "This start_date, "+start.String()+", lies after the "+endField+", "+end.String()+".")
	}
}
