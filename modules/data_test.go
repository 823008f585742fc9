package modules_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
)

const (
	notesPath        = "/v1/data-import/notes/create/"
	transactionsPath = "/v1/data-import/transactions/create/"
	statementsPath   = "/v1/data-import/historical-statements/create/"
	instructionPath  = "/v1/data-import/payment-instruction/create/"
)

// imported is a service with an account "1" of ACME, whose open statement period
// began on 2026-01-01, and an account "2" that is only staged.
func imported(t *testing.T) (env *apptest.Env, token string) {
	t.Helper()
	env, token = serve(t, modules.All)
	for _, number := range []string{"1", "2"} {
		env.Post(token, stagePath, `{"import_supplier":"ACME","external_account_number":"`+number+`","customers":[{"family_name":"Núñez"}],
			"last_statement_closing_date":"2025-12-31","last_statement_balance":"0","transfer_balance":"0"}`).Expect(http.StatusCreated)
	}
	env.Post(token, processPath, process).Expect(http.StatusCreated)
	return env, token
}

// onto is the body of a request for an account, with one more member.
func onto(number, member string) string {
	return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,%s}`, number, member)
}

func document(env *apptest.Env, path, content string) {
	env.Helper()
	file := filepath.Join(env.App.DataDir(), "documents", path)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		env.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		env.Fatal(err)
	}
}

// The contract's answers, as they are published.
func TestAnswersOfTheDataImports(t *testing.T) {
	env, token := imported(t)
	env.Change("suppliers", "code", "ACME", map[string]any{"document_root": "acme/docs"})
	document(env, "acme/docs/a.pdf", "%PDF-1.7")
	charge := `{"transaction_id":"T1","transaction_date":"2026-02-03","amount":12.3,"type":"CHARGE","reason":"IMPORTED_CHARGE","display_note":"Ünit"}`
	for _, test := range []struct {
		name, path, body string
		status           int
	}{
		{"notes", notesPath, onto("1", `"notes":[{"body":"Hi","created_at":"2026-01-02T03:04:05+01:00"},{"body":"Hi","created_at":"2026-01-02T02:04:05Z"},{"document_paths":[{"document_path":"/a.pdf"}],"created_at":"2026-01-02T03:04:05Z","is_pinned":true,"unpin_at":"2026-01-03T00:00:00Z"}]`), 201},
		{"notes-staged-only", notesPath, onto("2", `"notes":[{"body":"Hi"}]`), 404},
		{"notes-faults", notesPath, onto("1", `"notes":[{},{"body":"x","created_at":"2001-01-02T00:00:00Z","unpin_at":"2001-01-01T00:00:00Z"},{"document_paths":[{"document_path":"../../etc/passwd"},{"document_path":"b.pdf"}]}]`), 400},
		{"transactions", transactionsPath, onto("1", `"transactions":[`+charge+`,{"transaction_id":"T2","transaction_date":"2026-02-03","amount":"5","type":"PAYMENT","payment_type":"DEBIT_CARD","reference":"r"}]`), 201},
		{"transactions-again", transactionsPath, onto("1", `"transactions":[`+charge+`]`), 201},
		{"transactions-moved", transactionsPath, onto("1", `"transactions":[{"transaction_id":"T3","transaction_date":"2025-12-31","amount":0.005,"type":"CREDIT","reason":"GENERAL_CREDIT"}]`), 201},
		{"transactions-failure", transactionsPath + "?force_add_to_current_statement=false", onto("1", `"transactions":[{"transaction_id":"T4","transaction_date":"2026-02-03","amount":1,"type":"CREDIT","reason":"X"},{"transaction_id":"T5","transaction_date":"2025-12-31","amount":1,"type":"CREDIT","reason":"X"}]`), 400},
		{"transactions-future", transactionsPath, onto("1", `"transactions":[{"transaction_id":"T6","transaction_date":"2999-12-31","amount":1,"type":"CREDIT","reason":"X"}]`), 400},
		{"transactions-staged-only", transactionsPath, onto("2", `"transactions":[]`), 400},
		{"statements", statementsPath, onto("1", `"statements":[{"bill_period_from_date":"2025-01-01","bill_period_to_date":"2025-01-31","statement_id":"S1","issued_date":"2025-02-01","number":"7","gross_amount":10.50,"statement_path":"a.pdf"}]`), 201},
		{"statements-conflict", statementsPath, onto("1", `"statements":[{"bill_period_from_date":"2025-01-01","bill_period_to_date":"2025-01-30","statement_id":"S1"}]`), 400},
		{"statements-missing", statementsPath, onto("1", `"statements":[{"bill_period_from_date":"2025-01-01","bill_period_to_date":"2025-01-30","statement_id":"S2","statement_path":"none.pdf"}]`), 400},
		{"payment-unknown-vendor", instructionPath, onto("1", `"vendor":"nobody","reference":"r","type":"CARD"`), 400},
		{"payment", instructionPath, onto("1", `"vendor":"sandbox","reference":"pm_1","type":"CARD"`), 201},
		{"payment", instructionPath, onto("1", `"vendor":"sandbox","reference":"pm_1","type":"CARD"`), 201},
		{"payment-another-active", instructionPath, onto("1", `"vendor":"sandbox","reference":"pm_2","type":"CARD"`), 400},
		{"payment-staged-only", instructionPath, onto("2", `"vendor":"sandbox","reference":"pm_2","type":"CARD"`), 400},
	} {
		t.Run(test.name, func(t *testing.T) {
			env.TB = t
			env.Post(token, test.path, test.body).Expect(test.status).Golden(t, test.name)
		})
	}
	env.TB = t
	var balance string
	if err := env.Runtime.Reader.QueryRow(`SELECT balance FROM accounts`).Scan(&balance); err != nil || balance != "-7.295" {
		t.Errorf("balance %s, %v", balance, err)
	}
	if env.Count("notes", "is_pinned AND body LIKE '%T3%'") != 1 {
		t.Error("no note is pinned about the moved transaction")
	}
	if env.Count("statements", "size = 8 AND length(sha256) = 64") != 1 {
		t.Error("size and checksum of the statement's document are not recorded")
	}
}

// The same request twice, and many times at once, leaves one result.
func TestRetriesLeaveOneResult(t *testing.T) {
	for table, request := range map[string]struct{ path, body string }{
		"notes":                {notesPath, onto("1", `"notes":[{"body":"Hi"},{"body":"Hi"}]`)},
		"transactions":         {transactionsPath, onto("1", `"transactions":[{"transaction_id":"T1","transaction_date":"2026-02-03","amount":1,"type":"CREDIT","reason":"X"}]`)},
		"statements":           {statementsPath, onto("1", `"statements":[{"bill_period_from_date":"2025-01-01","bill_period_to_date":"2025-01-30","statement_id":"S1"}]`)},
		"payment_instructions": {instructionPath, onto("1", `"vendor":"sandbox","reference":"pm_1","type":"CARD"`)},
	} {
		t.Run(table, func(t *testing.T) {
			env, token := imported(t)
			var wg sync.WaitGroup
			for range 10 {
				wg.Go(func() {
					if answer := env.Post(token, request.path, request.body); answer.Status != http.StatusCreated {
						t.Errorf("%d %s", answer.Status, answer.Body)
					}
				})
			}
			wg.Wait()
			env.Post(token, request.path, request.body).Expect(http.StatusCreated)
			if n := env.Count(table, ""); n != 1 {
				t.Errorf("%d rows", n)
			}
			if n := env.Count("progress", "name = ? AND n = 1", table); n != 1 {
				t.Error("the counter says something else")
			}
		})
	}
}

func TestRequestsThatAreRefused(t *testing.T) {
	env, token := imported(t)
	env.Supplier("OTHER", nil)
	note := `"notes":[{"body":"x"}]`
	transaction := `"transactions":[{"transaction_id":"T1","transaction_date":"2026-02-03","amount":1,"type":"CREDIT","reason":"X"}]`
	statement := `"statements":[{"bill_period_from_date":"2025-01-01","bill_period_to_date":"2025-01-30","statement_id":"S1"}]`
	instruction := `"vendor":"sandbox","reference":"pm_1","type":"CARD"`
	other := func(member string) string { return strings.Replace(onto("1", member), "ACME", "OTHER", 1) }

	env.Post(token, notesPath, other(note)).Refused(404, "account_not_found")
	for path, member := range map[string]string{transactionsPath: transaction, statementsPath: statement, instructionPath: instruction} {
		env.Post(token, path, other(member)).Refused(400, "import_supplier_not_found", "import_supplier_not_found import_supplier")
		env.Post(token, path, onto("9", member)).Refused(400, "account_not_found", "account_not_found external_account_number")
	}
	env.Post(token, transactionsPath+"?check_previously_added=maybe", onto("1", transaction)).
		Refused(400, "request_failed_validation", "invalid_type check_previously_added")
	many := `"transactions":[` + strings.TrimSuffix(strings.Repeat(`{"transaction_id":"T1","transaction_date":"2026-02-03","amount":1,"type":"CREDIT","reason":"X"},`, 10001), ",") + `]`
	env.Post(token, transactionsPath, onto("1", many)).Refused(400, "request_failed_validation", "too_many_items transactions")

	env.Change("suppliers", "code", "ACME", map[string]any{"status": "Paused"})
	for path, member := range map[string]string{notesPath: note, transactionsPath: transaction, statementsPath: statement, instructionPath: instruction} {
		env.Post(token, path, onto("1", member)).Refused(400, "import_supplier_migration_not_ongoing", "import_supplier_migration_not_ongoing import_supplier")
	}
}

// Ten thousand transactions go in one request, and the balance is their sum.
func TestTenThousandTransactions(t *testing.T) {
	env, token := imported(t)
	var list strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&list, `{"transaction_id":"T%d","transaction_date":"2026-02-03","amount":"0.01","type":"CREDIT","reason":"X"},`, i)
	}
	env.Post(token, transactionsPath, onto("1", `"transactions":[`+strings.TrimSuffix(list.String(), ",")+`]`)).Expect(http.StatusCreated)
	var balance string
	if err := env.Runtime.Reader.QueryRow(`SELECT balance FROM accounts`).Scan(&balance); err != nil || balance != "100.00" {
		t.Errorf("balance %s, %v", balance, err)
	}
}

// Added on purpose again, a transaction counts again.
func TestWithoutTheCheckATransactionIsAddedAgain(t *testing.T) {
	env, token := imported(t)
	body := onto("1", `"transactions":[{"transaction_id":"T1","transaction_date":"2026-02-03","amount":1,"type":"CREDIT","reason":"X"}]`)
	for range 2 {
		env.Post(token, transactionsPath+"?check_previously_added=False", body).Expect(http.StatusCreated)
	}
	if n := env.Count("transactions", ""); n != 2 {
		t.Errorf("%d rows", n)
	}
}

// A vendor's answer decides whether the request may be sent again.
func TestVendorsThatDoNotConfirm(t *testing.T) {
	env, token := imported(t)
	for reference, want := range map[string]struct {
		status int
		code   string
	}{
		"sandbox-missing":     {400, "payment_instruction_not_found"},
		"sandbox-unavailable": {500, "vendor_unavailable"},
	} {
		answer := env.Post(token, instructionPath, onto("1", `"vendor":"sandbox","reference":"`+reference+`","type":"CARD"`)).Expect(want.status)
		if !strings.Contains(string(answer.Body), `"code":"`+want.code+`"`) {
			t.Errorf("%s: %s", reference, answer.Body)
		}
	}
	if n := env.Count("payment_instructions", ""); n != 0 {
		t.Errorf("%d instructions were stored", n)
	}
}

// Documents that an account names are looked up when it is validated, staged and
// processed, unless its supplier does not want that.
func TestDocumentsOfAnAccount(t *testing.T) {
	env, token := serve(t, modules.All)
	env.Change("suppliers", "code", "ACME", map[string]any{"document_root": "acme"})
	body := `{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}],
		"notes":[{"document_paths":[{"document_path":"n.pdf"}]}],
		"statements":[{"bill_period_from_date":"2025-01-01","bill_period_to_date":"2025-01-30","statement_id":"S1","statement_path":"s.pdf"}]}`
	missing := []string{"path_does_not_exist_in_file_store notes.0.document_paths.0.document_path", "path_does_not_exist_in_file_store statements.0.statement_path"}
	env.Post(token, "/v1/data-import/validate-account/", body).Refused(400, "account_failed_validation", missing...)
	env.Post(token, stagePath, body).Refused(400, "account_failed_validation", missing...)
	document(env, "acme/n.pdf", "%PDF-1.7 n")
	document(env, "acme/s.pdf", "%PDF-1.7")
	env.Post(token, stagePath, body).Expect(http.StatusCreated)
	env.Post(token, processPath, process).Expect(http.StatusCreated)
	if env.Count("statements", "size = 8") != 1 || env.Count("notes", `document_paths LIKE '%"size":10%'`) != 1 {
		t.Error("sizes are not recorded")
	}
	env.Change("suppliers", "code", "ACME", map[string]any{"verify_documents": "no"})
	env.Post(token, notesPath, onto("1", `"notes":[{"document_paths":[{"document_path":"none.pdf"}]}]`)).Expect(http.StatusCreated)
}

// Without a document root of its own, a supplier has no documents: those of all suppliers are below
// the root of the store.
func TestDocumentsWithoutARoot(t *testing.T) {
	env, token := serve(t, modules.All)
	other := env.Supplier("OTHER", nil)
	document(env, "other/secret.pdf", "%PDF-1.7 secret")
	body := `{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}],
		"notes":[{"document_paths":[{"document_path":"other/secret.pdf"}]}]}`
	refused := func() {
		t.Helper()
		env.Post(token, stagePath, body).Refused(400, "account_failed_validation", "path_does_not_exist_in_file_store notes.0.document_paths.0.document_path")
	}
	refused()
	for _, root := range []string{"/", "//", "other/.."} {
		env.Exec(`UPDATE suppliers SET document_root = {:p0} WHERE code = 'ACME'`, root)
		refused()
	}
	env.Exec(`UPDATE suppliers SET document_root = 'other/x' WHERE id = {:p0}`, other.Id)
	env.Exec(`UPDATE suppliers SET document_root = 'OTHER' WHERE code = 'ACME'`)
	refused()
	env.Post(token, stagePath, `{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}]}`).Expect(http.StatusCreated)
}
