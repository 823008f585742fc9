package e2e

import (
	"bufio"
	"encoding/json/v2"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"dataimport/e2e/book"
)

// checked is how many accounts the book has of which what is called good must import.
var checked = flag.Int("checked", 1000, "accounts of the book that is checked before it is imported")

// What a check calls good, imports: no line is refused afterwards. The book is that of the demo.
func TestWhatIsCheckedGoodImports(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp("--document-root", bookRoot, "--market", "gb-energy")
	s.start()
	o := bookOptions(*checked, 0.03)
	o.Data, o.Documents = true, true
	s.writeDocuments(o)
	dir := t.TempDir()
	path := filepath.Join(dir, "book.ndjson")
	writeBookLines(t, path, func(yield func([]byte)) {
		for line := range book.Lines(o) {
			yield(book.AddSupplyAddress(line))
		}
	})
	report := filepath.Join(dir, "report.ndjson")
	began := time.Now()
	output, err := s.importer(t.Context(), key, path, "--validate-only", "--report", report).CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("the check: %v\n%s", err, output)
	}
	t.Logf("%d lines checked in %s", *checked, time.Since(began).Round(time.Millisecond))
	refused := readLineNumbers(t, report)
	good := filepath.Join(dir, "good.ndjson")
	copyLines(t, path, good, refused)
	began = time.Now()
	if output, err := s.importer(t.Context(), key, good).CombinedOutput(); err != nil {
		t.Fatalf("%d lines that were checked good: %v\n%s", *checked-len(refused), err, output)
	}
	t.Logf("%d lines imported in %s, none refused", *checked-len(refused), time.Since(began).Round(time.Millisecond))
	if n := s.list(s.token(key), "imported"); n != *checked-len(refused) || len(refused) == 0 {
		t.Errorf("%d imported, %d refused", n, len(refused))
	}
	if out, code := s.reconcile(key, good); code != 0 {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// writeBookLines writes the lines that each yields.
func writeBookLines(t testing.TB, path string, each func(yield func([]byte))) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	each(func(line []byte) { _, _ = fmt.Fprintf(w, "%s\n", line) }) // Flush returns the error
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// eachLine calls use for the lines of a file, numbered from 1.
func eachLine(t testing.TB, path string, use func(number int, line []byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		use(number, lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// readLineNumbers returns the numbers of the lines of the book that a report has.
func readLineNumbers(t testing.TB, report string) map[int]bool {
	t.Helper()
	found := make(map[int]bool)
	eachLine(t, report, func(_ int, line []byte) {
		var entry struct {
			Line int `json:"line"`
		}
		if err := json.Unmarshal(line, &entry); err != nil {
			t.Fatal(err)
		}
		found[entry.Line] = true
	})
	return found
}

// copyLines copies the lines of a book that are not left out.
func copyLines[V any](t testing.TB, from, to string, leftOut map[int]V) {
	t.Helper()
	writeBookLines(t, to, func(yield func([]byte)) {
		eachLine(t, from, func(number int, line []byte) {
			if _, out := leftOut[number]; !out {
				yield(line)
			}
		})
	})
}
