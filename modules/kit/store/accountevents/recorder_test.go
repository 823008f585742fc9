package accountevents_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/databasetest"
)

// fixture has the supplier "acme" and a recorder.
type fixture struct {
	testing.TB
	db       *dbx.DB
	writer   *writer.Writer
	recorder *accountevents.Recorder
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	app := databasetest.NewApp(t)
	db := app.NonconcurrentDB().(*dbx.DB)
	r := &fixture{TB: t, db: db, writer: writer.New(db.DB(), settingsdb.NewStore(database.NewReader(app)).BeginTransaction)}
	r.recorder = accountevents.NewRecorder(r.writer, slog.Default())
	t.Cleanup(func() { r.recorder.Close(); r.writer.Close() })
	r.exec(`INSERT INTO suppliers (id, code, status) VALUES ('acme', 'ACME', 'Ongoing')`)
	return r
}

func (r *fixture) exec(query string) {
	r.Helper()
	if _, err := r.db.NewQuery(query).Execute(); err != nil {
		r.Fatal(err)
	}
}

// is fails the test unless the query returns want, with rows and columns joined.
func (r *fixture) is(query, want string) {
	r.Helper()
	r.recorder.Flush()
	var got string
	if err := r.db.NewQuery(`SELECT coalesce(group_concat(line, ' '), '') FROM (` + query + `)`).Row(&got); err != nil {
		r.Fatal(err)
	}
	if got != want {
		r.Errorf("%s\n got %q\nwant %q", query, got, want)
	}
}

const (
	events   = `SELECT event || ':' || step || ':' || items || ':' || code AS line FROM account_events ORDER BY rowid`
	current  = `SELECT external_account_number || ':' || code AS line FROM current_faults ORDER BY 1`
	counters = `SELECT name || '=' || n AS line FROM progress WHERE n <> 0 ORDER BY name`
)

func (r *fixture) record(e accountevents.Event) {
	r.Helper()
	e.SupplierID = "acme"
	if err := r.writer.Do(func(tx *writer.Tx) error { return accountevents.Record(tx, e) }); err != nil {
		r.Fatal(err)
	}
}

// answer has the recorder record an answer about an account of "acme".
func (r *fixture) answer(number string, at time.Time, step string, err error) {
	r.recorder.RecordAnswer(&accountevents.Answer{
		SupplierID: "acme", ExternalAccountNumber: number, ClientID: "client", Step: step, At: at, Err: err,
	})
}

func invalid(codes ...string) error {
	var list fault.List
	for _, code := range codes {
		list = append(list, fault.Fault{Code: code, Attr: "x"})
	}
	return fault.Invalid(fault.AccountFailedValidation, list)
}

func TestAnAccountsFaultsAreThoseOfItsLastCheck(t *testing.T) {
	r := newFixture(t)
	now := time.Now().UTC()
	r.answer("1", now, accountevents.StageStep, invalid("required", "too_long", "required"))
	r.answer("2", now, accountevents.ValidateStep, invalid("required"))
	r.is(current, "1:required 1:too_long 2:required")
	r.is(counters, "fault:required=2 fault:too_long=1 refused=2 unstaged=2")

	r.answer("1", now, accountevents.ProcessStep, invalid("invalid_email"))
	r.answer("2", now, accountevents.ValidateStep, nil)
	r.is(current, "1:invalid_email")
	r.is(counters, "fault:invalid_email=1 refused=1 unstaged=1")

	r.record(accountevents.Event{Name: accountevents.Staged, ExternalAccountNumber: "1", At: now})
	r.is(current, "")
	r.is(counters, "")
	r.is(events, "account.refused:stage:0:account_failed_validation account.refused:validate:0:account_failed_validation "+
		"account.refused:process:0:account_failed_validation account.validated:validate:0: account.staged::0:")
}

// An imported account is incomplete while further data of it is refused. It counts once for each
// code, and is complete when data of the kind is imported or when it is taken back.
func TestAnAccountIsIncompleteUntilItsDataIsImported(t *testing.T) {
	r := newFixture(t)
	r.exec(`INSERT INTO import_processes (id, supplier, external_account_number, state) VALUES ('p', 'acme', '1', 'imported'), ('q', 'acme', '2', 'staged')`)
	now := time.Now().UTC()
	refusal := fault.Invalid(fault.RequestFailedValidation, fault.List{{Code: "path_does_not_exist_in_file_store"}, {Code: "required"}})
	r.answer("1", now, "notes", refusal)
	r.answer("1", now, "statements", fault.Invalid(fault.RequestFailedValidation, fault.List{{Code: "required"}}))
	r.answer("2", now, "notes", refusal) // it is not imported
	r.is(`SELECT external_account_number || ':' || kind || ':' || code AS line FROM current_faults ORDER BY 1`,
		"1:notes:path_does_not_exist_in_file_store 1:notes:required 1:statements:required")
	r.is(counters, "fault:path_does_not_exist_in_file_store=1 fault:required=1 incomplete=1")

	r.record(accountevents.Event{Name: "notes.imported", ExternalAccountNumber: "1"})
	r.record(accountevents.Event{Name: accountevents.Validated, ExternalAccountNumber: "1"})
	r.is(counters, "fault:required=1 incomplete=1")
	r.answer("1", now.Add(-time.Minute), "notes", refusal) // it was recorded late
	r.is(counters, "fault:required=1 incomplete=1")
	r.answer("1", now, "statements", fault.Refused(fault.SupplierNotOngoing, "import_supplier", ""))
	r.is(counters, "fault:required=1 incomplete=1")
	r.record(accountevents.Event{Name: accountevents.TakenBack, ExternalAccountNumber: "1", ServiceAccountNumber: "A-1"})
	r.is(counters, "")
	r.is(`SELECT former_number AS line FROM account_events WHERE former_number <> ''`, "A-1")
}

// A refusal to create an account is a fault of the account, also where its data is valid. A skipped
// account has none.
func TestARefusalToCreateAnAccountIsAFault(t *testing.T) {
	r := newFixture(t)
	r.exec(`INSERT INTO import_processes (id, supplier, external_account_number, state) VALUES ('p', 'acme', '1', 'staged')`)
	now := time.Now().UTC()
	r.answer("1", now, accountevents.ProcessStep, fault.InvalidRequest(fault.List{{Code: fault.TeamDoesNotExist}}))
	r.is(counters, "fault:operations_team_name_does_not_exist=1 refused=1")
	r.exec(`UPDATE import_processes SET state = 'skipped'`)
	r.record(accountevents.Event{Name: accountevents.Skipped, ExternalAccountNumber: "1"})
	r.answer("1", now, accountevents.ValidateStep, invalid("required"))
	r.is(counters, "")
}

// A refusal is recorded after its answer. By then newer data of the account may have been
// found valid.
func TestARefusalOfBeforeDoesNotUndoWhatCameAfterIt(t *testing.T) {
	r := newFixture(t)
	now := time.Now().UTC()
	r.record(accountevents.Event{Name: accountevents.Staged, ExternalAccountNumber: "1", At: now})
	r.answer("1", now.Add(-time.Second), accountevents.StageStep, invalid("required"))
	r.is(current, "")
	r.exec(`INSERT INTO import_processes (id, supplier, external_account_number, state) VALUES ('p', 'acme', '2', 'imported')`)
	r.answer("2", now, accountevents.ValidateStep, invalid("required"))
	r.is(current, "")
	r.is(counters, "")
}

func TestWhatIsRecordedOfAnAnswer(t *testing.T) {
	r := newFixture(t)
	now := time.Now().UTC()
	busy := fault.New(429, fault.Throttled, "")
	for _, a := range []accountevents.Answer{
		{SupplierID: "acme", ExternalAccountNumber: "1", Step: accountevents.StageStep}, // the write has recorded it
		{SupplierID: "acme", ExternalAccountNumber: "1", Step: accountevents.StageStep, Err: busy},
		{SupplierID: "acme", ExternalAccountNumber: "1", Step: accountevents.StageStep, Err: fmt.Errorf("x: %w", writer.ErrBusy)},
		{SupplierID: "acme", ExternalAccountNumber: "1", Step: accountevents.StageStep, Err: writer.ErrClosed},
		{SupplierID: "acme", ExternalAccountNumber: "1", Step: "notes", Err: fault.New(503, "document_store_unavailable", "")},
		{SupplierID: "acme", Step: accountevents.StageStep, Err: invalid("required")},
		{ExternalAccountNumber: "1", Step: accountevents.StageStep, Err: invalid("required")},
	} {
		a.At = now
		r.recorder.RecordAnswer(&a)
	}
	r.is(events, "")
	r.answer("1", now, "notes", fault.Invalid(fault.RequestFailedValidation, fault.List{{Code: "required"}}))
	r.answer("1", now, accountevents.ProcessStep, fault.Refused(fault.AccountAlreadyImported, "x", ""))
	r.is(current, "")
	r.answer("1", now, accountevents.ProcessStep, fmt.Errorf("a secret cause"))
	r.is(events, "notes.refused:notes:0:request_failed_validation account.refused:process:0:account_already_imported account.refused:process:0:internal_error")
	r.is(current, "1:internal_error")
	r.is(`SELECT client || faults AS line FROM account_events WHERE event = 'notes.refused'`, `client[{"detail":"","code":"required","attr":""}]`)
}

func TestOnlySoManyFaultsOfAnEventAreKept(t *testing.T) {
	r := newFixture(t)
	r.answer("1", time.Now().UTC(), accountevents.StageStep, invalid(strings.Fields(strings.Repeat("required ", 1000))...))
	r.is(`SELECT json_array_length(faults) AS line FROM account_events`, "100")
}

// A flood of refusals makes no request wait, and no event is recorded after the end.
func TestAFloodOfRefusals(t *testing.T) {
	r := newFixture(t)
	now := time.Now().UTC()
	for i := range 20_000 {
		r.answer(fmt.Sprint(i%10), now, accountevents.StageStep, invalid("required"))
	}
	r.is(current, "0:required 1:required 2:required 3:required 4:required 5:required 6:required 7:required 8:required 9:required")
	r.is(counters, "fault:required=10 refused=10 unstaged=10")
	r.recorder.Close()
	r.answer("late", now, accountevents.StageStep, invalid("required"))
	r.is(`SELECT count(*) AS line FROM account_events WHERE external_account_number = 'late'`, "0")
}
