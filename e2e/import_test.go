package e2e

import (
	"cmp"
	"context"
	"encoding/json/v2"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dataimport/e2e/book"
)

// writeBook writes a book of bare accounts.
func writeBook(t testing.TB, accounts int, faulty float64) (path string, refused map[int]string, imported int) {
	t.Helper()
	path, refused, made := writeBookOf(t, bookOptions(accounts, faulty))
	return path, refused, made.accounts
}

func bookOptions(accounts int, faulty float64) book.Options {
	return book.Options{Supplier: "ACME", Team: "Migration", Accounts: accounts, Faulty: faulty, Seed: 7, Today: time.Now()}
}

// writeBookOf writes a book. It returns the faulty lines by number, as "step code attr",
// and the rows that the book must create.
func writeBookOf(t testing.TB, o book.Options) (path string, refused map[int]string, made rows) {
	t.Helper()
	path, refused = filepath.Join(t.TempDir(), "book.ndjson"), make(map[int]string)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	number := 0
	for line := range book.Lines(o) {
		number++
		if line.Code != "" {
			refused[number] = cmp.Or(line.Member, "stage") + " " + line.Code + " " + line.Attr
		}
		if line.Code == "" || line.Member != "" {
			made.add(t, line)
		}
		if _, err := fmt.Fprintf(f, "%s\n", line.JSON); err != nil {
			t.Fatal(err)
		}
	}
	return path, refused, made
}

// writeDocuments puts a book's documents into the store of a supplier without a
// document root.
func (s *service) writeDocuments(o book.Options) {
	s.Helper()
	if _, err := book.WriteDocuments(filepath.Join(s.dir, "documents"), o); err != nil {
		s.Fatal(err)
	}
}

// readReport returns the refused lines, each as "step code attr". Each must have exactly
// one fault.
func readReport(t testing.TB, path string) map[int]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := make(map[int]string)
	for line := range strings.Lines(string(text)) {
		var entry struct {
			Line   int    `json:"line"`
			Step   string `json:"step"`
			Errors []struct {
				Code string `json:"code"`
				Attr string `json:"attr"`
			} `json:"errors"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		refused[entry.Line] = entry.Step
		for _, fault := range entry.Errors {
			refused[entry.Line] += " " + fault.Code + " " + fault.Attr
		}
	}
	return refused
}

func TestABookFromFileToAccounts(t *testing.T) {
	t.Parallel()
	accounts := bookOptions(400, 0.25)
	data := accounts
	data.Data, data.Documents = true, true
	for name, o := range map[string]book.Options{"accounts": accounts, "data": data} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bookFromFileToAccounts(t, o)
		})
	}
}

// Every refused line is refused for its one fault. All other data is there, to the penny.
func bookFromFileToAccounts(t *testing.T, o book.Options) {
	s := newService(t)
	key := s.setUp()
	s.start()
	path, refused, made := writeBookOf(t, o)
	s.writeDocuments(o)
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
	if imported, pending := s.list(token, "imported"), s.list(token, "pending"); imported != made.accounts || pending != 0 {
		t.Errorf("%d imported, %d pending, want %d and 0\n%s", imported, pending, made.accounts, output)
	}
	made.check(s)
	s.consistent(made.accounts)
	for _, again := range [][]string{nil, {"--restart"}} {
		output, err := s.importer(t.Context(), key, path, again...).CombinedOutput()
		if err == nil || s.list(token, "imported") != made.accounts {
			t.Errorf("the same command again, %v: %v\n%s", again, err, output)
		}
		made.check(s)
	}
	if err := s.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, s.output)
	}
}

func TestAGoodBookEndsWithSuccess(t *testing.T) {
	t.Parallel()
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

// Service and client are both killed during an import, several times. All begun accounts
// are finished, and no data is stored twice.
func TestAnImportThatIsCutOff(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	o := bookOptions(600, 0)
	o.Data, o.Documents = true, true
	path, _, made := writeBookOf(t, o)
	s.writeDocuments(o)
	for round := range 3 {
		s.start()
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(150+round*100)*time.Millisecond)
		_ = s.importer(ctx, key, path).Run() // the context kills it
		cancel()
		s.kill()
	}
	s.start()
	if output, err := s.importer(t.Context(), key, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	token := s.token(key)
	if imported, pending := s.list(token, "imported"), s.list(token, "pending"); imported != made.accounts || pending != 0 {
		t.Errorf("%d imported, %d pending, want %d and 0", imported, pending, made.accounts)
	}
	s.consistent(made.accounts)
	made.check(s)
}

// consistent compares rows with each other: each imported process has one account, and
// counters equal the number of rows.
func (s *service) consistent(accounts int) {
	s.Helper()
	counts := s.query(`SELECT
		(SELECT count(*) FROM accounts), (SELECT count(DISTINCT external_account_number) FROM accounts),
		(SELECT count(*) FROM import_processes p JOIN accounts a ON a.id = p.account AND a.number = p.service_account_number WHERE p.state = 'imported'),
		(SELECT n FROM progress WHERE name = 'imported'), (SELECT COALESCE(sum(n), 0) FROM progress WHERE name = 'staged'),
		(SELECT count(*) FROM transactions) - (SELECT n FROM progress WHERE name = 'transactions'),
		(SELECT count(*) FROM notes) - (SELECT n FROM progress WHERE name = 'notes')`, 7)
	want := []int{accounts, accounts, accounts, accounts, 0, 0, 0}
	if fmt.Sprint(counts) != fmt.Sprint(want) {
		s.Errorf("rows %v, want %v", counts, want)
	}
}
