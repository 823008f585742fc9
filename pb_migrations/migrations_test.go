package pb_migrations_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/pocketbase/core"
)

// schema returns the definition of every table, index and trigger. It normalises the
// order and quotes of a table's columns, which depend on whether a column was created
// with the table.
func schema(t *testing.T, app core.App) map[string]string {
	t.Helper()
	rows, err := app.DB().NewQuery(`SELECT type || ' ' || name, COALESCE(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'`).Rows()
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := make(map[string]string)
	for rows.Next() {
		var name, definition string
		if err := rows.Scan(&name, &definition); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(name, "table ") {
			parts := strings.Split(strings.NewReplacer("\"", "`", "(", "(, ", ")", ", )").Replace(definition), ", ")
			slices.Sort(parts)
			definition = strings.Join(parts, ", ")
		}
		found[name] = definition
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

func compare(t *testing.T, when string, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if _, there := got[name]; !there {
			t.Errorf("%s: %s is missing", when, name)
		} else if got[name] != want[name] {
			t.Errorf("%s: %s\ngot  %s\nwant %s", when, name, got[name], want[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, there := want[name]; !there {
			t.Errorf("%s: %s is left", when, name)
		}
	}
}

// Each step can be undone, which leaves what there was before it, and done again.
func TestDownAndUpAgain(t *testing.T) {
	app, err := databasetest.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = databasetest.Stop(app) })
	up(t, app, core.MigrationsList{}) // makes the table of the steps that were done
	before := []map[string]string{schema(t, app)}
	var steps core.MigrationsList
	for _, step := range core.AppMigrations.Items() {
		steps.Add(step)
		up(t, app, steps)
		before = append(before, schema(t, app))
	}
	for _, table := range []string{"teams", "suppliers", "api_clients", "import_processes", "progress"} {
		if _, err := app.DB().NewQuery(`INSERT INTO ` + table + ` (id) VALUES ('a')`).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	// PocketBase's sample collection stays removed: anyone could sign up in it.
	maps.DeleteFunc(before[0], func(name, _ string) bool { return name == "table users" || strings.Contains(name, "_pb_users_auth_") })
	last := len(before) - 1
	for n := last - 1; n >= 0; n-- {
		if undone, err := core.NewMigrationsRunner(app, core.AppMigrations).Down(1); err != nil || len(undone) != 1 {
			t.Fatalf("down to step %d: %v %v", n, undone, err)
		}
		compare(t, fmt.Sprintf("down to step %d", n), schema(t, app), before[n])
	}
	up(t, app, core.AppMigrations)
	compare(t, "up again", schema(t, app), before[last])
}

func up(t *testing.T, app core.App, steps core.MigrationsList) {
	t.Helper()
	if _, err := core.NewMigrationsRunner(app, steps).Up(); err != nil {
		t.Fatal(err)
	}
}

// Only superusers see or change records through PocketBase's own interface. API clients
// use the service's interface, and other callers have no access to records.
func TestNoCollectionHasRules(t *testing.T) {
	app := databasetest.NewApp(t)
	collections, err := app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range collections {
		if c.System {
			continue
		}
		for name, rule := range map[string]*string{"list": c.ListRule, "view": c.ViewRule, "create": c.CreateRule, "update": c.UpdateRule, "delete": c.DeleteRule} {
			if rule != nil {
				t.Errorf("%s: the %s rule is %q", c.Name, name, *rule)
			}
		}
	}
}

// Secrets do not leave the server, not even to superusers.
func TestSecretsAreHidden(t *testing.T) {
	app := databasetest.NewApp(t)
	clients, err := app.FindCollectionByNameOrId("api_clients")
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(clients)
	for _, secret := range []string{"key_hash", "token_key"} {
		field := clients.Fields.GetByName(secret)
		if field == nil || !field.GetHidden() {
			t.Errorf("%s is not hidden", secret)
		}
		record.Set(secret, "x")
		if _, shown := record.PublicExport()[secret]; shown {
			t.Errorf("%s is exported", secret)
		}
	}
}

func TestSupplierFields(t *testing.T) {
	app := databasetest.NewApp(t)
	suppliers, err := app.FindCollectionByNameOrId("suppliers")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		field, value string
		taken        bool
	}{
		{"code", "ACME-2024 (north)", true},
		{"code", "Ünïcode", true},
		{"code", "", false},
		{"code", "a/b", false},
		{"code", "a\tb", false},
		{"code", "a\u200bb", false},
		{"status", "Paused", true},
		{"status", "", false},
		{"status", "ongoing", false},
		{"country", "", true},
		{"country", "DE", true},
		{"country", "de", false},
		{"country", "DEU", false},
		{"verify_documents", "maybe", false},
		{"default_operations_team", "nobody", false},
	} {
		record := core.NewRecord(suppliers)
		record.Load(map[string]any{"code": "ACME", "status": "Ongoing", c.field: c.value})
		if err := app.Validate(record); (err == nil) != c.taken {
			t.Errorf("%s %q: %v", c.field, c.value, err)
		}
	}
}

// What must be unique is so in the database itself, however it is written.
func TestUniqueness(t *testing.T) {
	app := databasetest.NewApp(t)
	for _, insert := range []string{
		`INSERT INTO teams (id, name) VALUES (hex(randomblob(7)), 'Team')`,
		`INSERT INTO suppliers (id, code, status) VALUES (hex(randomblob(7)), 'ACME', 'Ongoing')`,
		`INSERT INTO api_clients (id, name, key_hash) VALUES (hex(randomblob(7)), hex(randomblob(7)), 'hash')`,
		`INSERT INTO import_processes (id, supplier, external_account_number) VALUES (hex(randomblob(7)), 's', '1')`,
		`INSERT INTO progress (id, supplier, name) VALUES (hex(randomblob(7)), 's', 'staged')`,
	} {
		if _, err := app.DB().NewQuery(insert).Execute(); err != nil {
			t.Errorf("%s: %v", insert, err)
		}
		if _, err := app.DB().NewQuery(insert).Execute(); err == nil {
			t.Errorf("twice: %s", insert)
		}
	}
	for range 2 { // clients without a key yet
		if _, err := app.DB().NewQuery(`INSERT INTO api_clients (id, name) VALUES (hex(randomblob(7)), hex(randomblob(7)))`).Execute(); err != nil {
			t.Error(err)
		}
	}
}
