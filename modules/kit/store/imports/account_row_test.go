package imports_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"

	"github.com/shopspring/decimal"
)

func newAccount(s *kindtest.Store, number string) *account.Account {
	a := &account.Account{ID: database.NewID(), ExternalAccountNumber: number, Supplier: s.Supplier, Balance: decimal.RequireFromString("-12.50")}
	a.SetColumns([]string{"billing_name"}, "R. Bloggs")
	return a
}

// takeNumbers makes the database refuse the first n numbers that are drawn, as if other
// accounts had them.
func takeNumbers(s *kindtest.Store, n string) {
	s.Helper()
	s.Exec(`CREATE TABLE draws (n)`)
	s.Exec(`CREATE TRIGGER taken BEFORE INSERT ON accounts BEGIN INSERT INTO draws VALUES (1);
		SELECT RAISE(IGNORE) WHERE (SELECT count(*) FROM draws) <= ` + n + `; END`)
}

func TestCreateAccountRow(t *testing.T) {
	s := kindtest.New(t)
	takeNumbers(s, "2")
	a := newAccount(s, "EXT-1")
	s.Do(func(tx *writer.Tx) error { return imports.CreateAccountRow(tx, a, "process", "team") })
	if !account.ValidNumber(a.Number) {
		t.Errorf("the account has the number %q", a.Number)
	}
	got := s.Row(`SELECT id, number, supplier, process, team, external_account_number, balance, billing_name FROM accounts`)
	if want := strings.Join([]string{a.ID, a.Number, s.Supplier.ID, "process", "team", "EXT-1", "-12.50", "R. Bloggs"}, "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if draws := s.Row(`SELECT count(*) FROM draws`); draws != "3" {
		t.Errorf("%s numbers were drawn", draws)
	}
}

func TestCreateAccountRowWithoutAFreeNumber(t *testing.T) {
	s := kindtest.New(t)
	takeNumbers(s, "1000000")
	err := s.Writer.Do(func(tx *writer.Tx) error { return imports.CreateAccountRow(tx, newAccount(s, "EXT-1"), "", "") })
	if err == nil || !strings.Contains(err.Error(), "no account number is free after 100 tries") {
		t.Errorf("got %v", err)
	}
}
