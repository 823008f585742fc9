package statements

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"
)

func read(t *testing.T, edits ...kindtest.Edit) []Statement {
	t.Helper()
	part, faults := kindtest.Read(t, kindtest.With(t, valid, edits...), kindtest.Facts("2024-07-01"), check)
	kindtest.Want(t, faults)
	return part.Statements
}

func importStatements(s *kindtest.Store, to *account.Account, items []Statement) (results []Result, err error) {
	err = s.Writer.Do(func(tx *writer.Tx) error {
		results, err = Import(tx, to, items)
		return err
	})
	return results, err
}

func TestImportStoresEverything(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	s.Import(Section(), to, valid)
	got := s.Rows(`SELECT statement_id, bill_period_from_date, bill_period_to_date, issued_date, number, gross_amount, statement_path
		FROM statements WHERE account = ? ORDER BY id`, to.ID)
	want := []string{
		"S1|2024-01-01|2024-01-31|2024-02-02|INV-1|112.50|/statements/1.pdf",
		"S2|2024-02-01|2024-02-29|||0.00|",
		"S3|2024-03-01|2024-03-01||||",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("stored\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := s.Progress("statements"); n != "3" {
		t.Errorf("progress %s", n)
	}
}

func TestImportAgain(t *testing.T) {
	s := kindtest.New(t)
	set, drop := kindtest.Set, kindtest.Drop
	for name, c := range map[string]struct {
		edits []kindtest.Edit
		want  string // the results, or the attrs of refused items
	}{
		"the same":                 {want: "[{false} {false} {false}]"},
		"the same and another":     {[]kindtest.Edit{set("statements.0.statement_id", `"S9"`)}, "[{true} {false} {false}]"},
		"the same amount":          {[]kindtest.Edit{set("statements.0.gross_amount", `"112.5"`)}, "[{false} {false} {false}]"},
		"another amount":           {[]kindtest.Edit{set("statements.0.gross_amount", `112.49`)}, "statements.0.statement_id"},
		"no amount":                {[]kindtest.Edit{drop("statements.0.gross_amount")}, "statements.0.statement_id"},
		"an amount where none was": {[]kindtest.Edit{set("statements.2.gross_amount", `0`)}, "statements.2.statement_id"},
		"another issue date":       {[]kindtest.Edit{drop("statements.0.issued_date")}, "statements.0.statement_id"},
		"another number":           {[]kindtest.Edit{set("statements.1.number", `"x"`)}, "statements.1.statement_id"},
		"another path":             {[]kindtest.Edit{set("statements.0.statement_path", `"statements/1.pdf"`)}, "statements.0.statement_id"},
		"another start":            {[]kindtest.Edit{set("statements.1.bill_period_from_date", `"2024-02-02"`)}, "statements.1.statement_id"},
		"another end":              {[]kindtest.Edit{set("statements.1.bill_period_to_date", `"2024-02-28"`)}, "statements.1.statement_id"},
		"several others":           {[]kindtest.Edit{set("statements.1.number", `"x"`), set("statements.2.number", `"x"`)}, "statements.1.statement_id statements.2.statement_id"},
		"a new one beside another": {[]kindtest.Edit{set("statements.0.statement_id", `"S9"`), set("statements.2.number", `"x"`)}, "statements.2.statement_id"},
		"a new one twice":          {[]kindtest.Edit{set("statements.0", `{"statement_id": "S9", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"}`), set("statements.1", `{"statement_id": "S9", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"}`)}, "[{true} {false} {false}]"},
		"none of them":             {[]kindtest.Edit{set("statements", `[]`)}, "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			to := s.Account(0)
			if _, err := importStatements(s, to, read(t)); err != nil {
				t.Fatal(err)
			}
			before := s.Row(`SELECT count(*) FROM statements WHERE account = ?`, to.ID)
			results, err := importStatements(s, to, read(t, c.edits...))
			if strings.HasPrefix(c.want, "[") {
				if err != nil || fmt.Sprint(results) != c.want {
					t.Errorf("got %v, %v; want %s", results, err, c.want)
				}
				return
			}
			var refused *fault.Error
			if !errors.As(err, &refused) || refused.Status != 400 || refused.Code != fault.RequestFailedValidation {
				t.Fatalf("got %v, %v", results, err)
			}
			var want []string
			for _, attr := range strings.Fields(c.want) {
				want = append(want, "historical_statement_already_exists "+attr)
			}
			kindtest.Want(t, refused.Faults, want...)
			if after := s.Row(`SELECT count(*) FROM statements WHERE account = ?`, to.ID); after != before {
				t.Errorf("%s rows, then %s", before, after)
			}
		})
	}
}

func TestImportMany(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	many := make([]Statement, kindtest.Many)
	for i := range many {
		many[i] = Statement{ID: fmt.Sprint("S", i), From: 20240101, To: 20240131, Number: fmt.Sprint(i)}
	}
	for range 2 {
		if _, err := importStatements(s, to, many); err != nil {
			t.Fatal(err)
		}
		if got := s.Row(`SELECT count(*) FROM statements`); got != fmt.Sprint(kindtest.Many) {
			t.Errorf("%s rows", got)
		}
	}
	for i := range many {
		many[i].Number = "x"
	}
	var refused *fault.Error
	if _, err := importStatements(s, to, many); !errors.As(err, &refused) || len(refused.Faults) != len(many) {
		t.Errorf("got %v", err)
	}
}
