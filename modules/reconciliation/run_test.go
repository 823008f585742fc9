package reconciliation_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/ops/cli"
)

// openRun opens a run of a book.
func (r *rig) openRun(name, file, mode, expected string) (id string) {
	r.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		r.Fatal(err)
	}
	var opened struct {
		ID string `json:"id"`
	}
	r.Post(r.token, paths.Runs+"/", fmt.Sprintf(`{"import_supplier":"ACME","name":%q,"mode":%q,"holder":"h","operations_team_name":"Migration","book":{"sha256":"%x"},"expected":%s}`,
		name, mode, sha256.Sum256(content), expected)).Expect(http.StatusCreated).Decode(&opened)
	return opened.ID
}

// kept is the result that a run keeps, as JSON.
func (r *rig) kept(id string) string {
	r.Helper()
	_, result, _ := strings.Cut(string(r.Get(r.token, paths.Runs+"/"+id+"/").Expect(http.StatusOK).Body), `"reconciliation":`)
	return result
}

// The run of the book keeps the result, and its control totals are the third column. The result
// has no value of a single account.
func TestTheRunOfTheBookKeepsTheResult(t *testing.T) {
	r := serve(t)
	lines := []string{account("1", `,"notes":[{"document_paths":[{"document_path":"letters/Núñez.pdf"}]}]`), inEnvelope(account("2", ``), `,"transactions":[`+transaction("T-1", today(), "12.50", "CHARGE")+`]`)}
	file := writeBook(t, lines...)
	r.importBook(lines...)
	r.openRun("dry.ndjson", file, "dry_run", `{}`)
	earlier := r.openRun("earlier.ndjson", file, "rehearsal", `{"accounts":2}`)
	latest := r.openRun("book.ndjson", file, "import", `{"accounts":2,"totals":{"accounts":2,"transactions":{"CHARGE":{"sum":"12.50"}}}}`)
	if _, out, err := r.reconcile(file); err != nil || !strings.Contains(out, "control") || !strings.Contains(out, "The run book.ndjson ("+latest+") keeps this result.") {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := r.kept(latest); !strings.Contains(got, `"agrees":true`) || !strings.Contains(got, `"control":"the totals of the run book.ndjson"`) || !strings.HasPrefix(r.kept(earlier), "null") {
		t.Error(got)
	}
	r.agrees(file, "--run", "earlier.ndjson")
	r.change(`UPDATE transactions SET amount = '12.49'`)
	r.change(`UPDATE notes SET is_archived = TRUE, document_paths = '[]'`)
	r.differs(file, []string{"--run", latest}, "12.49", "letters/Núñez.pdf", "keeps this result")
	got := r.kept(latest)
	for _, part := range []string{`"agrees":false`, `"stored":"12.49"`, `"differs in Transactions CHARGE, amounts`, `"differs in Documents`} {
		if !strings.Contains(got, part) {
			t.Errorf("the result lacks %s: %s", part, got)
		}
	}
	if strings.Contains(got, "Núñez") {
		t.Errorf("the result names a document: %s", got)
	}
	other := writeBook(t, lines[0])
	for _, test := range []struct {
		file, run, want string
		code            int
	}{
		{file, "none", `the supplier has no run "none"`, 2}, {other, "book.ndjson", `the run "book.ndjson" is not of this book`, 2},
	} {
		if code, _, err := r.reconcile(test.file, "--run", test.run); code != test.code || !strings.Contains(err.Error(), test.want) {
			t.Errorf("exit code %d, %v", code, err)
		}
	}
	r.key = r.Client("Auditor", map[string]any{"read_only": true}, "ACME")
	r.differs(file, nil, "does not keep this result: the API key may only read")
	if code, _, err := r.reconcile(file, "--run", "book.ndjson"); code != cli.ExitFailed || !strings.Contains(err.Error(), "the run does not keep the result") {
		t.Errorf("exit code %d, %v", code, err)
	}
}

// Of a customer who was erased, the service has neither the paths of documents nor the checksum of
// the payload. Both are left out, and the report says so.
func TestAnErasedCustomerIsNoDifference(t *testing.T) {
	r := serve(t)
	lines := []string{account("1", `,"notes":[{"body":"x","document_paths":[{"document_path":"letters/1.pdf"}]}]`), account("2", `,"notes":[{"document_paths":[{"document_path":"letters/2.pdf"}]}]`)}
	file := writeBook(t, lines...)
	r.importBook(lines...)
	r.agrees(file)
	r.change(`UPDATE stagings SET payload = '', sha256 = '' WHERE process = (SELECT id FROM import_processes WHERE external_account_number = '1')`)
	r.change(`UPDATE notes SET document_paths = '[]' WHERE account = (SELECT account FROM import_processes WHERE external_account_number = '1')`)
	if code, out, err := r.reconcile(file); code != 0 || !strings.Contains(out, "Not compared: documents and bytes of 1 account whose customer was erased.") {
		t.Fatalf("exit code %d, %v\n%s", code, err, out)
	}
	r.change(`UPDATE notes SET document_paths = '[]' WHERE document_paths <> '[]'`)
	r.differs(file, nil, "2 (A-", "letters/2.pdf sent named, stored none")
}
