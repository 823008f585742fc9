package statements

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/testing/kindtest"
)

const valid = `{"statements": [
	{"statement_id": "S1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31", "issued_date": "2024-02-02",
	 "number": "INV-1", "gross_amount": 112.50, "statement_path": "/statements/1.pdf"},
	{"statement_id": "S2", "bill_period_from_date": "2024-02-01", "bill_period_to_date": "2024-02-29", "gross_amount": "-0.00"},
	{"statement_id": "S3", "bill_period_from_date": "2024-03-01", "bill_period_to_date": "2024-03-01"}
]}`

const again = `{"statement_id": "S1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31", "issued_date": "2024-02-02",
	 "number": "INV-1", "gross_amount": "112.5", "statement_path": "/statements/1.pdf"}`

func TestRules(t *testing.T) {
	set, drop := kindtest.Set, kindtest.Drop
	for name, c := range map[string]struct {
		edits []kindtest.Edit
		want  []string
	}{
		"valid":                       {},
		"the period ends tomorrow":    {edits: []kindtest.Edit{set("statements.2.bill_period_to_date", `"2024-07-02"`)}},
		"the period ends in 9999":     {edits: []kindtest.Edit{set("statements.2.bill_period_to_date", `"9999-12-31"`)}},
		"the period begins in year 1": {edits: []kindtest.Edit{set("statements.2.bill_period_from_date", `"0001-01-01"`)}},
		"the period ends first":       {edits: []kindtest.Edit{set("statements.2.bill_period_from_date", `"2024-03-02"`)}, want: []string{"start_date_later_than_end_date statements.2.bill_period_from_date"}},
		"a 29 February that was not":  {edits: []kindtest.Edit{set("statements.1.bill_period_to_date", `"2023-02-29"`)}, want: []string{"invalid_date statements.1.bill_period_to_date"}},
		"no dates": {edits: []kindtest.Edit{drop("statements.1.bill_period_to_date"), drop("statements.1.bill_period_from_date")},
			want: []string{"required statements.1.bill_period_from_date", "required statements.1.bill_period_to_date"}},
		"no id":                        {edits: []kindtest.Edit{drop("statements.0.statement_id")}, want: []string{"required statements.0.statement_id"}},
		"no ids":                       {edits: []kindtest.Edit{drop("statements.0.statement_id"), drop("statements.1.statement_id")}, want: []string{"required statements.0.statement_id", "required statements.1.statement_id"}},
		"an id twice":                  {edits: []kindtest.Edit{set("statements.2.statement_id", `"S1"`)}, want: []string{"historical_statement_already_exists statements.2.statement_id"}},
		"an id three times":            {edits: []kindtest.Edit{set("statements.2.statement_id", `"S1"`), set("statements.1.statement_id", `"S1"`)}, want: []string{"historical_statement_already_exists statements.1.statement_id", "historical_statement_already_exists statements.2.statement_id"}},
		"an id in small letters":       {edits: []kindtest.Edit{set("statements.2.statement_id", `"s1"`)}},
		"a statement repeated":         {edits: []kindtest.Edit{set("statements.3", again)}},
		"a statement nearly repeated":  {edits: []kindtest.Edit{set("statements.3", again), set("statements.3.gross_amount", `112.51`)}, want: []string{"historical_statement_already_exists statements.3.statement_id"}},
		"repeated with a fault":        {edits: []kindtest.Edit{set("statements.3", again), set("statements.3.issued_date", `"2024-02-30"`)}, want: []string{"invalid_date statements.3.issued_date"}},
		"a path out of the root":       {edits: []kindtest.Edit{set("statements.0.statement_path", `"../1.pdf"`)}, want: []string{"invalid_document_path statements.0.statement_path"}},
		"a path with a slash too many": {edits: []kindtest.Edit{set("statements.0.statement_path", `"//1.pdf"`)}, want: []string{"invalid_document_path statements.0.statement_path"}},
		"a path without a slash":       {edits: []kindtest.Edit{set("statements.0.statement_path", `"1.pdf"`)}},
		"an empty path":                {edits: []kindtest.Edit{set("statements.0.statement_path", `""`)}},
		"issued before its end":        {edits: []kindtest.Edit{set("statements.0.issued_date", `"2024-01-01"`)}},
		"gross 1e3":                    {edits: []kindtest.Edit{set("statements.0.gross_amount", `1e3`)}},
		"gross 0.005":                  {edits: []kindtest.Edit{set("statements.0.gross_amount", `0.005`)}, want: []string{"out_of_range statements.0.gross_amount"}},
		"gross with a comma":           {edits: []kindtest.Edit{set("statements.0.gross_amount", `"10,00"`)}, want: []string{"invalid_decimal statements.0.gross_amount"}},
		"gross of 30 digits":           {edits: []kindtest.Edit{set("statements.0.gross_amount", strings.Repeat("9", 30))}, want: []string{"out_of_range statements.0.gross_amount"}},
		"a statement that is null":     {edits: []kindtest.Edit{set("statements.1", `null`)}, want: []string{"null_not_allowed statements.1"}},
		"an unknown member":            {edits: []kindtest.Edit{set("statements.1.total", `1`)}, want: []string{"unknown_field statements.1.total"}},
		"all at once": {
			edits: []kindtest.Edit{set("statements.0.statement_path", `"a//b"`), set("statements.1.bill_period_to_date", `"2024-01-31"`), set("statements.2.statement_id", `"S1"`)},
			want: []string{"invalid_document_path statements.0.statement_path", "start_date_later_than_end_date statements.1.bill_period_from_date",
				"historical_statement_already_exists statements.2.statement_id"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, got := kindtest.Read(t, kindtest.With(t, valid, c.edits...), kindtest.Facts("2024-07-01"), check)
			kindtest.Want(t, got, c.want...)
		})
	}
}

func TestManyDuplicatesTakeLittleTime(t *testing.T) {
	item := `{"statement_id": "S", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31", "number": "%d"},`
	var b strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&b, item, i)
	}
	began := time.Now()
	_, got := kindtest.Read(t, `{"statements": [`+strings.TrimSuffix(b.String(), ",")+`]}`, kindtest.Facts("2024-07-01"), check)
	if len(got) != 9_999 || !got.Has(ruleAlreadyExists.Code) || time.Since(began) > 10*time.Second {
		t.Errorf("%d faults in %v", len(got), time.Since(began))
	}
}
