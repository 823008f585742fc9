package book

import (
	"testing"
	"time"
)

func TestStatementsFollowEachOther(t *testing.T) {
	each(t, func(t *testing.T, v view) { checkStatements(t, v, today) })
}

func checkStatements(t *testing.T, v view, on time.Time) {
	t.Helper()
	seen := map[string]bool{}
	for i, s := range v.Statements {
		if seen[s.ID] || s.From > s.To || s.Issued < s.To || s.Issued >= isoDate(on) || !s.Gross.IsPositive() {
			t.Errorf("statement %+v", s)
		}
		if i > 0 && s.From != dayAfter(v.Statements[i-1].To) {
			t.Errorf("statement from %s after one to %s", s.From, v.Statements[i-1].To)
		}
		seen[s.ID] = true
	}
	if n := len(v.Statements); n > 0 && v.Statements[n-1].To != v.LastBilledTo {
		t.Errorf("billed to %s, last statement to %s", v.LastBilledTo, v.Statements[n-1].To)
	}
	if v.LastReview >= isoDate(on) {
		t.Errorf("reviewed on %s", v.LastReview)
	}
}

func TestSchedulesMeet(t *testing.T) {
	kinds := map[string]int{}
	each(t, func(t *testing.T, v view) {
		for i, s := range v.Schedules {
			kinds[s.Trigger+" "+s.Frequency]++
			if i > 0 && s.Start != dayAfter(v.Schedules[i-1].End) {
				t.Errorf("schedule from %s after one to %s", s.Start, v.Schedules[i-1].End)
			}
			if s.End != "" && s.End < s.Start || s.Day > 28 || s.LedgerCode != v.Schedules[0].LedgerCode {
				t.Errorf("schedule %+v", s)
			}
			checkTrigger(t, s)
		}
		if len(v.Plans) > 0 && len(v.Schedules) > 0 {
			t.Error("a plan and schedules")
		}
	})
	for _, kind := range []string{" MONTHLY", "REGULAR MONTHLY", " QUARTERLY", "BILL ", "BALANCE ", "PLAN MONTHLY"} {
		if kinds[kind] == 0 {
			t.Errorf("no schedule %q of %v", kind, kinds)
		}
	}
}

func checkTrigger(t *testing.T, s scheduleView) {
	t.Helper()
	switch s.Trigger {
	case "BALANCE":
		if s.Threshold == nil {
			t.Errorf("balance %+v", s)
		}
	case "BILL":
		if s.Delay == 0 || s.Strategy == "" {
			t.Errorf("bill %+v", s)
		}
	default:
		if s.Amount == nil || !s.Amount.IsPositive() || s.Frequency == "" || s.Day == 0 || s.Delay != 0 {
			t.Errorf("regular %+v", s)
		}
	}
	if (s.Element != nil) != (s.ElementEnd != "") || s.End != "" && s.ElementEnd > s.End {
		t.Errorf("debt %+v", s)
	}
}

func TestNotes(t *testing.T) {
	pinned := 0
	each(t, func(t *testing.T, v view) {
		seen := map[string]bool{}
		for _, n := range v.Notes {
			if n.Body == "" || seen[n.Body] {
				t.Errorf("note %q", n.Body)
			}
			seen[n.Body] = true
			if n.CreatedAt >= today.Format(time.RFC3339) || n.UnpinAt != "" && n.UnpinAt <= n.CreatedAt {
				t.Errorf("note %+v", n)
			}
			if n.IsPinned {
				pinned++
			}
		}
	})
	if pinned == 0 {
		t.Error("no note is pinned")
	}
}

func TestMarksAreUnique(t *testing.T) {
	references := map[reference]bool{}
	each(t, func(t *testing.T, v view) {
		for _, r := range v.References {
			if references[r] || !codePattern.MatchString(r.Namespace) {
				t.Errorf("reference %+v", r)
			}
			references[r] = true
		}
		keys := map[any]bool{}
		for _, m := range v.Metadata {
			if keys[m["key"]] || m["value"] == nil {
				t.Errorf("metadata %v", m)
			}
			keys[m["key"]] = true
		}
		for i, c := range v.Campaigns {
			if (c.Slug == "") == (c.CampaignName == "") || c.ExpiryDate != "" && c.ExpiryDate <= c.StartDate {
				t.Errorf("campaign %+v", c)
			}
			if i > 0 && c.Slug+c.CampaignName == v.Campaigns[0].Slug+v.Campaigns[0].CampaignName {
				t.Errorf("campaign %+v twice", c)
			}
		}
		if len(v.Instructions) > 1 {
			t.Error("two instructions")
		}
	})
}
