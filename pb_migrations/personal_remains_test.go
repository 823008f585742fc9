package pb_migrations_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/pocketbase/core"
)

// The answers of mail servers, the checksums of erased customers and the log of requests are gone
// after the upgrade. The rest stays.
func TestPersonalRemainsAreRemoved(t *testing.T) {
	app, err := databasetest.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = databasetest.Stop(app) })
	var before core.MigrationsList
	for _, step := range core.AppMigrations.Items() {
		if !strings.HasPrefix(step.File, "1763691800") {
			before.Add(step)
		}
	}
	up(t, app, before)
	for _, statement := range []string{
		`INSERT INTO outbox (id, state, last_error) VALUES ('a', 'waiting', '550 zoe@example.com'), ('b', 'dead', '550 zoe@example.com'), ('c', 'dropped', 'the account is gone')`,
		`INSERT INTO stagings (id, process, payload, sha256) VALUES ('a', 'erased', '', 'x'), ('b', 'erased', '{}', 'x'), ('c', 'purged', '', 'x')`,
		`INSERT INTO audit_log (id, action, collection, record) VALUES ('a', 'erase', 'import_processes', 'erased')`,
	} {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := app.AuxDB().NewQuery(`INSERT INTO _logs (id, data) VALUES ('a', '{"type":"request","url":"?filter=zoe"}'), ('b', '{"cron":"x"}')`).Execute(); err != nil {
		t.Fatal(err)
	}
	up(t, app, core.AppMigrations)
	for query, want := range map[string]string{
		`SELECT group_concat(last_error) FROM (SELECT last_error FROM outbox ORDER BY id)`: ",the reason is no longer kept,the account is gone",
		`SELECT group_concat(sha256) FROM (SELECT sha256 FROM stagings ORDER BY id)`:       ",x,x",
	} {
		var got string
		if err := app.DB().NewQuery(query).Row(&got); err != nil || got != want {
			t.Errorf("%s: %q %v", query, got, err)
		}
	}
	var logs string
	if err := app.AuxDB().NewQuery(`SELECT group_concat(id) FROM _logs`).Row(&logs); err != nil || logs != "b" {
		t.Errorf("%q %v", logs, err)
	}
}
