package statements

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/documents"
)

// The codes of the rules.
const (
	codeEndInFuture   = "historical_statement_period_end_in_future"
	codeAlreadyExists = "historical_statement_already_exists"
	codeStartAfterEnd = "start_date_later_than_end_date"
)

// alreadyExists says where the statement_id of s is already, with which other content.
func (s *Statement) alreadyExists(where string, other *Statement) string {
	return "The statement_id " + fault.Shown(s.ID) + " is " + where + " already, with another " + s.difference(other) +
		": give this statement an id of its own, or send the content that is there."
}

// Check adds the faults of one statement.
func (s *Statement) Check(at *fault.At, f *account.Facts) {
	s.checkPeriod(at, f)
	at.Check("statement_path", s.Path, documents.ValidPath)
}

// checkPeriod: a billing period has ended by today, and does not end before it
// starts; a single day is a period.
func (s *Statement) checkPeriod(at *fault.At, f *account.Facts) {
	if s.To > f.Today {
		at.AddAt("bill_period_to_date", codeEndInFuture, "This bill_period_to_date, "+s.To.String()+", is still to come: today is "+f.Today.String()+" where the supplier is, and a historical statement's period has ended.")
	}
	if s.To != 0 && s.From > s.To {
		at.AddAt("bill_period_from_date", codeStartAfterEnd, "This bill_period_from_date, "+s.From.String()+", lies after the bill_period_to_date, "+s.To.String()+".")
	}
}

// checkIDs: no two statements have the same statement_id and different content.
// An exact repetition is no fault: as in two requests, it is stored once. The
// fault is at the later one; what could not be read is not compared.
func checkIDs(items []Statement, at *fault.At) {
	met := make(map[string]int, len(items))
	for i := range items {
		s := &items[i]
		place := at.Index(i)
		if s.ID == "" || !place.Clean() {
			continue
		}
		first, before := met[s.ID]
		if !before {
			met[s.ID] = i
		} else if earlier := &items[first]; !s.equals(earlier) {
			other := at.Index(first)
			place.AddAt("statement_id", codeAlreadyExists, s.alreadyExists("at "+other.Attr(), earlier))
		}
	}
}
