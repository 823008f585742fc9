package statements

import (
	"dataimport/modules/kit/account"
	"dataimport/modules/kit/documents"
	"dataimport/modules/kit/fault"
)

// The codes of the rules.
const (
	codeEndInFuture   = "historical_statement_period_end_in_future"
	codeAlreadyExists = "historical_statement_already_exists"
	codeStartAfterEnd = "start_date_later_than_end_date"
)

const alreadyExistsDetail = "There is a statement of this statement_id with other content: give this one an id of its own, or send the content that is there."

// Check adds the faults of one statement.
func (s *Statement) Check(at *fault.At, f *account.Facts) {
	s.checkPeriod(at, f)
	at.Check("statement_path", s.Path, documents.ValidPath)
}

// checkPeriod: a billing period has ended by today, and does not end before it
// starts; a single day is a period.
func (s *Statement) checkPeriod(at *fault.At, f *account.Facts) {
	if s.To > f.Today {
		at.AddAt("bill_period_to_date", codeEndInFuture, "A historical statement's period has ended: this day is still to come.")
	}
	if s.To != 0 && s.From > s.To {
		at.AddAt("bill_period_from_date", codeStartAfterEnd, "The period starts after its end, "+s.To.String()+".")
	}
}

// checkIDs: no two statements have the same statement_id and different content.
// An exact repetition is no fault: as in two requests, it is stored once. The
// fault is at the later one; what could not be read is not compared.
func checkIDs(items []Statement, at *fault.At) {
	first := make(map[string]*Statement, len(items))
	for i := range items {
		s := &items[i]
		place := at.Index(i)
		if s.ID == "" || !place.Clean() {
			continue
		}
		if earlier := first[s.ID]; earlier == nil {
			first[s.ID] = s
		} else if !s.equals(earlier) {
			place.AddAt("statement_id", codeAlreadyExists, alreadyExistsDetail)
		}
	}
}
