package book

import (
	"regexp"
	"slices"
	"testing"
	"time"
)

func TestTransactionsLieInTheirPeriods(t *testing.T) {
	each(t, func(t *testing.T, v view) { checkPeriods(t, v, today) })
}

// Months differ in length, so a book is made on every day of a leap year.
func TestPeriodsOnAnyDay(t *testing.T) {
	start := time.Date(2027, 12, 1, 0, 0, 0, 0, time.UTC)
	for i := range 366 {
		o := options()
		o.Today, o.Seed = start.AddDate(0, 0, i), uint64(i)
		line := good(o.withDefaults(), i+1, func(d dice) shape {
			return shape{kind: domestic, months: d.Number(2, 14), billed: 1, fuels: 1}
		})
		checkPeriods(t, parse(line), o.Today)
		checkStatements(t, parse(line), o.Today)
		if t.Failed() {
			t.Fatalf("on %s: %s", isoDate(o.Today), line.JSON)
		}
	}
}

func checkPeriods(t *testing.T, v view, on time.Time) {
	t.Helper()
	yesterday := isoDate(on.AddDate(0, 0, -1))
	for _, m := range booksOf(v) {
		for _, h := range m.Historical {
			if m.Closing == "" || h.Date > m.Closing {
				t.Errorf("historical %s on %s, closing %q", h.ID, h.Date, m.Closing)
			}
		}
		for _, c := range m.Current {
			if c.Date <= m.Closing || c.Date < v.LastBilledTo || c.Date > yesterday {
				t.Errorf("current %s on %s, closing %q", c.ID, c.Date, m.Closing)
			}
		}
		if m.Issued < m.Closing || m.Issued > yesterday {
			t.Errorf("issued %s, closing %s", m.Issued, m.Closing)
		}
	}
}

func TestTransactionIDsAreUnique(t *testing.T) {
	each(t, func(t *testing.T, v view) {
		seen := map[string]bool{}
		for _, tr := range moneyOf(v) {
			if tr.ID == "" || seen[tr.ID] {
				t.Errorf("id %q again", tr.ID)
			}
			seen[tr.ID] = true
		}
	})
}

func TestBillingDocumentsAreStatements(t *testing.T) {
	each(t, func(t *testing.T, v view) {
		var ids []string
		for _, s := range v.Statements {
			ids = append(ids, s.ID)
		}
		for _, m := range booksOf(v) {
			for _, h := range m.Historical {
				if h.Document != "" && !slices.Contains(ids, h.Document) {
					t.Errorf("%s is on %s, which is no statement", h.ID, h.Document)
				}
			}
			for _, c := range m.Current {
				if c.Document != "" {
					t.Errorf("%s is current and on %s", c.ID, c.Document)
				}
			}
		}
	})
}

func TestFieldsOfEachType(t *testing.T) {
	seen := map[string]int{}
	each(t, func(t *testing.T, v view) {
		for _, tr := range moneyOf(v) {
			seen[tr.Type]++
			if (tr.Type == "CHARGE" || tr.Type == "CREDIT") && tr.Reason == "" {
				t.Errorf("%s without a reason", tr.ID)
			}
			if supply := tr.Type == "SUPPLY_CHARGE"; supply != (tr.Product != "") || supply != (tr.Lines != nil) {
				t.Errorf("%s: %+v", tr.ID, tr)
			}
			for _, l := range tr.Lines {
				checkLine(t, seen, tr, l)
			}
			if tr.Meter != "" {
				seen["prepay"]++
			}
		}
	})
	for _, kind := range []string{"CHARGE", "CREDIT", "PAYMENT", "REPAYMENT", "SUPPLY_CHARGE", "band", "specification", "series", "prepay"} {
		if seen[kind] == 0 {
			t.Errorf("no %s", kind)
		}
	}
}

var codePattern = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,64}$`)

func checkLine(t *testing.T, seen map[string]int, tr transactionView, l lineView) {
	t.Helper()
	names := 0
	for kind, name := range map[string]string{"band": l.Band, "specification": l.Spec, "series": l.Series} {
		if name != "" {
			names++
			seen[kind]++
			if !codePattern.MatchString(name) {
				t.Errorf("%s: %s %q", tr.ID, kind, name)
			}
		}
	}
	if names != 1 || l.Spec != "" && tr.SupplyPoint == "" {
		t.Errorf("%s: line %+v", tr.ID, l)
	}
	if l.Units != nil && len(l.Units) != 2 || l.Start > l.End {
		t.Errorf("%s: line %+v", tr.ID, l)
	}
}
