package importclient

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"os"
	"strings"
	"testing"
)

type readReport struct {
	Line    int             `json:"line"`
	Number  string          `json:"external_account_number"`
	Step    string          `json:"step"`
	Code    string          `json:"code"`
	Detail  string          `json:"detail"`
	Errors  []reportedFault `json:"errors"`
	Account jsontext.Value  `json:"account"`
	Notes   jsontext.Value  `json:"notes"`
	Raw     string          `json:"raw"`
}

func writeReport(t *testing.T, book string) []readReport {
	t.Helper()
	var lines []readReport
	for text := range strings.Lines(readFile(t, book+".refused.ndjson")) {
		var line readReport
		if err := json.Unmarshal([]byte(text), &line, json.RejectUnknownMembers(true)); err != nil {
			t.Fatalf("report line %s: %v", text, err)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestReportIsABook(t *testing.T) {
	f := newFakeService(t)
	wrong := wrongAccountLine("X-2")
	book := writeBook(t, accountLine("X-1"), `{"notes":[{"body":"x"}], "account":`+wrong+`}`, `{"broken`)
	f.runImport(t.Context(), "", book, "--concurrency", "1").expectCounts(t, "2 of 3", nil)
	lines := writeReport(t, book)
	if len(lines) != 2 {
		t.Fatalf("report %+v", lines)
	}
	first, second := lines[0], lines[1]
	if first.Line != 2 || first.Number != "X-2" || first.Step != "stage" || first.Code != "account_failed_validation" ||
		first.Detail == "" || len(first.Errors) != 1 || first.Errors[0].Code != "invalid_phone_number" ||
		first.Errors[0].Attr != "customers.0.landline" || string(first.Account) != wrong || string(first.Notes) != `[{"body":"x"}]` {
		t.Errorf("report line %+v", first)
	}
	if second.Line != 3 || second.Step != "read" || second.Code != "malformed_json" || string(second.Account) != "null" || second.Raw != `{"broken` {
		t.Errorf("report line %+v", second)
	}

	// Uncorrected, the line is refused the same way and does not grow.
	report := book + ".refused.ndjson"
	f.runImport(t.Context(), "", report, "--concurrency", "1").expectCounts(t, "2 of 2", map[string]int{"malformed_json": 1})
	again := writeReport(t, report)
	if string(again[0].Account) != wrong || again[1].Raw != `{"broken` {
		t.Errorf("second report %+v", again)
	}

	// Corrected, the account is imported.
	corrected := strings.Replace(strings.Split(readFile(t, report), "\n")[0], `"wrong"`, `"+442079460001"`, 1)
	f.runImport(t.Context(), "", writeBook(t, corrected)).expectCounts(t, "", map[string]int{"imported": 1})
	if f.created != 2 || len(f.received["notes"]) != 1 {
		t.Errorf("%d accounts, notes %s", f.created, f.received["notes"])
	}
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

func TestStaleReportIsRemoved(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLines(2)...)
	writeFile(t, book+".refused.ndjson", "of an earlier import\n")
	f.runImport(t.Context(), "", book, "--key", "wrong").expectCounts(t, "not accepted", nil)
	if readFile(t, book+".refused.ndjson") != "of an earlier import\n" {
		t.Error("a run that did nothing changed the report")
	}
	f.runImport(t.Context(), "", book).expectCounts(t, "", nil)
	expectAbsent(t, book+".refused.ndjson")
}

func TestReportCannotBeWritten(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, append(accountLines(50), wrongAccountLine("X-51"))...)
	r := f.runImport(t.Context(), "", book, "--report", t.TempDir()+"/no/such/folder")
	r.expectCounts(t, "the report cannot be written", map[string]int{"refused": 0, "unfinished": 1})
	f.runImport(t.Context(), "", book).expectCounts(t, "1 of 51", map[string]int{"imported": 50, "refused": 1})
}

func TestRepairLastLine(t *testing.T) {
	long := `{"account":"` + strings.Repeat("x", 200<<10) + `"}`
	for name, test := range map[string]struct{ before, after string }{
		"empty":            {"", ""},
		"whole":            {"{}\n", "{}\n"},
		"cut short":        {"{}\n" + long[:len(long)-1], "{}\n"},
		"only cut short":   {long[:100<<10], ""},
		"end edited away":  {"{}\n" + long, "{}\n" + long + "\n"},
		"one line, no end": {"{}", "{}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir() + "/report"
			writeFile(t, path, test.before)
			file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = file.Close() }()
			if err := repairLastLine(file); err != nil {
				t.Fatal(err)
			}
			if got := readFile(t, path); got != test.after {
				t.Errorf("%d bytes, want %d", len(got), len(test.after))
			}
		})
	}
}
