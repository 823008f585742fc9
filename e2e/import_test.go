package e2e

import (
	"context"
	"encoding/json/v2"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dataimport/e2e/book"
)

// writeBook writes a book of accounts and gives its faulty lines by number, with
// "code attr", and how many lines are good.
func writeBook(t testing.TB, accounts int, faulty float64) (path string, refused map[int]string, good int) {
	t.Helper()
	path, refused = filepath.Join(t.TempDir(), "book.ndjson"), make(map[int]string)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	number := 0
	for line := range book.Lines(book.Options{Supplier: "ACME", Team: "Migration", Accounts: accounts, Faulty: faulty, Seed: 7, Today: time.Now()}) {
		number++
		if line.Code == "" {
			good++
		} else {
			refused[number] = line.Code + " " + line.Attr
		}
		if _, err := fmt.Fprintf(f, "%s\n", line.JSON); err != nil {
			t.Fatal(err)
		}
	}
	return path, refused, good
}

// readReport gives the first fault of each refused line, as "code attr".
func readReport(t testing.TB, path string) map[int]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := make(map[int]string)
	for line := range strings.Lines(string(text)) {
		var entry struct {
			Line   int `json:"line"`
			Errors []struct {
				Code string `json:"code"`
				Attr string `json:"attr"`
			} `json:"errors"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		if len(entry.Errors) > 0 {
			refused[entry.Line] = entry.Errors[0].Code + " " + entry.Errors[0].Attr
		}
	}
	return refused
}

// list is how many accounts one of the lists has.
func (s *service) list(token, name string) int {
	s.Helper()
	status, body := s.send(http.MethodGet, token, "/v1/data-import/"+name+"-account-import-processes/ACME/", "")
	if status != http.StatusOK {
		s.Fatalf("%d %s", status, body)
	}
	return strings.Count(body, `"external_account_number"`)
}

func TestABookFromFileToAccounts(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	s.start()
	path, refused, good := writeBook(t, 400, 0.25)
	output, err := s.importer(t.Context(), key, path).CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) {
		t.Fatalf("a book with faulty accounts must not end with success: %v\n%s", err, output)
	}
	got := readReport(t, path+".refused.ndjson")
	for line, fault := range refused {
		if got[line] != fault {
			t.Errorf("line %d: %q, want %q", line, got[line], fault)
		}
	}
	if len(got) != len(refused) {
		t.Errorf("%d lines were refused, want %d\n%s", len(got), len(refused), output)
	}
	token := s.token(key)
	if imported, pending := s.list(token, "imported"), s.list(token, "pending"); imported != good || pending != 0 {
		t.Errorf("%d imported, %d pending, want %d and 0\n%s", imported, pending, good, output)
	}
	again, err := s.importer(t.Context(), key, path).CombinedOutput()
	if err == nil || s.list(token, "imported") != good {
		t.Errorf("the same command again: %v\n%s", err, again)
	}
	if err := s.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, s.output)
	}
}

func TestAGoodBookEndsWithSuccess(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	s.start()
	path, _, good := writeBook(t, 60, 0)
	for _, mode := range []string{"--validate-only", "--dry-run"} {
		if output, err := s.importer(t.Context(), key, path, mode).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", mode, err, output)
		}
		if n := s.list(s.token(key), "imported"); n != 0 {
			t.Errorf("%s imported %d", mode, n)
		}
	}
	if output, err := s.importer(t.Context(), key, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if n := s.list(s.token(key), "imported"); n != good {
		t.Errorf("%d imported, want %d", n, good)
	}
}

// Service and client are both killed in the middle, several times: what was begun
// is finished, and nothing is there twice.
func TestAnImportThatIsCutOff(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	path, _, good := writeBook(t, 600, 0)
	for round := range 3 {
		s.start("--lease", "1s")
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(150+round*100)*time.Millisecond)
		_ = s.importer(ctx, key, path).Run() // killed by the context
		cancel()
		s.kill()
	}
	s.start("--lease", "1s")
	if output, err := s.importer(t.Context(), key, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	token := s.token(key)
	if imported, pending := s.list(token, "imported"), s.list(token, "pending"); imported != good || pending != 0 {
		t.Errorf("%d imported, %d pending, want %d and 0", imported, pending, good)
	}
	s.consistent(good)
}

// consistent compares the rows with each other: one account for each imported
// process, counters that equal the rows.
func (s *service) consistent(accounts int) {
	s.Helper()
	counts := s.query(`SELECT
		(SELECT count(*) FROM accounts), (SELECT count(DISTINCT external_account_number) FROM accounts),
		(SELECT count(*) FROM import_processes p JOIN accounts a ON a.id = p.account AND a.number = p.service_account_number WHERE p.state = 'imported'),
		(SELECT n FROM progress WHERE name = 'imported'), (SELECT COALESCE(sum(n), 0) FROM progress WHERE name = 'staged'),
		(SELECT count(*) FROM transactions) - (SELECT n FROM progress WHERE name = 'transactions'),
		(SELECT count(*) FROM notes) - (SELECT n FROM progress WHERE name = 'notes'),
		(SELECT count(*) FROM import_processes WHERE lease_until <> '')`, 8)
	want := []int{accounts, accounts, accounts, accounts, 0, 0, 0, 0}
	if fmt.Sprint(counts) != fmt.Sprint(want) {
		s.Errorf("rows %v, want %v", counts, want)
	}
}

func TestCommandsWorkOnARunningService(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	s.start()
	const ask = "/v1/data-import/all-account-import-processes/"
	token := s.token(key)
	expect := func(token, supplier string, status int) {
		t.Helper()
		if got, body := s.send(http.MethodGet, token, ask+supplier+"/", ""); got != status {
			t.Errorf("%s: %d %s, want %d", supplier, got, body, status)
		}
	}
	expect(token, "ACME", 200)
	s.must("supplier", "create", "LATER")
	later := strings.TrimSpace(s.must("api-client", "create", "Later scripts", "--supplier", "LATER"))
	expect(s.token(later), "LATER", 200)
	expect(token, "LATER", 404)

	rotated := strings.TrimSpace(s.must("api-client", "rotate", "Acme scripts"))
	expect(token, "ACME", 401)
	if s.token(key) != "" {
		t.Error("the old key still gives tokens")
	}
	token = s.token(rotated)
	expect(token, "ACME", 200)
	s.must("api-client", "disable", "Acme scripts")
	expect(token, "ACME", 401)
	if s.token(rotated) != "" {
		t.Error("a disabled client's key still gives tokens")
	}
}

func TestCommandsSayInOneLineWhyTheyFail(t *testing.T) {
	s := newService(t)
	s.setUp()
	for name, args := range map[string][]string{
		"supplier twice":     {"supplier", "create", "ACME"},
		"supplier's slash":   {"supplier", "create", "A/B"},
		"supplier's country": {"supplier", "create", "X", "--country", "XX"},
		"team twice":         {"team", "create", "Migration"},
		"client twice":       {"api-client", "create", "Acme scripts", "--supplier", "ACME"},
		"client's supplier":  {"api-client", "create", "Y", "--supplier", "NOBODY"},
		"client of none":     {"api-client", "create", "Y"},
		"rotate nobody":      {"api-client", "rotate", "Nobody"},
		"disable nobody":     {"api-client", "disable", "Nobody"},
		"no name":            {"team", "create"},
		"no such command":    {"supplier", "destroy", "ACME"},
		"a misspelt flag":    {"supplier", "create", "Z", "--nmae", "Z"},
	} {
		t.Run(name, func(t *testing.T) {
			out, complaints, err := s.command(args...)
			if err == nil || out != "" || strings.Count(complaints, "\n") != 1 {
				t.Errorf("%v, output %q, complaint %q", err, out, complaints)
			}
		})
	}
}

func TestAModuleThatIsSwitchedOff(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	s.start("--without", "notes,status")
	token := s.token(key)
	if status, _ := s.send(http.MethodGet, token, "/v1/data-import/all-account-import-processes/ACME/", ""); status != 404 {
		t.Errorf("its route answers %d", status)
	}
	_, body := s.send(http.MethodPost, token, "/v1/data-import/validate-account/",
		`{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}],"notes":[{"body":"x"}]}`)
	if !strings.Contains(body, `"code":"unknown_field","attr":"notes"`) {
		t.Errorf("its section is still known: %s", body)
	}
	_, document := s.send(http.MethodGet, "", "/v1/data-import/openapi.json", "")
	if strings.Contains(document, "all-account-import-processes") || strings.Contains(document, `"unpin_at"`) {
		t.Error("the document still has its part")
	}
	if !strings.Contains(document, "validate-account") {
		t.Error("the document has nothing")
	}
}

func TestModulesThatCannotBeSwitchedOff(t *testing.T) {
	for _, name := range []string{"accounts", "access", "nonsense"} {
		s := newService(t)
		_, complaints, err := s.command("serve", "--http", "127.0.0.1:0", "--without", name)
		if err == nil || !strings.Contains(complaints, name) {
			t.Errorf("%s: %v %q", name, err, complaints)
		}
	}
}

func TestTheListOfModules(t *testing.T) {
	s := newService(t)
	out := s.must("modules")
	for _, part := range []string{"staging", "POST /v1/data-import/account-import-process/create-or-update/", "account: notes"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
	if _, err := os.Stat(s.dir); err == nil {
		t.Error("listing modules made a data folder")
	}
}
