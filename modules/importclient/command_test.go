package importclient

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dataimport/modules"
)

func testTimings() timings {
	return timings{
		firstPause: 2 * time.Millisecond, request: 5 * time.Second, grace: 300 * time.Millisecond,
		sync: 5 * time.Millisecond, bar: 5 * time.Millisecond, plain: 5 * time.Millisecond, slow: 100 * time.Millisecond,
	}
}

// A commandResult is the output of a command with its error.
type commandResult struct {
	out, display string
	err          error
}

// runImport runs the command against the fake service. A key, a team and the supplier are given
// unless args say otherwise.
func (f *fakeService) runImport(ctx context.Context, stdin string, args ...string) commandResult {
	f.t.Helper()
	return f.runImportWith(ctx, testTimings(), stdin, args...)
}

func (f *fakeService) runImportWith(ctx context.Context, p timings, stdin string, args ...string) commandResult {
	var out, display bytes.Buffer
	c := newCommand(modules.PostImports(), p, &display)
	c.SetIn(strings.NewReader(stdin))
	c.SetOut(&out)
	c.SetErr(io.Discard)
	c.SetArgs(append([]string{"--url", f.url + "/", "--key", "secret", "--supplier", "ACME", "--team", "Support"}, args...))
	err := c.ExecuteContext(ctx)
	return commandResult{out: out.String(), display: display.String(), err: err}
}

// readCount reads a number of the summary. It returns -1 where there is no such row.
func (r commandResult) readCount(row string) int {
	found := regexp.MustCompile(`(?m)^ *` + regexp.QuoteMeta(row) + ` +(\d+)$`).FindStringSubmatch(r.out)
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
		if got := r.readCount(row); got != want {
			t.Errorf("%s: %d, want %d", row, got, want)
		}
	}
	if t.Failed() {
		t.Logf("summary:\n%s", r.out)
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
	}{
		"no book":            {nil, "accepts 1 arg"},
		"book is missing":    {[]string{book + ".no"}, "the book cannot be opened"},
		"book is a folder":   {[]string{filepath.Dir(book)}, "is a directory"},
		"no key":             {[]string{book, "--key", ""}, "an API key is needed: set DATAIMPORT_KEY"},
		"no supplier":        {[]string{book, "--supplier", " "}, "--supplier must not be empty"},
		"no workers":         {[]string{book, "--concurrency", "0"}, "--concurrency must be between 1 and 256"},
		"no patience":        {[]string{book, "--retry-for", "0s"}, "--retry-for must be more than 0"},
		"no scheme":          {[]string{book, "--url", "localhost:80"}, "is not an address"},
		"address with query": {[]string{book, "--url", f.url + "?x=1"}, "no user, query or fragment"},
		"two modes":          {[]string{book, "--dry-run", "--validate-only"}, "none of the others can be"},
		"report is the book": {[]string{book, "--report", book}, "would overwrite"},
		"unknown flag":       {[]string{book, "--fast"}, "unknown flag"},
	} {
		t.Run(name, func(t *testing.T) {
			r := f.runImport(t.Context(), "", test.args...)
			r.expectCounts(t, test.want, nil)
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
