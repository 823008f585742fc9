package accounts

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

const dateOfBirth = "date_of_birth"

// checkDateNotInFuture: a past event, such as a birth or a sale, is dated today or
// earlier. Today is the date in the supplier's time zone.
func checkDateNotInFuture(d payload.Date, field string, f *account.Facts, at *fault.At) {
	if d <= f.Today {
		return
	}
	shown := "This date, " + d.String() + ","
	if field == dateOfBirth {
		shown = "This date of birth" // a fault never shows the date itself
	}
	at.AddAt(field, account.RuleDateInFuture.Code, shown+" lies in the future; today is "+f.Today.String()+" where the supplier is.")
}

// checkMomentNotInFuture is checkDateNotInFuture for a date with a time of day.
func checkMomentNotInFuture(t time.Time, field string, f *account.Facts, at *fault.At) {
	if t.After(f.Now) {
		at.AddAt(field, account.RuleDateInFuture.Code, "This moment, "+moment(t)+", lies in the future; now it is "+moment(f.Now)+".")
	}
}

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// checkStartBeforeEnd: a period starts before its end or on the same day. endField
// names the member that holds the end.
func checkStartBeforeEnd(start, end payload.Date, endField string, at *fault.At) {
	checkOrder(start, end, "start_date", endField, at)
}

// checkOrder is checkStartBeforeEnd for a start of another name.
func checkOrder(start, end payload.Date, startField, endField string, at *fault.At) {
	if start != 0 && end != 0 && start > end {
		at.AddAt(startField, account.RuleStartAfterEnd.Code, "This "+startField+", "+start.String()+", lies after the "+endField+", "+end.String()+".")
	}
}
