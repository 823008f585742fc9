package pb_migrations_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/pocketbase/core"
)

// The refusals of further data and of creations become current faults, unless data of the kind was
// imported since. The counters are those of the faults.
func TestAccountsAreFoundIncomplete(t *testing.T) {
	app, err := databasetest.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = databasetest.Stop(app) })
	var before core.MigrationsList
	for _, step := range core.AppMigrations.Items() {
		if !strings.HasPrefix(step.File, "1763692930_incomplete") {
			before.Add(step)
		}
	}
	up(t, app, before)
	for _, statement := range []string{
		`INSERT INTO import_processes (id, supplier, external_account_number, state, account_created_at) VALUES
			('incomplete', 's', 'incomplete', 'imported', '2024-01-02'), ('mended', 's', 'mended', 'imported', '2024-01-02'),
			('again', 's', 'again', 'imported', '2024-01-05'), ('skipped', 's', 'skipped', 'skipped', ''), ('staged', 's', 'staged', 'staged', ''),
			('later', 's', 'later', 'staged', ''), ('erased', 's', 'erased', 'imported', '2024-01-02')`,
		`INSERT INTO current_faults (id, supplier, external_account_number, code) VALUES ('a', 's', 'skipped', 'required'), ('b', 's', 'never', 'required'), ('c', 's', 'never', 'too_long')`,
		`INSERT INTO progress (id, supplier, name, n) VALUES ('a', 's', 'refused', 2), ('b', 's', 'fault:required', 2), ('c', 's', 'imported', 4)`,
		`INSERT INTO account_events (id, created, supplier, external_account_number, event, step, code, faults) VALUES
			('01', '2024-01-03', 's', 'incomplete', 'notes.refused', 'notes', 'request_failed_validation', '[{"code":"required"},{"code":"required"},{"code":"too_long"}]'),
			('02', '2024-01-03', 's', 'incomplete', 'statements.refused', 'statements', 'request_failed_validation', '[{"code":"required"}]'),
			('03', '2024-01-03', 's', 'mended', 'notes.refused', 'notes', 'request_failed_validation', '[{"code":"required"}]'),
			('04', '2024-01-04', 's', 'mended', 'notes.imported', '', '', ''),
			('05', '2024-01-03', 's', 'again', 'notes.refused', 'notes', 'request_failed_validation', '[{"code":"required"}]'),
			('06', '2024-01-03', 's', 'staged', 'account.refused', 'process', 'request_failed_validation', '[{"code":"operations_team_name_does_not_exist"}]'),
			('07', '2024-01-03', 's', 'later', 'account.refused', 'process', 'internal_error', ''),
			('08', '2024-01-04', 's', 'later', 'account.staged', '', '', ''),
			('09', '2024-01-03', 's', 'erased', 'notes.refused', 'notes', 'request_failed_validation', ''),
			('10', '2024-01-03', 's', 'later', 'account.refused', 'process', 'import_process_in_progress', ''),
			('11', '2024-01-06', 's', 'staged', 'account.taken_back', '', '', '')`,
		`INSERT INTO audit_log (id, created, action, collection, record, label, before) VALUES ('a', '2024-01-06', 'take back', 'import_processes', 'staged', 'staged', '{"service_account_number":"A-1"}')`,
	} {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	// The account was taken back before the refusal at its creation.
	if _, err := app.DB().NewQuery(`UPDATE account_events SET id = '00' WHERE id = '11'`).Execute(); err != nil {
		t.Fatal(err)
	}
	up(t, app, core.AppMigrations)
	for query, want := range map[string]string{
		`SELECT group_concat(external_account_number || ':' || kind || ':' || code, ' ') FROM (SELECT * FROM current_faults ORDER BY external_account_number, kind, code)`: "erased:notes:request_failed_validation incomplete:notes:required incomplete:notes:too_long incomplete:statements:required " +
			"never::required never::too_long staged::operations_team_name_does_not_exist",
		`SELECT group_concat(name || '=' || n, ' ') FROM (SELECT * FROM progress ORDER BY name)`: "fault:operations_team_name_does_not_exist=1 fault:request_failed_validation=1 fault:required=2 fault:too_long=2 " +
			"imported=4 incomplete=2 refused=2 unstaged=1",
		`SELECT group_concat(id || former_number, ' ') FROM account_events WHERE former_number <> ''`: "00A-1",
	} {
		var got string
		if err := app.DB().NewQuery(query).Row(&got); err != nil || got != want {
			t.Errorf("%s:\n got %q\nwant %q %v", query, got, want, err)
		}
	}
}
