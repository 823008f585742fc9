package runs_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

const (
	goodNotes        = `,"notes":[{"body":"Prefers letters in large print."}]`
	goodTransactions = `,"transactions":[{"transaction_id":"T1","transaction_date":"2026-02-03","amount":"12.50","type":"CREDIT","reason":"GOODWILL"}]`
	goodStatements   = `,"statements":[{"statement_id":"S1","bill_period_from_date":"2026-01-01","bill_period_to_date":"2026-01-31","gross_amount":1250}]`
	badNotes         = `,"notes":[{"is_pinned":true}]`
	badTransactions  = `,"transactions":[{"transaction_id":"T1","transaction_date":"2999-02-03","amount":"12.50","type":"CREDIT","reason":"GOODWILL"}]`
	badStatements    = `,"statements":[{"statement_id":"S1","bill_period_from_date":"2026-02-01","bill_period_to_date":"2026-01-31"}]`
)

func TestLinesAreImportedWithTheirOutcomes(t *testing.T) {
	s := serve(t)
	r := s.open("import", "")
	got := s.send(r, enveloped(account("1", ""), goodNotes+goodTransactions+goodStatements), account("2", ""),
		account("3", `,"customers_":1`), enveloped(account("4", ""), badNotes+goodStatements+badTransactions))
	s.expect(got, "imported", "imported", "refused stage account_failed_validation unknown_field@customers_",
		"incomplete notes request_failed_validation note_body_or_document_path_not_found@notes.0.body transaction_in_future@transactions.0.transaction_date done:account,statements")
	if !strings.HasPrefix(got[0].Service, "A-") || got[0].Number != "1" || got[2].Number != "3" || got[2].Service != "" {
		t.Errorf("%+v", got)
	}
	for table, n := range map[string]int{"accounts": 3, "notes": 2, "transactions": 1, "statements": 2, "stagings": 3, "run_lines": 4} {
		if got := s.Count(table, ""); got != n {
			t.Errorf("%d rows in %s, want %d", got, table, n)
		}
	}
	shown := s.show(r.ID)
	if fmt.Sprint(shown.Outcomes) != "map[imported:2 incomplete:1 refused:1]" || len(shown.Faults) != 3 || shown.Faults[0].Lines != 1 {
		t.Errorf("%+v", shown)
	}

	again := s.send(r, enveloped(account("1", ""), goodNotes+goodTransactions+goodStatements), account("2", ""),
		account("3", `,"customers_":1`), enveloped(account("4", ""), badNotes+goodStatements+badTransactions))
	if fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("sent again:\n%+v\nwant\n%+v", again, got)
	}
	if after := s.show(r.ID); fmt.Sprint(after) != fmt.Sprint(shown) {
		t.Errorf("%+v, want %+v", after, shown)
	}
}

func TestAllFaultsOfALineComeAtOnce(t *testing.T) {
	s := serve(t)
	line := enveloped(account("1", `,"email":1`), badNotes+badTransactions+badStatements+`,"payment_instruction":{"vendor":"nobody","type":"CARD"},"nots":[]`)
	want := "refused read unknown_field unknown_field@nots unknown_field@account.email note_body_or_document_path_not_found@notes.0.body " +
		"transaction_in_future@transactions.0.transaction_date start_date_later_than_end_date@statements.0.bill_period_from_date " +
		"unknown_payment_vendor@payment_instruction.vendor mutually_exclusive_field_required@payment_instruction.reference"
	s.expect(s.check(line), want)
	for _, mode := range []string{"dry_run", "import"} {
		s.expect(s.send(s.open(mode, ""), line), want)
	}
	if s.Count("accounts", "")+s.Count("stagings", "")+s.Count("notes", "") != 0 {
		t.Error("something is stored")
	}
}

func TestTheSameBatchFromManyClientsAtOnceIsImportedOnce(t *testing.T) {
	s := serve(t)
	r := s.open("import", "")
	var lines []string
	for i := range 40 {
		lines = append(lines, enveloped(account(fmt.Sprint(i), ""), goodNotes+goodTransactions))
	}
	var group sync.WaitGroup
	answers := make([]string, 6)
	for i := range answers {
		group.Go(func() { answers[i] = fmt.Sprint(s.send(r, lines...)) })
	}
	group.Wait()
	for i := range answers {
		if answers[i] != answers[0] {
			t.Errorf("%s\nwant\n%s", answers[i], answers[0])
		}
	}
	if got := fmt.Sprint(s.show(r.ID).Outcomes); got != "map[imported:40]" || s.Count("accounts", "") != 40 || s.Count("notes", "") != 80 || s.Count("transactions", "") != 40 {
		t.Error(got)
	}
}

func TestAnImportedAccountIsCompared(t *testing.T) {
	s := serve(t)
	s.expect(s.send(s.open("import", ""), enveloped(account("1", `,"transfer_balance":"1.0","billing_address":{"country":"GB","street_address":"1 High St","postal_code":"sw1a1aa"}`), goodTransactions)), "imported")
	s.closeRun(s.open("import", ""))

	r := s.open("import", "")
	same := `{ "external_account_number":"1", "customers":[{"family_name":"O’Neill","given_name":"Zo\u00eb"}], "import_supplier":"ACME",
		"billing_address":{"postal_code":"sw1a1aa","country":"GB","street_address":"1 High St"},"transfer_balance":"1.0"}`
	same = strings.ReplaceAll(same, "\n", " ")
	s.expect(s.send(r,
		enveloped(same, goodTransactions),
		enveloped(same, goodTransactions+goodNotes),
		enveloped(same, strings.Replace(goodTransactions, `"12.50"`, "12.5", 1)),
		enveloped(same, strings.Replace(goodTransactions, `"12.50"`, "12.51", 1)),
		enveloped(strings.Replace(same, "High", "Low", 1), goodNotes)),
		"already_imported", "added", "already_imported",
		"incomplete transactions request_failed_validation transaction_differs_from_imported@transactions.0.amount done:account",
		"refused stage account_number_repeated_in_run account_number_repeated_in_run@account.billing_address.street_address")
	s.closeRun(r)

	r = s.open("import", "")
	s.expect(s.send(r, enveloped(strings.Replace(same, "High", "Low", 1), goodNotes)),
		"refused stage account_differs_from_imported account_differs_from_imported@account.billing_address.street_address")
	s.closeRun(r)
	r = s.open("import", `,"if_imported":"add"`)
	s.expect(s.send(r, enveloped(strings.Replace(same, "High", "Low", 1), goodStatements)), "added")
	s.closeRun(r)
	r = s.open("import", `,"if_imported":"skip"`)
	s.expect(s.send(r, enveloped(strings.Replace(same, "High", "Low", 1), `,"notes":[{"body":"Not added"}]`)), "already_imported")
	s.closeRun(r)
	r = s.open("import", "")
	s.expect(s.send(r, `{"external_account_number":"1","notes":[{"body":"Delta"}]}`, `{"external_account_number":"1"`+goodNotes+`}`,
		`{"external_account_number":"9"`+goodNotes+`}`, `{"external_account_number":"1"`+badNotes+`}`),
		"added", "already_imported", "refused stage account_not_found account_not_found@external_account_number",
		"refused notes request_failed_validation note_body_or_document_path_not_found@notes.0.body")
}

func (s service) closeRun(r runObject) {
	s.Helper()
	s.Post(s.token, runsPath+r.ID+"/close/", `{"complete":true}`).Expect(http.StatusOK)
}

// A batch may be compressed; its lines, and their outcomes, are the same.
func TestCompressedBatches(t *testing.T) {
	s := serve(t)
	r := s.open("import", "")
	var compressed bytes.Buffer
	w, err := zstd.NewWriter(&compressed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, batch(account("1001", ""), account("1002", ""))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, s.URL+runsPath+r.ID+"/lines/?holder=h", &compressed)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Authorization": {"Token " + s.token}, "Content-Type": {"application/x-ndjson"}, "Content-Encoding": {"zstd"}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if answer, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusOK || strings.Count(string(answer), `"outcome":"imported"`) != 2 {
		t.Errorf("%d %s", response.StatusCode, answer)
	}
	s.expect(s.send(r, account("1001", "")), "imported")
}
