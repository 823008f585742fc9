package importclient

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/book"
)

func TestImport(t *testing.T) {
	for name, test := range map[string]struct {
		lines   []string
		args    []string
		err     string
		rows    map[string]int
		created int
	}{
		"all good": {
			lines: accountLines(40), created: 40,
			rows: map[string]int{"lines": 40, "imported": 40, "already imported": 0, "refused": 0, "not finished": -1},
		},
		"empty lines, carriage returns and a byte order mark": {
			lines: []string{"\xef\xbb\xbf" + accountLine("X-1") + "\r", "", "  \r", accountLine("X-2")}, created: 2,
			rows: map[string]int{"lines": 2, "imported": 2},
		},
		"one at a time": {lines: accountLines(15), args: []string{"--concurrency", "1"}, created: 15, rows: map[string]int{"imported": 15}},
		"some refused": {
			lines: append(accountLines(8), wrongAccountLine("X-9"), wrongAccountLine("X-10")), created: 8, err: "2 of 10 lines were refused; see ",
			rows: map[string]int{"lines": 10, "imported": 8, "refused": 2, "fault invalid_phone_number customers.*.landline": 2},
		},
		"malformed lines": {
			lines: []string{`{"import_supplier":`, `[1]`, `{"a":1,"a":2}`, `{} {}`, `{"account":null}`, accountLine("X-1")}, created: 1,
			err: "5 of 6", rows: map[string]int{"refused": 5, "fault malformed_json ": 4, "fault invalid_type account": 1, "imported": 1},
		},
		"a part refused": {
			lines: []string{`{"account":` + accountLine("X-1") + `,"notes":[{"body":"refuse me"}]}`}, created: 1,
			err: "1 of 1", rows: map[string]int{"imported": 0, "account good, further data refused": 1, "fault too_long notes.*.body": 1},
		},
		"dry run": {
			lines: append(accountLines(3), wrongAccountLine("X-4")), args: []string{"--dry-run"},
			err: "1 of 4", rows: map[string]int{"would import": 3, "imported": -1, "refused": 1},
		},
		"validate only": {
			lines: append(accountLines(3), wrongAccountLine("X-4")), args: []string{"--validate-only"},
			err: "1 of 4", rows: map[string]int{"valid": 3, "imported": -1, "refused": 1},
		},
		"validate only, all valid": {lines: accountLines(3), args: []string{"--validate-only"}, rows: map[string]int{"valid": 3}},
		"a rehearsal":              {lines: accountLines(3), args: []string{"--rehearsal"}, created: 3, rows: map[string]int{"imported": 3}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			book := writeBook(t, test.lines...)
			r := f.runImport(t.Context(), "", append(test.args, book)...)
			r.expectCounts(t, test.err, test.rows)
			if f.created != test.created {
				t.Errorf("%d accounts created, want %d", f.created, test.created)
			}
			left, err := os.ReadDir(filepath.Dir(book))
			if err != nil || test.err == "" && len(left) != 1 || test.err != "" && len(left) != 2 {
				t.Errorf("files %v, %v", left, err)
			}
			for _, run := range f.runs {
				if run.state != "closed" {
					t.Errorf("run %s is %s", run.id, run.state)
				}
			}
		})
	}
}

func TestAnEmptyBook(t *testing.T) {
	f := newFakeService(t)
	r := f.runImport(t.Context(), "", writeBook(t, "", " \r"))
	if r.err != nil || r.out != "The book has no lines: nothing was sent.\n" || len(f.served) > 0 {
		t.Errorf("%v, %q, requests %v", r.err, r.out, f.served)
	}
}

func TestNoRunIsOpenedToValidate(t *testing.T) {
	f := newFakeService(t)
	f.runImport(t.Context(), "", writeBook(t, accountLines(3)...), "--validate-only", "--if-imported", "add").expectCounts(t, "", nil)
	if len(f.runs) > 0 || f.served["check"] != 1 || !strings.Contains(f.queries[0], "if_imported=add") {
		t.Errorf("requests %v, queries %v", f.served, f.queries)
	}
}

func TestFromStandardInput(t *testing.T) {
	f := newFakeService(t)
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	in := strings.Join(append(accountLines(3), wrongAccountLine("X-4")), "\n") // no line end at the end
	f.runImport(t.Context(), in, "-", "--results", "results.csv").expectCounts(t, "1 of 4 lines were refused; see stdin.refused.ndjson", map[string]int{"imported": 3})
	if got := strings.Count(readFile(t, "stdin.refused.ndjson"), "\n"); got != 1 {
		t.Errorf("%d refused lines", got)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("temporary files %v, %v", left, err)
	}
}

func TestLinesAreSentByteForByte(t *testing.T) {
	f := newFakeService(t)
	odd := `{ "external_account_number" : "\u0041 <&> 1.10" , "import_supplier":"ACME" }`
	lines := []string{odd, `{"notes": [ ], "account": ` + accountLine("X-2") + ` }`, `{"line":7,"code":"x","account":` + accountLine("X-3") + `, "notes" : [ ]}`}
	f.runImport(t.Context(), "", writeBook(t, lines...), "--concurrency", "1").expectCounts(t, "", map[string]int{"imported": 3})
	for i, want := range []string{odd, lines[1], `{"account":` + accountLine("X-3") + `,"notes":[ ]}`} {
		if got := f.received[i]; got != want {
			t.Errorf("sent %s, want %s", got, want)
		}
	}
}

func TestLongLines(t *testing.T) {
	f := newFakeService(t)
	long := strings.Replace(accountLine("X-1"), `"transfer_balance"`, `"filler":"`+strings.Repeat("x", 9<<20)+`","transfer_balance"`, 1)
	longer := strings.Replace(accountLine("X-2"), `"transfer_balance"`, `"filler":"`+strings.Repeat("x", 11<<20)+`","transfer_balance"`, 1)
	tooLong := `{"x":"` + strings.Repeat("x", book.MaxLine) + `"}`
	book := writeBook(t, long, longer, tooLong, accountLine("X-3"))
	f.runImport(t.Context(), "", book).expectCounts(t, "2 of 4", map[string]int{"imported": 2, "fault payload_too_large ": 2})
	if got := f.accounts["X-1"].sent; string(got) != long {
		t.Errorf("%d bytes were sent, want %d", len(got), len(long))
	}
	lines := strings.Split(readFile(t, book+".refused.ndjson"), "\n")
	if !strings.HasPrefix(lines[0], `{"line":2,"external_account_number":"X-2"`) || len(lines[1]) > 1000 || !strings.HasPrefix(lines[1], `{"line":3,`) {
		t.Errorf("report: %.200s\n%.200s", lines[0], lines[1])
	}
}

// A batch that is larger than the service takes is halved until it fits.
func TestSmallerBatches(t *testing.T) {
	f := newFakeService(t)
	f.maxBody = 400
	f.runImport(t.Context(), "", writeBook(t, accountLines(20)...)).expectCounts(t, "", map[string]int{"imported": 20})
	if f.created != 20 {
		t.Errorf("%d accounts", f.created)
	}
}

func TestResults(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLine("X-1"), wrongAccountLine("=X-2"), "", accountLine("X-1"), `{"external_account_number":"X-1","notes":[{"body":"1"}]}`)
	path := filepath.Join(t.TempDir(), "results.csv")
	f.runImport(t.Context(), "", book, "--results", path).expectCounts(t, "1 of 4", nil)
	want := "line,external_account_number,service_account_number,outcome\n1,X-1,A-00000001,imported\n2,'=X-2,,refused\n4,X-1,A-00000001,repeated\n5,X-1,A-00000001,added\n"
	if got := readFile(t, path); got != want {
		t.Errorf("results:\n%swant:\n%s", got, want)
	}
}

func TestIfImported(t *testing.T) {
	f := newFakeService(t)
	f.runImport(t.Context(), "", writeBook(t, accountLine("X-1"))).expectCounts(t, "", nil)
	changed := writeBook(t, strings.Replace(accountLine("X-1"), "1.10", "3.30", 1))
	f.runImport(t.Context(), "", changed).expectCounts(t, "1 of 1", map[string]int{"refused": 1, "fault account_differs_from_imported transfer_balance": 1})
	f.runImport(t.Context(), "", changed, "--if-imported", "skip").expectCounts(t, "", map[string]int{"already imported": 1})
}

// A book that changes while it is sent ends the run.
func TestBookThatChanges(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLines(4000)...)
	f.setIntercept(func(_ http.ResponseWriter, step string, n int) bool {
		if step == "lines" && n == 2 {
			text, _ := os.ReadFile(book)
			_ = os.WriteFile(book, bytes.ReplaceAll(text, []byte("1.10"), []byte("2.20")), 0o600)
		}
		return false
	})
	f.runImport(t.Context(), "", book, "--concurrency", "1").expectCounts(t, "of the book has changed since the run began", nil)
}
