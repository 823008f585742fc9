package importclient

import (
	"dataimport/modules/kit/http/apiclient"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type reportedLine struct {
	Line    int               `json:"line"`
	Number  string            `json:"external_account_number"`
	Step    string            `json:"step"`
	Code    string            `json:"code"`
	Detail  string            `json:"detail"`
	Errors  []apiclient.Fault `json:"errors"`
	Done    []string          `json:"done"`
	Account jsontext.Value    `json:"account"`
	Notes   jsontext.Value    `json:"notes"`
	Raw     string            `json:"raw"`
}

func readReport(t *testing.T, book string) []reportedLine {
	t.Helper()
	var lines []reportedLine
	for text := range strings.Lines(readFile(t, book+".refused.ndjson")) {
		var line reportedLine
		if err := json.Unmarshal([]byte(text), &line, json.RejectUnknownMembers(true)); err != nil {
			t.Fatalf("report line %s: %v", text, err)
		}
		lines = append(lines, line)
	}
	return lines
}

// The report of a run is a book. Corrected, its lines are imported. Not corrected, it is its own
// report.
func TestReportIsABook(t *testing.T) {
	f := newFakeService(t)
	wrong := strings.Replace(wrongAccountLine("X-2"), `}]`, `} ]`, 1)
	further := `{"external_account_number":"X-9","notes":[{"body":"for none"}]}`
	lines := []string{accountLine("X-1"), `{"account": ` + wrong + `, "notes": [ {"body":"hello"} ]}`, wrongAccountLine("X-3"), `{"broken`, further,
		`{"account":` + accountLine("X-4") + `,"notes":[{"body":"refuse me"}]}`}
	book := writeBook(t, lines...)
	f.runImport(t.Context(), "", book).expectCounts(t, "5 of 6", map[string]int{"refused": 4, "account good, further data refused": 1})
	got := readReport(t, book)
	if len(got) != 5 {
		t.Fatalf("report %+v", got)
	}
	fault := got[0].Errors[0]
	if got[0].Line != 2 || got[0].Number != "X-2" || got[0].Step != "stage" || got[0].Code != "account_failed_validation" || string(got[0].Account) != wrong ||
		string(got[0].Notes) != `[ {"body":"hello"} ]` || fault.Attr != "account.customers.0.landline" || fault.Code != "invalid_phone_number" {
		t.Errorf("first line %+v", got[0])
	}
	if string(got[1].Account) != wrongAccountLine("X-3") || got[2].Raw != `{"broken` || string(got[2].Account) != "null" || got[2].Step != "read" {
		t.Errorf("lines %+v", got[1:3])
	}
	if got[3].Account != nil || got[3].Number != "X-9" || string(got[3].Notes) != `[{"body":"for none"}]` || strings.Join(got[4].Done, " ") != "account" {
		t.Errorf("lines %+v", got[3:])
	}

	report := book + ".refused.ndjson"
	again := writeBook(t, strings.Split(readFile(t, report), "\n")...)
	f.runImport(t.Context(), "", again).expectCounts(t, "5 of 5", nil)
	second := readReport(t, again)
	for i := range second {
		if string(second[i].Account) != string(got[i].Account) || string(second[i].Notes) != string(got[i].Notes) || i != 2 && second[i].Code != got[i].Code {
			t.Errorf("line %d of the second report %+v, want %+v", i, second[i], got[i])
		}
	}
	corrected := strings.NewReplacer(`"wrong"`, `"+442079460001"`, "refuse me", "fine", `"X-9"`, `"X-1"`).Replace(readFile(t, report))
	lines = strings.Split(corrected, "\n")
	f.runImport(t.Context(), "", writeBook(t, append(lines[:2], lines[3:]...)...)).
		expectCounts(t, "", map[string]int{"imported": 2, "already imported": 1, "further data added": 1, "refused": 0})
}

func TestReportFile(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLine("X-1"), wrongAccountLine("X-2"))
	path := t.TempDir() + "/mine.ndjson"
	f.runImport(t.Context(), "", book, "--report", path).expectCounts(t, "see "+path, nil)
	expectAbsent(t, book+".refused.ndjson")
	if got := strings.Count(readFile(t, path), "\n"); got != 1 {
		t.Errorf("%d lines", got)
	}
}

// A report that cannot be written leaves the run open: the same command writes it.
func TestReportCannotBeWritten(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	f := newFakeService(t)
	book := writeBook(t, append(accountLines(50), wrongAccountLine("X-51"))...)
	r := f.runImport(t.Context(), "", book, "--report", "/dev/full")
	r.expectCounts(t, "/dev/full cannot be written: write /dev/full: no space left on device; run the same command again to write it", map[string]int{"imported": 50, "refused": 1})
	r.expectExit(t, 3)
	f.runImport(t.Context(), "", book).expectCounts(t, "1 of 51", map[string]int{"imported": 50, "refused": 1})
	if len(f.received) != 51 || len(f.runs) != 1 {
		t.Errorf("%d lines sent, %d runs", len(f.received), len(f.runs))
	}
}

// A file is written as a whole or stays as it was, and no other file is left.
func TestWriteOutput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report")
	writeFile(t, path, "before")
	failing := func(to io.Writer) error { _, _ = io.WriteString(to, strings.Repeat("x", 1<<20)); return errDisk }
	if err := writeOutput(path, failing); !errors.Is(err, errDisk) || readFile(t, path) != "before" {
		t.Errorf("%v, %.20q", err, readFile(t, path))
	}
	if err := writeOutput(path, func(to io.Writer) error { _, err := io.WriteString(to, "after"); return err }); err != nil || readFile(t, path) != "after" {
		t.Errorf("%v, %.20q", err, readFile(t, path))
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("files %v, %v", left, err)
	}
}

func TestReportsOfReportsAreNumbered(t *testing.T) {
	for _, test := range []struct {
		book string
		mode mode
		want string
	}{
		{"book.ndjson", modeImport, "book.ndjson.refused.ndjson"},
		{"book.ndjson.refused.ndjson", modeImport, "book.ndjson.refused.2.ndjson"},
		{"book.ndjson.refused.2.ndjson", modeImport, "book.ndjson.refused.3.ndjson"},
		{"a/book.ndjson.refused.9.ndjson", modeRehearsal, "a/book.ndjson.rehearsal.refused.10.ndjson"},
		{"book.ndjson", modeDryRun, "book.ndjson.dry-run.refused.ndjson"},
		{"book.ndjson.dry-run.refused.ndjson", modeDryRun, "book.ndjson.dry-run.refused.2.ndjson"},
		{"book.ndjson.dry-run.refused.ndjson", modeImport, "book.ndjson.dry-run.refused.2.ndjson"},
		{"refused.ndjson", modeImport, "refused.ndjson.refused.ndjson"},
		{"-", modeImport, "stdin.refused.ndjson"},
	} {
		if got := defaultReportPath(test.book, test.mode); got != test.want {
			t.Errorf("%s of %s: %s, want %s", test.mode, test.book, got, test.want)
		}
	}
}
