package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/modules/kit/store/database"
)

// reconcile runs the command and returns its output and its exit code.
func (s *service) reconcile(key, book string, args ...string) (out string, code int) {
	s.Helper()
	command := exec.Command(program, append([]string{"reconcile", book, "--url", s.url, "--supplier", "ACME"}, args...)...)
	command.Env = append(os.Environ(), "DATAIMPORT_KEY="+key)
	text, err := command.CombinedOutput()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return string(text), exit.ExitCode()
	}
	if err != nil {
		s.Fatal(err)
	}
	return string(text), 0
}

// execute changes rows by hand, beside the service.
func (s *service) execute(query string) {
	s.Helper()
	db, err := database.Connect(filepath.Join(s.dir, "data.db"))
	if err != nil {
		s.Fatal(err)
	}
	defer db.Close()
	result, err := db.NewQuery(query).Execute()
	if err != nil {
		s.Fatal(err)
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		s.Fatalf("%s: %d rows, %v", query, n, err)
	}
}

// A book that was imported agrees with the service to the cent. Whatever is changed by hand
// afterwards is named with its account.
func TestABookIsReconciled(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp("--document-root", bookRoot)
	o := bookOptions(300, 0)
	o.Data, o.Documents = true, true
	path, _, _ := writeBookOf(t, o)
	s.writeDocuments(o)
	s.start()
	if out, err := s.importer(t.Context(), key, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	documents := filepath.Join(s.dir, "documents", bookRoot)
	if out, code := s.reconcile(key, path, "--documents", documents); code != 0 || !strings.Contains(out, "Everything agrees: 300 accounts.") {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	s.execute(`UPDATE accounts SET balance = CAST(CAST(balance AS NUMERIC) + 0.01 AS TEXT) WHERE external_account_number = 'EXT-00000007'`)
	s.execute(`DELETE FROM notes WHERE id = (SELECT n.id FROM notes n JOIN accounts a ON a.id = n.account
		WHERE a.external_account_number = 'EXT-00000150' AND NOT by_service LIMIT 1)`)
	s.execute(`INSERT INTO customers (id, account, family_name) SELECT 'aaaaaaaaaaaaaaa', id, 'Núñez' FROM accounts WHERE external_account_number = 'EXT-00000300'`)
	report := filepath.Join(t.TempDir(), "report.html")
	out, code := s.reconcile(key, path, "--out", report)
	if code != 1 {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"297 accounts agree, 3 accounts differ, ", "EXT-00000007 (A-", ", line 7: Balance sent ", "EXT-00000150 (A-", "EXT-00000300 (A-", "Customers sent 1, stored 2"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	page, err := os.ReadFile(report)
	if err != nil || !strings.Contains(string(page), "Accounts that differ (3)") || strings.Contains(string(page), "Núñez") {
		t.Errorf("the page: %v\n%s", err, page)
	}
}

// A book with refused accounts and lines of the same bytes: the refused ones are only in the
// book, and a correction makes the rest agree.
func TestARefusedAccountIsReconciled(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	path, refused, _ := writeBook(t, 100, 0.05)
	s.start()
	_ = s.importer(t.Context(), key, path).Run() // it fails, since accounts are refused
	out, code := s.reconcile(key, path)
	if code != 1 || !strings.Contains(out, "95 accounts agree, 5 accounts only in the book") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	good := filepath.Join(t.TempDir(), "good.ndjson")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	number := 0
	for line := range strings.Lines(string(text)) {
		if number++; refused[number] == "" {
			kept.WriteString(line)
		}
	}
	if err := os.WriteFile(good, []byte(kept.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := s.reconcile(key, good, "--partial"); code != 0 {
		t.Errorf("exit code %d\n%s", code, out)
	}
	s.kill()
	if out, code := s.reconcile(key, good, "--retry-for", "1ms"); code != 3 || !strings.Contains(out, "connection refused") {
		t.Errorf("without a service: exit code %d\n%s", code, out)
	}
	if out, code := s.reconcile(key, good, "--control", path+".none"); code != 3 {
		t.Errorf("without control totals: exit code %d\n%s", code, out)
	}
	if out, code := s.reconcile("", good); code != 2 {
		t.Errorf("without a key: exit code %d\n%s", code, out)
	}
}
