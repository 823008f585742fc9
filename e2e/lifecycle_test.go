package e2e

import (
	"encoding/json/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// notCounted returns the difference between the counters of imports and the rows, and the
// number of rows without their account.
const notCounted = `SELECT (SELECT COALESCE(sum(n), 0) FROM progress WHERE name = 'imported') - (SELECT count(*) FROM accounts),
	(SELECT COALESCE(sum(n), 0) FROM progress WHERE name = 'transactions') - (SELECT count(*) FROM transactions),
	(SELECT COALESCE(sum(n), 0) FROM progress WHERE name = 'notes') - (SELECT count(*) FROM notes),
	(SELECT count(*) FROM transactions WHERE account NOT IN (SELECT id FROM accounts)),
	(SELECT count(*) FROM customers WHERE account NOT IN (SELECT id FROM accounts))`

func (s *service) counted() {
	s.Helper()
	for i, n := range s.query(notCounted, 5) {
		if n != 0 {
			s.Errorf("number %d of the counters or rows is %d off", i, n)
		}
	}
}

// A command takes a test run back while the service imports other accounts. Then one
// customer's data is exported and erased.
func TestCommandsBesideABusyService(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	s.start()
	first, _, _ := writeBook(t, 60, 0)
	if out, err := s.importer(t.Context(), key, first).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	o := bookOptions(60, 0)
	o.Prefix, o.Seed = "NEW-", 8
	other, _, _ := writeBookOf(t, o)
	importing := s.importer(t.Context(), key, other)
	if err := importing.Start(); err != nil {
		t.Fatal(err)
	}
	var run struct {
		Accounts int `json:"accounts"`
	}
	if err := json.Unmarshal([]byte(s.must("supplier", "take-back", "ACME", "--reason", "test run")), &run); err != nil {
		t.Fatal(err)
	}
	if err := importing.Wait(); err != nil {
		t.Errorf("the import beside it: %v", err)
	}
	s.counted()
	if n := s.query(`SELECT count(*) FROM accounts WHERE external_account_number LIKE 'EXT-%'`, 1)[0]; run.Accounts < 60 || n != 0 {
		t.Errorf("%d taken back, %d left", run.Accounts, n)
	}
	if out, err := s.importer(t.Context(), key, first).CombinedOutput(); err != nil {
		t.Errorf("once more: %v %s", err, out)
	}
	number := "EXT-00000007"
	file := filepath.Join(t.TempDir(), "customer.json")
	s.must("customer", "export", "ACME", number, "--out", file)
	if exported, err := os.ReadFile(file); err != nil || !strings.Contains(string(exported), `"payload": {`) {
		t.Errorf("%v %.100s", err, exported)
	}
	s.must("customer", "erase", "ACME", number, "--reason", "asked by letter")
	if n := s.query(`SELECT count(*) FROM stagings WHERE payload = ''`, 1)[0]; n != 1 {
		t.Errorf("%d payloads are erased", n)
	}
	s.counted()
	if _, complaint, err := s.command("account", "take-back", "ACME", "nobody", "--reason", "x"); err == nil || strings.Count(complaint, "\n") != 1 {
		t.Errorf("%v %s", err, complaint)
	}
}
