package processing_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"dataimport/modules"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/apptest"
)

const (
	stagePath   = "/v1/data-import/account-import-process/create-or-update/"
	processPath = "/v1/data-import/account-import-process/process/"
	statusPath  = "/v1/data-import/account-transfer-status/ACME/"
)

type service struct {
	*apptest.Env
	token string
}

func serve(t testing.TB, configure ...func(*config.Config)) service {
	t.Helper()
	env := apptest.Serve(t, modules.Mount(modules.All), configure...)
	env.Supplier("OTHER", nil)
	return service{env, env.SetUp(nil)}
}

func (s service) stage(number string) {
	s.Helper()
	s.Post(s.token, stagePath, fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,"customers":[{"given_name":"Zoë","family_name":"O’Neill"}],
		"references":[{"namespace":"crm","value":"77"}],"billing_address":{"country":"GB","street_address":"1 High St","postal_code":"sw1a1aa"},
		"notes":[{"body":"Moved in"}],"transfer_balance":"-12.30","current_statement_transactions":[],"last_statement_balance":"-12.30"}`, number)).Expect(http.StatusCreated)
}

func (s service) process(number, more string) *apptest.Answer {
	s.Helper()
	return s.Post(s.token, processPath, fmt.Sprintf(`{"import_supplier_code":"ACME","external_account_number":%q,"operations_team_name":"Migration"%s}`, number, more))
}

func (s service) status(number string) string {
	s.Helper()
	var answer struct {
		Status string `json:"status"`
	}
	s.Get(s.token, statusPath+number+"/").Expect(http.StatusOK).Decode(&answer)
	return answer.Status
}

// rows counts everything that processing writes.
func (s service) rows() map[string]int {
	s.Helper()
	counts := map[string]int{}
	for _, table := range []string{"accounts", "customers", "addresses", "account_references", "ledgers", "notes"} {
		counts[table] = s.Count(table, "")
	}
	return counts
}

func TestAnAccountIsCreatedWithAllItsRows(t *testing.T) {
	s := serve(t)
	s.stage("1001")
	if got := s.status("1001"); got != "UNKNOWN" {
		t.Errorf("staged: status %s", got)
	}
	s.process("1001", "").Expect(http.StatusCreated).Golden(t, "created")
	if got := s.status("1001"); got != "COMPLETED" {
		t.Errorf("imported: status %s", got)
	}
	for table, n := range s.rows() {
		if n != 1 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	var number, balance string
	if err := s.Runtime.Reader.QueryRow(`SELECT number, balance FROM accounts`).Scan(&number, &balance); err != nil {
		t.Fatal(err)
	}
	if !account.ValidNumber(number) || balance != "-12.30" {
		t.Errorf("number %s, balance %s", number, balance)
	}
	if s.Count("progress", "name = 'imported' AND n = 1") != 1 || s.Count("progress", "name = 'staged' AND n = 0") != 1 {
		t.Error("the counters do not say so")
	}
	s.process("1001", "").Expect(http.StatusBadRequest).Golden(t, "already-imported")
	s.Post(s.token, stagePath, `{"import_supplier":"ACME","external_account_number":"1001","customers":[{"family_name":"Núñez"}]}`).
		Refused(400, "account_already_imported", "account_already_imported external_account_number")
}

func TestADryRunLeavesNothing(t *testing.T) {
	s := serve(t)
	s.stage("1001")
	before := dump(s)
	s.process("1001", `,"dry_run":true`).Expect(http.StatusBadRequest).Golden(t, "dry-run")
	s.process("1001", `,"dry_run":true`).Refused(400, "dry_run_rolled_back")
	for table, n := range s.rows() {
		if n != 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	if after := dump(s); after != before {
		t.Errorf("the process changed from\n%s\nto\n%s", before, after)
	}
	s.process("1001", `,"dry_run":false`).Expect(http.StatusCreated)
}

// dump is everything about the only process, and the counters.
func dump(s service) string {
	s.Helper()
	var text string
	const query = `SELECT json_object('state', state, 'attempts', attempts, 'error', last_error,
		'updated', updated, 'progress', (SELECT group_concat(name || n) FROM progress)) FROM import_processes`
	if err := s.Runtime.Reader.QueryRow(query).Scan(&text); err != nil {
		s.Fatal(err)
	}
	return text
}

func TestRefusals(t *testing.T) {
	s := serve(t)
	s.stage("1001")
	for _, test := range []struct {
		name, body, code string
		faults           []string
	}{
		{"nothing", `{}`, "request_failed_validation", []string{"required external_account_number", "required import_supplier_code"}},
		{"types", `{"external_account_number":[],"import_supplier_code":"ACME","operations_team_name":"Migration","dry_run":"yes"}`,
			"request_failed_validation", []string{"invalid_type external_account_number", "invalid_type dry_run"}},
		{"unknown supplier", `{"external_account_number":"1001","import_supplier_code":"NOBODY","operations_team_name":"Migration"}`,
			"import_supplier_not_found", []string{"import_supplier_not_found import_supplier_code"}},
		{"another's supplier", `{"external_account_number":"1001","import_supplier_code":"OTHER","operations_team_name":"Migration"}`,
			"import_supplier_not_found", []string{"import_supplier_not_found import_supplier_code"}},
		{"unknown team", `{"external_account_number":"1001","import_supplier_code":"ACME","operations_team_name":"Nobody"}`,
			"operations_team_name_does_not_exist", []string{"operations_team_name_does_not_exist operations_team_name"}},
		{"no team", `{"external_account_number":"1001","import_supplier_code":"ACME"}`,
			"request_failed_validation", []string{"operations_team_should_be_provided operations_team_name"}},
		{"nothing staged", `{"external_account_number":"1002","import_supplier_code":"ACME","operations_team_name":"Migration"}`,
			"import_process_does_not_exist", []string{"import_process_does_not_exist external_account_number"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.TB = t
			s.Post(s.token, processPath, test.body).Refused(400, test.code, test.faults...)
		})
	}
}

func TestADefaultTeamMakesTheTeamOptional(t *testing.T) {
	s := serve(t)
	team := s.Team("Default")
	s.Change("suppliers", "code", "ACME", map[string]any{"default_operations_team": team.Id})
	s.stage("1001")
	s.Post(s.token, processPath, `{"external_account_number":"1001","import_supplier_code":"ACME"}`).Expect(http.StatusCreated)
	if s.Count("accounts", "team = ?", team.Id) != 1 {
		t.Error("the account is not the default team's")
	}
}

func TestASupplierPausedBetweenStagingAndProcessing(t *testing.T) {
	s := serve(t)
	s.stage("1001")
	s.Change("suppliers", "code", "ACME", map[string]any{"status": "Paused"})
	s.process("1001", "").Refused(400, "import_supplier_migration_not_ongoing", "import_supplier_migration_not_ongoing import_supplier_code")
	s.Change("suppliers", "code", "ACME", map[string]any{"status": "Ongoing"})
	s.process("1001", "").Expect(http.StatusCreated)
}

// What was valid when it was staged may not be any more.
func TestStagedDataIsValidatedAgain(t *testing.T) {
	s := serve(t)
	s.stage("1001")
	if _, err := s.App.NonconcurrentDB().NewQuery(`UPDATE stagings SET payload = replace(unpacked(payload), '"-12.30","current', '"-12.31","current')`).Execute(); err != nil {
		t.Fatal(err)
	}
	s.process("1001", "").Refused(400, "account_failed_validation", "balance_mismatch_on_transfer_balance transfer_balance")
	if s.Count("import_processes", "attempts = 1 AND last_error LIKE '%balance_mismatch%'") != 1 {
		t.Error("the attempt is not kept")
	}
	if n := s.Count("accounts", ""); n != 0 {
		t.Errorf("%d accounts", n)
	}
}

// awayStore is a document store that does not answer.
type awayStore struct{ documents.Store }

func (awayStore) Stat(context.Context, documents.Location) (document.Info, error) {
	return document.Info{}, documents.ErrUnavailable
}

// A failed attempt is recorded when it is answered, and once: with its process, and as an event
// where it says something about the account.
func TestAFailedAttemptIsRecordedOnce(t *testing.T) {
	s := serve(t)
	s.Change("suppliers", "code", "ACME", map[string]any{"document_root": "acme"})
	s.stage("1001")
	const change = `UPDATE stagings SET payload = replace(replace(unpacked(payload), '"-12.30","current', '"-12.31","current'), '"Moved in"', '"Moved in","document_paths":[{"document_path":"a.pdf"}]')`
	if _, err := s.App.NonconcurrentDB().NewQuery(change).Execute(); err != nil {
		t.Fatal(err)
	}
	check := func(after string, attempts, refusals int) {
		t.Helper()
		if s.Count("import_processes", "attempts = ?", attempts) != 1 || s.Count("account_events", "event = 'account.refused' AND step = 'process' AND client <> ''") != refusals {
			t.Errorf("after %s: not %d attempts and %d refusals", after, attempts, refusals)
		}
	}
	s.process("1001", `,"dry_run":true`).Expect(http.StatusBadRequest)
	check("a dry run", 0, 0)
	s.process("1001", "").Expect(http.StatusBadRequest)
	check("an answer", 1, 1)
	s.Runtime.Accounts.Documents = awayStore{}
	s.process("1001", "").Expect(http.StatusServiceUnavailable)
	s.Runtime.AccountEvents.Flush()
	check("an answer that says nothing about the account", 2, 1)
	if s.Count("import_processes", "last_error LIKE '%document_store_unavailable%'") != 1 {
		t.Error("the last error is another")
	}
	if s.Count("current_faults", "external_account_number = '1001'") == 0 {
		t.Error("the account has no faults")
	}
}

// processID is the id of the process of an account.
func (s service) processID(number string) (id string) {
	s.Helper()
	if err := s.Runtime.Reader.QueryRow(`SELECT id FROM import_processes WHERE external_account_number = ?`, number).Scan(&id); err != nil {
		s.Fatal(err)
	}
	return id
}

func TestWhatIsBeingCreated(t *testing.T) {
	s := serve(t)
	s.stage("1001")
	id := s.processID("1001")
	if err := s.Runtime.Creating.Begin(id, 0); err != nil {
		t.Fatal(err)
	}
	s.process("1001", "").Refused(400, "import_process_in_progress", "import_process_in_progress external_account_number")
	if got := s.status("1001"); got != "IN_PROGRESS" {
		t.Errorf("status %s", got)
	}
	s.Runtime.Creating.End(id)
	if got := s.status("1001"); got != "UNKNOWN" {
		t.Errorf("status %s", got)
	}
	s.process("1001", "").Expect(http.StatusCreated)
	if got := s.status("1001"); got != "COMPLETED" || s.Runtime.Creating.Has(id) {
		t.Errorf("status %s, still being created %v", got, s.Runtime.Creating.Has(id))
	}
}

// Whatever happens to a process between the reading of its data and the write: the
// account is not created of data that does not count any more.
func TestWhatChangesMeanwhile(t *testing.T) {
	for _, test := range []struct{ name, change, code string }{
		{"skipped", `UPDATE import_processes SET state = 'skipped'`, "account_marked_as_skipped"},
		{"staged again", `UPDATE import_processes SET staging = 'another'`, "import_process_in_progress"},
		{"erased", `UPDATE stagings SET payload = '', purged_at = '2026-01-01 00:00:00.000Z'`, "import_process_does_not_exist"},
		{"imported", `UPDATE import_processes SET state = 'imported', account = 'another', service_account_number = 'A-1'`, "account_already_imported"},
		{"gone", `DELETE FROM import_processes`, "import_process_does_not_exist"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t)
			s.stage("1001")
			id := s.processID("1001")
			held, free, answered := make(chan struct{}), make(chan struct{}), make(chan *apptest.Answer)
			changed := make(chan error)
			go func() {
				changed <- s.Runtime.Writer.Do(func(tx *writer.Tx) error {
					close(held)
					<-free
					_, err := tx.Exec(test.change)
					return err
				})
			}()
			<-held
			go func() { answered <- s.process("1001", "") }()
			for !s.Runtime.Creating.Has(id) {
				time.Sleep(time.Millisecond)
			}
			close(free)
			if err := <-changed; err != nil {
				t.Fatal(err)
			}
			(<-answered).Refused(400, test.code, test.code+" external_account_number")
			if n := s.Count("accounts", ""); n != 0 {
				t.Errorf("%d accounts", n)
			}
		})
	}
}

func TestTheConcurrencyLimit(t *testing.T) {
	s := serve(t, func(c *config.Config) { c.ProcessingLimit = 1 })
	s.stage("1001")
	s.stage("1002")
	if err := s.Runtime.Creating.Begin(s.processID("1001"), 0); err != nil {
		t.Fatal(err)
	}
	answer := s.process("1002", "")
	answer.Refused(http.StatusTooManyRequests, "concurrency_limit_reached")
	if answer.Header.Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q", answer.Header.Get("Retry-After"))
	}
	s.Runtime.Creating.End(s.processID("1001"))
	s.process("1002", "").Expect(http.StatusCreated)
}

func TestFiftyCallersCreateOneAccount(t *testing.T) {
	s := serve(t)
	s.stage("1001")
	statuses := make([]int, 50)
	bodies := make([]string, 50)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() {
			answer := s.process("1001", "")
			statuses[i], bodies[i] = answer.Status, string(answer.Body)
		})
	}
	wg.Wait()
	created := 0
	for i, status := range statuses {
		switch {
		case status == http.StatusCreated:
			created++
		case !strings.Contains(bodies[i], "import_process_in_progress") && !strings.Contains(bodies[i], "account_already_imported"):
			t.Errorf("%d %s", status, bodies[i])
		}
	}
	if created != 1 || s.Count("accounts", "") != 1 {
		t.Errorf("%d callers created %d accounts", created, s.Count("accounts", ""))
	}
}
