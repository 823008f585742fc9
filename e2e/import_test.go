package e2e

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json/v2"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

// bookRoot is the document root of the supplier of a book with documents.
const bookRoot = "acme/book"

// writeDocuments puts a book's documents below bookRoot.
func (s *service) writeDocuments(o book.Options) {
	s.Helper()
	if _, err := book.WriteDocuments(filepath.Join(s.dir, "documents", bookRoot), o); err != nil {
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
		if refused[entry.Line] != "" {
			t.Errorf("line %d is reported twice", entry.Line)
		}
		refused[entry.Line] = entry.Step
		for _, fault := range entry.Errors {
			refused[entry.Line] += " " + fault.Code + " " + strings.TrimPrefix(fault.Attr, "account.")
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
	key := s.setUp("--document-root", bookRoot)
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
	output, err = s.importer(t.Context(), key, path).CombinedOutput()
	if err == nil || s.list(token, "imported") != made.accounts {
		t.Errorf("the same command again: %v\n%s", err, output)
	}
	if again := readReport(t, path+".refused.ndjson"); fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("the report of the same command again is %v, want %v", again, got)
	}
	made.check(s)
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

// kills is how often client and service are killed during a run.
var kills = flag.Int("kills", 2, "how often client and service are killed during a run")

// A run of 5,000 lines whose client and service are killed at random moments: each line has
// exactly one outcome, the report has each refusal once, no data is stored twice, and the good
// lines reconcile. More kills come sooner after each other, so that the run lasts for all of them.
func TestARunThatIsKilled(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	o := bookOptions(5000, 0.05)
	o.Data = true
	path, refused, made := writeBookOf(t, o)
	results := filepath.Join(t.TempDir(), "results.csv")
	for round := range *kills {
		if s.process == nil {
			s.start()
		}
		client := s.importer(t.Context(), key, path, "--take-over", "--results", results)
		if err := client.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(300+rand.IntN(min(1500, 10_000 / *kills))) * time.Millisecond) // the moment is what is random here
		if round%3 != 1 {
			s.kill()
		}
		_ = client.Process.Kill()
		_ = client.Wait()
		t.Logf("kill %d, of the client%s: %d lines have an outcome", round+1, map[bool]string{true: " and the service"}[s.process == nil], s.query(`SELECT count(*) FROM run_lines`, 1)[0])
	}
	if s.process == nil {
		s.start()
	}
	output, err := s.importer(t.Context(), key, path, "--take-over", "--results", results).CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, output)
	}
	if got := readReport(t, path+".refused.ndjson"); fmt.Sprint(got) != fmt.Sprint(refused) {
		t.Errorf("%d lines are reported, want %d:\n%s", len(got), len(refused), output)
	}
	s.hasOneOutcomeALine(results, 5000, len(refused))
	s.consistent(made.accounts)
	made.check(s)
	good := filepath.Join(t.TempDir(), "good.ndjson")
	copyLines(t, path, good, refused)
	if out, code := s.reconcile(key, good, "--partial"); code != 0 {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// hasOneOutcomeALine compares the results of the client and the outcomes of the service.
func (s *service) hasOneOutcomeALine(results string, lines, refused int) {
	s.Helper()
	text, err := os.ReadFile(results)
	if err != nil {
		s.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) != lines+1 {
		s.Fatalf("%d rows of results, %v", len(rows), err)
	}
	counts := make(map[string]int)
	for i, row := range rows[1:] {
		if counts[row[3]]++; row[0] != fmt.Sprint(i+1) || (row[2] == "") != (row[3] == "refused") {
			s.Errorf("row %d of the results: %q", i+1, row)
		}
	}
	stored := s.query(`SELECT count(*), count(DISTINCT sha256), count(DISTINCT run), sum(outcome = 'imported'), sum(outcome IN ('refused', 'incomplete')) FROM run_lines`, 5)
	want := []int{lines, lines, 1, lines - refused, refused}
	if !slices.Equal(stored, want) || counts["imported"] != lines-refused || counts["refused"]+counts["incomplete"] != refused {
		s.Errorf("outcomes %v, want %v; results %v", stored, want, counts)
	}
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
