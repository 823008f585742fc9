package importclient

import (
	"encoding/csv"
	"encoding/json/v2"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/fault"
)

func claimingLine(number, key string) string {
	return strings.Replace(accountLine(number), `"transfer_balance"`, `"claim":"`+key+`", "transfer_balance"`, 1)
}

// Two lines with one key are faults of both. The service cannot know that.
func TestCheckAcrossLines(t *testing.T) {
	f := newFakeService(t)
	lines := append(accountLines(30), claimingLine("C-1", "k1"), claimingLine("C-2", "k2"), `{"account":`+claimingLine("C-3", "k1")+`}`, claimingLine("C-4", "k1"),
		claimingLine("C-2", "k2"))
	r := f.runCheck(writeBook(t, lines...))
	r.expectCounts(t, "3 of 35 lines would be refused", map[string]int{"lines": 35, "valid": 31, "refused": 3, "repeated, sent once": 1,
		"fault identifier_is_taken claim": 2, "fault identifier_is_taken account.claim": 1})
	r.expectExit(t, 1)
	if f.created > 0 || len(f.runs) > 0 || !strings.Contains(r.out, "an import takes about") {
		t.Errorf("%d accounts, %d runs, output:\n%s", f.created, len(f.runs), r.out)
	}
	f.runCheck(writeBook(t, accountLines(20)...)).expectCounts(t, "", map[string]int{"valid": 20, "refused": 0})
}

// Documents that are not there are listed once, the worst first.
func TestMissingDocuments(t *testing.T) {
	f := newFakeService(t)
	var lines []string
	for i := range 12 {
		path := "missing"
		lines = append(lines, fmt.Sprintf(`{"account":%s,"notes":[{"body":"x"},{"path":%q}]}`, accountLine(fmt.Sprintf("X-%d", i)), path))
	}
	r := f.runCheck(writeBook(t, lines...))
	r.expectCounts(t, "12 of 12", nil)
	if !strings.Contains(r.out, "\nDocuments that are not in the store: 1, and how many lines name them\n     12  \"missing\"\n") {
		t.Errorf("output:\n%s", r.out)
	}
}

func TestCheckReport(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLine("X-1"), wrongAccountLine("=X-2"), wrongAccountLine("X-3"), `{"external_account_number":"none","notes":[{"body":"1"}]}`)
	dir := t.TempDir()
	for _, name := range []string{"faults.json", "faults.csv", "faults"} {
		f.runCheck(book, "--report", filepath.Join(dir, name)).expectCounts(t, "3 of 4 lines would be refused", nil)
	}
	var groups []group
	if err := json.Unmarshal([]byte(readFile(t, dir+"/faults.json")), &groups); err != nil {
		t.Fatal(err)
	}
	want := []group{{"invalid_phone_number", "customers.*.landline", 2, 2, "=X-2", "Not a phone number."},
		{"account_not_found", "external_account_number", 1, 4, "none", "Detail of account_not_found."}}
	if fmt.Sprint(groups) != fmt.Sprint(want) {
		t.Errorf("groups %+v, want %+v", groups, want)
	}
	rows, err := csv.NewReader(strings.NewReader(readFile(t, dir+"/faults.csv"))).ReadAll()
	if err != nil || len(rows) != 3 || strings.Join(rows[1], "|") != "invalid_phone_number|customers.*.landline|2|2|'=X-2|Not a phone number." {
		t.Errorf("rows %q, %v", rows, err)
	}
	if table := readFile(t, dir+"/faults"); !strings.HasPrefix(table, "      2  invalid_phone_number at customers.*.landline, first in line 2 (=X-2)\n") || strings.Count(table, "\n") != 2 {
		t.Errorf("table:\n%s", table)
	}
}

func TestMemberOfAnAttr(t *testing.T) {
	for attr, want := range map[string]string{"": "", "notes.12.body": "notes.*.body", "account.customers.0.landline": "account.customers.*.landline", "x": "x"} {
		if got := fault.MemberOf(attr); got != want {
			t.Errorf("%s: %s, want %s", attr, got, want)
		}
	}
}
