package pb_migrations_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/pocketbase/core"
)

// Rows that exist when the migration runs get the supplier of their account.
func TestStoredReferencesGetTheirSupplier(t *testing.T) {
	app, err := databasetest.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = databasetest.Stop(app) })
	var before core.MigrationsList
	for _, step := range core.AppMigrations.Items() {
		if strings.HasPrefix(step.File, "1763690610") {
			break
		}
		before.Add(step)
	}
	up(t, app, before)
	for _, statement := range []string{
		`INSERT INTO accounts (id, supplier, number, external_account_number) VALUES ('a', 's1', 'A-1', '1'), ('b', 's2', 'A-2', '1')`,
		`INSERT INTO account_references (id, account, namespace, value) VALUES ('r1', 'a', 'n', 'v'), ('r2', 'b', 'n', 'v'), ('r3', 'nobody', 'n', 'v')`,
		`INSERT INTO debts (id, account, cais_reference) VALUES ('d1', 'b', 'c')`,
	} {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	up(t, app, core.AppMigrations)
	var got string
	err = app.DB().NewQuery(`SELECT (SELECT group_concat(supplier, ',') FROM (SELECT supplier FROM account_references ORDER BY id)) || ' ' ||
		(SELECT supplier FROM debts)`).Row(&got)
	if err != nil || got != "s1,s2, s2" {
		t.Errorf("%q %v", got, err)
	}
}
