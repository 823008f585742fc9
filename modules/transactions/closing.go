package transactions

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// closing is the day on which the last statement of a ledger closed.
type closing struct {
	date payload.Date // zero for none
	// inferred says that no closing date is given, and the day is the earliest day up to
	// which anything was billed.
	inferred bool
	// unknown says that there is a date that could not be read.
	unknown bool
}

// closingOf returns the closing of a ledger: its own date, else that of the account, else
// the inferred one.
func (s *scope) closingOf(l *Ledger, at *fault.At) closing {
	switch {
	case l.LastClosing != 0:
		return closing{date: l.LastClosing}
	case s.unknownClosing || !at.CleanAt("last_statement_closing_date"):
		return closing{unknown: true}
	case s.part.LastClosing != 0:
		return closing{date: s.part.LastClosing}
	case s.unknownBilled:
		return closing{unknown: true}
	case l.LastIssue == 0 && len(l.Current) == 0 && len(l.Historical) == 0:
		return closing{} // nothing is compared with it
	}
	return closing{date: s.facts.EarliestBilledTo(), inferred: true}
}

// opening returns the first day of the open statement period, the zero date where it is
// not known. What was billed up to a day may have left transactions of that day open.
func (c closing) opening() payload.Date {
	if c.inferred {
		return c.date
	}
	return c.date.AddDays(1)
}

// name returns the name of the member that the closing comes from.
func (c closing) name() string {
	if c.inferred {
		return "earliest last_billed_to_date"
	}
	return "last_statement_closing_date"
}

var ruleEndInFuture = catalogue.Rule{
	Code: "historical_statement_period_end_in_future", Area: catalogue.Ledgers,
	Meaning: "The last statement of a ledger closes after today, in the supplier's time zone; without a closing date, the latest of its historical transactions lies there.",
	Remedy:  "Correct last_statement_closing_date, or list what is still to be billed with the current transactions.",
	Attr:    "last_statement_closing_date",
	Bad:     `{"last_statement_closing_date": "2999-01-31"}`,
	Good:    `{"last_statement_closing_date": "2024-01-31"}`,
}

// checkPeriodEnd: the last statement has closed by today. Its period ends on the closing
// date that is given, or else with the latest historical transaction. The date of the
// account, where a ledger has none, is checked at its own place.
func (l *Ledger) checkPeriodEnd(at *fault.At, s *scope) {
	end, what := l.LastClosing, "This last_statement_closing_date, "
	if end == 0 && s.part.LastClosing == 0 && !s.unknownClosing && at.CleanAt("last_statement_closing_date") {
		what = "The latest historical transaction, of "
		for i := range l.Historical {
			end = max(end, l.Historical[i].Date)
		}
	}
	if end > s.facts.Today {
		at.AddAt("last_statement_closing_date", ruleEndInFuture.Code, what+end.String()+", lies after today, "+s.facts.Today.String()+" where the supplier is: a historical statement has closed.")
	}
}
