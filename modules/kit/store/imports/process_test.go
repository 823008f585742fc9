package imports_test

import (
	"testing"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/testing/kindtest"
)

// addProcess writes the process of an account.
func addProcess(s *kindtest.Store, supplierID, number string, state account.State, accountID string, created time.Time) (id string) {
	s.Helper()
	id = database.NewID()
	now := database.Time(time.Now())
	s.Exec(`INSERT INTO import_processes (id, created, updated, supplier, external_account_number, state, staging, account, service_account_number, account_created_at)
		VALUES (?, ?, ?, ?, ?, ?, 'staging', ?, 'A-1', ?)`, id, now, now, supplierID, number, string(state), accountID, database.Time(created))
	return id
}

func TestFindProcess(t *testing.T) {
	s := kindtest.New(t)
	created := time.Date(2024, 7, 1, 8, 30, 0, 0, time.UTC)
	id := addProcess(s, s.Supplier.ID, "EXT-1", account.Imported, "account", created)
	addProcess(s, s.Supplier.ID, "EXT-2", account.Staged, "", time.Time{})
	addProcess(s, "another", "EXT-3", account.Imported, "theirs", created)
	reader := database.NewReader(s.App)
	for name, c := range map[string]struct {
		number   string
		state    account.State // empty: there is no process
		imported bool
	}{
		"an imported account":            {"EXT-1", account.Imported, true},
		"an account that is only staged": {"EXT-2", account.Staged, false},
		"an account of another supplier": {"EXT-3", "", false},
		"a number that was not staged":   {"EXT-4", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := imports.FindProcess(reader, s.Supplier.ID, c.number)
			if err != nil || (p != nil) != (c.state != "") {
				t.Fatalf("%+v, %v", p, err)
			}
			if p != nil && (p.State != c.state || p.StagingID != "staging") {
				t.Errorf("%+v", p)
			}
			a, err := imports.FindImportedAccount(reader, s.Supplier, c.number)
			if err != nil || (a != nil) != c.imported {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
	p, err := imports.FindProcess(reader, s.Supplier.ID, "EXT-1")
	if err != nil || p.ID != id || p.AccountID != "account" || p.AccountNumber != "A-1" || !p.AccountCreatedAt.Equal(created) {
		t.Errorf("%+v, %v", p, err)
	}
	a, err := imports.FindImportedAccount(reader, s.Supplier, "EXT-1")
	if err != nil || a.ID != "account" || a.Number != "A-1" || a.ExternalAccountNumber != "EXT-1" || a.Supplier != s.Supplier || !a.CreatedAt.Equal(created) {
		t.Errorf("%+v, %v", a, err)
	}
}
