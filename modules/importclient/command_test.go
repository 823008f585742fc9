package importclient

import (
	"bytes"
	"context"
	"encoding/json/jsontext"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
)

func testTimings() timings {
	return timings{
		firstPause: 2 * time.Millisecond, request: 5 * time.Second, grace: 300 * time.Millisecond,
		bar: 5 * time.Millisecond, plain: 5 * time.Millisecond, slow: 100 * time.Millisecond, batch: 5,
	}
}

// testKinds are kinds of further data.
func testKinds() []module.PostImport {
	return []module.PostImport{{Member: "notes"}, {Member: "payment_instruction", Single: true}}
}

// A commandResult is the output of a command with its error.
type commandResult struct {
	out, display string
	err          error
}

// runImport runs `import` against the fake service. A key, a team and the supplier are given
// unless args say otherwise.
func (f *fakeService) runImport(ctx context.Context, stdin string, args ...string) commandResult {
	f.t.Helper()
	return f.runCommand(ctx, stdin, func(s *streams) *cobra.Command {
		return newImportCommand(testKinds(), readTestTotals, testTimings(), s)
	},
		append([]string{"--supplier", "ACME", "--team", "Support"}, args...)...)
}

// runCheck runs `book check` as runImport does.
func (f *fakeService) runCheck(args ...string) commandResult {
	f.t.Helper()
	return f.runCommand(f.t.Context(), "", func(s *streams) *cobra.Command { return newCheckCommand(testTimings(), s) },
		append([]string{"--supplier", "ACME", "--team", "Support"}, args...)...)
}

// runRuns runs a command below `run`.
func (f *fakeService) runRuns(args ...string) commandResult {
	f.t.Helper()
	return f.runCommand(f.t.Context(), "", func(s *streams) *cobra.Command { return newRunCommand(testTimings(), s) }, args...)
}

func (f *fakeService) runCommand(ctx context.Context, stdin string, make func(*streams) *cobra.Command, args ...string) commandResult {
	var out, display bytes.Buffer
	c := make(&streams{in: strings.NewReader(stdin), out: &out, display: &display})
	flags := []string{"--url", f.url + "/", "--key", "secret"}
	if c.HasSubCommands() && len(args) > 0 {
		c.SetArgs(append(append(args[:1:1], flags...), args[1:]...))
	} else {
		c.SetArgs(append(flags, args...))
	}
	err := c.ExecuteContext(ctx)
	return commandResult{out: out.String(), display: display.String(), err: err}
}

// readCount reads a number of the summary. It returns -1 where there is no such row.
func (r commandResult) readCount(row string) int {
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(row) + ` +(\d+)$`).FindStringSubmatch(r.out)
	if found == nil {
		return -1
	}
	n := 0
	_, _ = fmt.Sscan(found[1], &n)
	return n
}

// countFault reads how many lines have a fault, "code member". It returns -1 where there is no such
// row.
func (r commandResult) countFault(fault string) int {
	code, member, _ := strings.Cut(fault, " ")
	if member != "" {
		code += " at " + member
	}
	found := regexp.MustCompile(`(?m)^ *(\d+)  ` + regexp.QuoteMeta(code) + `, first in line `).FindStringSubmatch(r.out)
	if found == nil {
		return -1
	}
	n := 0
	_, _ = fmt.Sscan(found[1], &n)
	return n
}

func (r commandResult) expectCounts(t *testing.T, errorPart string, rows map[string]int) {
	t.Helper()
	switch {
	case errorPart == "" && r.err != nil:
		t.Errorf("error %v", r.err)
	case errorPart != "" && (r.err == nil || !strings.Contains(r.err.Error(), errorPart)):
		t.Errorf("error %v, want %q", r.err, errorPart)
	}
	if r.err != nil && strings.Contains(r.err.Error(), "\n") {
		t.Errorf("the error has several lines: %q", r.err)
	}
	for row, want := range rows {
		got := r.readCount(row)
		if code, isFault := strings.CutPrefix(row, "fault "); isFault {
			got = r.countFault(code)
		}
		if got != want {
			t.Errorf("%s: %d, want %d", row, got, want)
		}
	}
	if t.Failed() {
		t.Logf("error: %v\nsummary:\n%s", r.err, r.out)
	}
}

func (r commandResult) expectExit(t *testing.T, want int) {
	t.Helper()
	if got := cli.ExitCode(r.err); got != want {
		t.Errorf("exit code %d, want %d (%v)", got, want, r.err)
	}
}

func accountLine(number string) string {
	return fmt.Sprintf(`{"import_supplier": "ACME",  "external_account_number":"%s", "customers":[{"landline":"+442079460000"}], "transfer_balance": 1.10}`, number)
}

func wrongAccountLine(number string) string {
	return strings.Replace(accountLine(number), "+442079460000", "wrong", 1)
}

func accountLines(n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = accountLine(fmt.Sprintf("X-%d", i+1))
	}
	return lines
}

func writeBook(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.ndjson")
	writeFile(t, path, strings.Join(lines, "\n")+"\n")
	return path
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func expectAbsent(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("%s is there (%v)", filepath.Base(path), err)
	}
}

func TestCommandLine(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLines(1)...)
	for name, test := range map[string]struct {
		args []string
		want string
		exit int
	}{
		"no book":                     {nil, "accepts 1 arg", cli.ExitMisuse},
		"book is missing":             {[]string{book + ".no"}, "the book cannot be opened", cli.ExitFailed},
		"book is a folder":            {[]string{filepath.Dir(book)}, "is a directory", cli.ExitFailed},
		"no key":                      {[]string{book, "--key", ""}, "an API key is needed: set DATAIMPORT_KEY", cli.ExitMisuse},
		"no supplier":                 {[]string{book, "--supplier", " "}, "--supplier is needed", cli.ExitMisuse},
		"no workers":                  {[]string{book, "--concurrency", "0"}, "--concurrency must be between 1 and 64", cli.ExitMisuse},
		"no patience":                 {[]string{book, "--retry-for", "0s"}, "--retry-for must be more than 0", cli.ExitMisuse},
		"no address":                  {[]string{book, "--url", ""}, "--url is needed", cli.ExitMisuse},
		"no scheme":                   {[]string{book, "--url", "localhost:80"}, "is not an address", cli.ExitMisuse},
		"address with query":          {[]string{book, "--url", f.url + "?x=1"}, "no user, query or fragment", cli.ExitMisuse},
		"two modes":                   {[]string{book, "--dry-run", "--validate-only"}, "give one of them", cli.ExitMisuse},
		"if imported":                 {[]string{book, "--if-imported", "replace"}, "none of compare, add and skip", cli.ExitMisuse},
		"report is the book":          {[]string{book, "--report", book}, "would be overwritten", cli.ExitMisuse},
		"results are the report":      {[]string{book, "--report", book + "1", "--results", book + "1"}, "the same file", cli.ExitMisuse},
		"report is a folder":          {[]string{book, "--report", filepath.Dir(book)}, "is a directory", cli.ExitMisuse},
		"report cannot be written":    {[]string{book, "--report", book + "/none/report"}, "cannot be written", cli.ExitFailed},
		"results in a missing folder": {[]string{book, "--results", filepath.Dir(book) + "/none/results.csv"}, "cannot be written", cli.ExitFailed},
		"unknown flag":                {[]string{book, "--fast"}, "unknown flag", cli.ExitMisuse},
	} {
		t.Run(name, func(t *testing.T) {
			r := f.runImport(t.Context(), "", test.args...)
			r.expectCounts(t, test.want, nil)
			r.expectExit(t, test.exit)
			if r.out != "" || r.display != "" {
				t.Errorf("printed %q and %q: the error is for main to print", r.out, r.display)
			}
		})
	}
	if len(f.served) > 0 {
		t.Errorf("requests were sent: %v", f.served)
	}
}

func TestKeyFromTheEnvironment(t *testing.T) {
	f := newFakeService(t)
	t.Setenv(keyVariable, "secret")
	f.runImport(t.Context(), "", writeBook(t, accountLines(1)...), "--key", "").expectCounts(t, "", map[string]int{"imported": 1})
}

func TestWhatIsNoBook(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"CSV":            {"number;name\n1;Ann\n", `the file begins with "number;name": a book has one JSON object a line (NDJSON); "dataimport book build" makes one`},
		"a long CSV":     {strings.Repeat("1;Ann\n", 200) + accountLine("X-1"), `"dataimport book build"`},
		"a JSON array":   {"[\n" + accountLine("X-1") + "]", "begins with a JSON array"},
		"compressed":     {"\x1f\x8b\x08\x00", "the file is compressed"},
		"UTF-16 or such": {"\xff\xfe{\x00", "a book has one JSON object a line"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			book := filepath.Join(t.TempDir(), "book.csv")
			writeFile(t, book, test.text)
			if name == "a JSON array" {
				writeFile(t, book, "["+accountLine("X-1")+"]")
			}
			r := f.runImport(t.Context(), "", book)
			r.expectCounts(t, test.want, nil)
			r.expectExit(t, cli.ExitMisuse)
			if len(f.served) > 0 {
				t.Errorf("requests %v", f.served)
			}
		})
	}
}

// readTestTotals takes every file of control totals that is no directory.
func readTestTotals(path string) (jsontext.Value, error) { return os.ReadFile(path) }

// The run keeps the control totals with which it is opened. A file that cannot be read ends the
// command before it sends anything.
func TestTotalsGoWithTheRun(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLine("X-1"))
	totals := filepath.Join(t.TempDir(), "totals.json")
	if r := f.runImport(t.Context(), "", book, "--totals", totals); r.err == nil || len(f.runs) != 0 {
		t.Errorf("%v, %d runs", r.err, len(f.runs))
	}
	if err := os.WriteFile(totals, []byte(`{"accounts":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	f.runImport(t.Context(), "", book, "--totals", totals).expectExit(t, 0)
	if got := f.runs[0].Expected; got.Accounts != 1 || string(got.Totals) != `{"accounts":1}` {
		t.Errorf("expected %d, %s", got.Accounts, got.Totals)
	}
}
