package importclient

import (
	"encoding/json/v2"
	"strings"
	"testing"
)

func TestRunCommands(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, append(accountLines(3), wrongAccountLine("X-4"), strings.Replace(wrongAccountLine("X-5"), `}]`, `},{"landline":"wrong"}]`, 1))...)
	f.runImport(t.Context(), "", book, "--rehearsal", "--name", "first").expectCounts(t, "2 of 5", nil)
	f.runImport(t.Context(), "", book, "--dry-run").expectCounts(t, "2 of 5", nil)

	list := f.runRuns("list", "--supplier", "ACME")
	rows := strings.Split(list.out, "\n")
	if list.err != nil || len(rows) != 4 || !strings.HasPrefix(rows[0], "run ") || !strings.HasPrefix(rows[1], "run2  book.ndjson  dry_run ") || !strings.HasPrefix(rows[2], "run1  first ") {
		t.Errorf("%v, list:\n%s", list.err, list.out)
	}
	show := f.runRuns("show", "run1")
	if show.err != nil || !strings.Contains(show.out, "lines        5, 5 of them done\n") || !strings.Contains(show.out, "  imported   3\n") || !strings.Contains(show.out, "invalid_phone_number") {
		t.Errorf("%v, show:\n%s", show.err, show.out)
	}
	if r := f.runRuns("show", "run7"); r.err == nil || !strings.Contains(r.err.Error(), `knows no run "run7"`) {
		t.Errorf("a run that does not exist: %v", r.err)
	}
	report := f.runRuns("report", "run1", "--group-by", "member", "--format", "json")
	var groups []group
	if err := json.Unmarshal([]byte(report.out), &groups); err != nil || report.err != nil {
		t.Fatalf("%v %v\n%s", err, report.err, report.out)
	}
	if len(groups) != 1 || groups[0] != (group{"invalid_phone_number", "customers.*.landline", 2, 4, "X-4", "Not a phone number."}) {
		t.Errorf("groups %+v", groups)
	}
	back := f.runRuns("take-back", "run1")
	if back.err != nil || back.out != "3 accounts taken back, 0 left.\n" || len(f.accounts) != 0 || f.served["take-back"] != 2 {
		t.Errorf("%v, %q, %d accounts", back.err, back.out, len(f.accounts))
	}
	r := f.runRuns("take-back", "run2")
	if r.err == nil || !strings.Contains(r.err.Error(), "run run2 is no rehearsal") || !strings.Contains(r.err.Error(), "dataimport account take-back") {
		t.Errorf("a dry run is taken back: %v", r.err)
	}
	r.expectExit(t, 2)
}

func TestMisuseOfRunCommands(t *testing.T) {
	f := newFakeService(t)
	for want, args := range map[string][]string{
		"--supplier is needed": {"list"},
		"accepts 1 arg":        {"show"},
		"none of table, csv":   {"report", "run1", "--format", "xml"},
		"neither code nor":     {"report", "run1", "--group-by", "line"},
		"--retry-for must be":  {"show", "run1", "--retry-for", "0s"},
		"an API key is needed": {"show", "run1", "--key", ""},
	} {
		r := f.runRuns(args...)
		r.expectCounts(t, want, nil)
		r.expectExit(t, 2)
	}
}
