package importclient

import (
	"bytes"
	"os"
	"strings"
	"testing"
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
			rows: map[string]int{"read": 40, "staged": 40, "imported": 40, "already imported": 0, "refused": 0, "unfinished": 0},
		},
		"empty lines, carriage returns and a byte order mark": {
			lines: []string{"\xef\xbb\xbf" + accountLine("X-1") + "\r", "", "  \r", accountLine("X-2")}, created: 2,
			rows: map[string]int{"read": 2, "imported": 2},
		},
		"an empty book": {lines: []string{""}, rows: map[string]int{"read": 0, "imported": 0}},
		"one at a time": {lines: accountLines(5), args: []string{"--concurrency", "1"}, created: 5, rows: map[string]int{"imported": 5}},
		"some refused": {
			lines: append(accountLines(8), wrongAccountLine("X-9"), wrongAccountLine("X-10")), created: 8,
			err:  "2 of 10 accounts were refused; see ",
			rows: map[string]int{"read": 10, "staged": 8, "imported": 8, "refused": 2, "account_failed_validation": 2, "invalid_phone_number": 2},
		},
		"malformed lines": {
			lines: []string{`{"import_supplier":`, `[1]`, `{"a":1,"a":2}`, `{} {}`, `{"account":null}`, accountLine("X-1")}, created: 1,
			err: "5 of 6", rows: map[string]int{"malformed_json": 5, "imported": 1},
		},
		"another supplier": {
			lines: []string{strings.Replace(accountLine("X-1"), "ACME", "OTHER", 1)},
			err:   "1 of 1", rows: map[string]int{"import_supplier_mismatch": 1},
		},
		"a misspelt member of an envelope": {
			lines: []string{`{"account":` + accountLine("X-1") + `,"note":[]}`},
			err:   "1 of 1", rows: map[string]int{"unknown_field": 1},
		},
		"further data of a wrong type": {
			lines: []string{`{"account":` + accountLine("X-1") + `,"notes":{}}`, `{"account":` + accountLine("X-2") + `,"payment_instruction":[1]}`},
			err:   "2 of 2", rows: map[string]int{"invalid_type": 2},
		},
		"dry run": {
			lines: append(accountLines(3), wrongAccountLine("X-4")), args: []string{"--dry-run"},
			err: "1 of 4", rows: map[string]int{"staged": 3, "would import": 3, "imported": -1, "refused": 1},
		},
		"validate only": {
			lines: append(accountLines(3), wrongAccountLine("X-4")), args: []string{"--validate-only"},
			err: "1 of 4", rows: map[string]int{"valid": 3, "staged": -1, "refused": 1},
		},
		"validate only, all valid": {lines: accountLines(3), args: []string{"--validate-only"}, rows: map[string]int{"valid": 3}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			book := writeBook(t, test.lines...)
			f.runImport(t.Context(), "", append(test.args, book)...).expectCounts(t, test.err, test.rows)
			if f.created != test.created {
				t.Errorf("%d accounts created, want %d", f.created, test.created)
			}
			if test.err == "" {
				expectAbsent(t, book+".refused.ndjson")
			}
			if len(test.args) > 0 && test.args[0] != "--concurrency" {
				expectAbsent(t, book+".journal")
			}
		})
	}
}

func TestValidateOnlyStoresNothing(t *testing.T) {
	f := newFakeService(t)
	f.runImport(t.Context(), "", writeBook(t, accountLines(3)...), "--validate-only").expectCounts(t, "", nil)
	if f.served["stage"]+f.served["process"] > 0 || f.served["validate"] != 3 {
		t.Errorf("requests %v", f.served)
	}
}

func TestFromStandardInput(t *testing.T) {
	f := newFakeService(t)
	t.Chdir(t.TempDir())
	in := strings.Join(append(accountLines(3), wrongAccountLine("X-4")), "\n") // no line end at the end
	f.runImport(t.Context(), in, "-").expectCounts(t, "1 of 4 accounts were refused; see stdin.refused.ndjson", map[string]int{"imported": 3})
	expectAbsent(t, "-.journal")
	if _, err := os.Stat("stdin.refused.ndjson"); err != nil {
		t.Error(err)
	}
}

func TestAccountsAreSentByteForByte(t *testing.T) {
	f := newFakeService(t)
	odd := `{ "external_account_number" : 0012e1 }`
	odd = strings.Replace(odd, "0012e1", `"\u0041 <&> 1.10"`, 1)
	lines := []string{odd, `{"notes": [ ], "account": ` + accountLine("X-2") + ` }`}
	f.runImport(t.Context(), "", writeBook(t, lines...), "--concurrency", "1").expectCounts(t, "", map[string]int{"imported": 2})
	for i, want := range []string{odd, accountLine("X-2")} {
		if got := f.received["stage"][i]; !bytes.Equal(got, []byte(want)) {
			t.Errorf("sent %s, want %s", got, want)
		}
	}
}

func TestLongLines(t *testing.T) {
	f := newFakeService(t)
	long := strings.Replace(accountLine("X-1"), `"transfer_balance"`, `"filler":"`+strings.Repeat("x", 10<<20)+`","transfer_balance"`, 1)
	tooLong := `{"x":"` + strings.Repeat("x", maxLine) + `"}`
	book := writeBook(t, long, tooLong, accountLine("X-3"))
	f.runImport(t.Context(), "", book).expectCounts(t, "1 of 3", map[string]int{"imported": 2, "payload_too_large": 1})
	if got := f.staged["X-1"]; string(got) != long {
		t.Errorf("%d bytes were sent, want %d", len(got), len(long))
	}
	if report := readFile(t, book+".refused.ndjson"); len(report) > 1000 || !strings.HasPrefix(report, `{"line":2,`) {
		t.Errorf("report of %d bytes: %.200s", len(report), report)
	}
}

func TestPostImportData(t *testing.T) {
	f := newFakeService(t)
	line := `{"payment_instruction": {"vendor":"V","reference":"r","type":"CARD"}, "account": ` + accountLine("X-1") +
		`, "statements":[{"gross_amount": 1.10}], "transactions":[{"amount": 2.50}], "notes":[{"body":"hello"}]}`
	book := writeBook(t, line, `{"account":`+accountLine("X-2")+`,"notes":[],"transactions":null,"payment_instruction":{}}`)
	f.runImport(t.Context(), "", book, "--concurrency", "1").expectCounts(t, "", map[string]int{"imported": 2})
	identity := `{"import_supplier":"ACME","external_account_number":"X-1",`
	for name, want := range map[string]string{
		"notes":        identity + `"notes":[{"body":"hello"}]}`,
		"transactions": identity + `"transactions":[{"amount": 2.50}]}`,
		"statements":   identity + `"statements":[{"gross_amount": 1.10}]}`,
	} {
		if got := f.received[name]; len(got) != 1 || string(got[0]) != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	got := f.received["payment_instruction"]
	if len(got) != 2 || string(got[0]) != identity+`"vendor":"V","reference":"r","type":"CARD"}` ||
		string(got[1]) != `{"import_supplier":"ACME","external_account_number":"X-2"}` {
		t.Errorf("payment_instruction: %s", got)
	}
}

func TestPostImportDataRefused(t *testing.T) {
	f := newFakeService(t)
	line := `{"account":` + accountLine("X-1") + `,"notes":[{"body":"ok"}],"transactions":[{"note":"refuse me"}],"statements":[{"number":"1"}]}`
	book := writeBook(t, line)
	f.runImport(t.Context(), "", book).expectCounts(t, "1 of 1", map[string]int{"imported": 0, "refused": 1,
		"TRANSACTION_IMPORT_ERROR": 1, "of these, account imported and further data refused": 1})
	if f.served["statements"] > 0 {
		t.Error("statements were sent after transactions were refused")
	}
	corrected := strings.Replace(readFile(t, book+".refused.ndjson"), "refuse me", "fine", 1)
	again := writeBook(t, corrected)
	f.runImport(t.Context(), "", again).expectCounts(t, "", map[string]int{"already imported": 1})
	if f.created != 1 || f.served["statements"] != 1 || f.served["notes"] != 2 {
		t.Errorf("%d accounts, requests %v", f.created, f.served)
	}
}
