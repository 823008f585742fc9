package modules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/testing/databasetest"
)

// columnsOf are the columns of every table of the database, by its name. PocketBase's own
// tables begin with _, those of the engine with sqlite_.
func columnsOf(t *testing.T, app core.App) map[string][]string {
	t.Helper()
	var rows []struct{ Name, Columns string }
	err := app.DB().NewQuery(`SELECT m.name, group_concat(c.name, ' ') AS columns FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE '!_%' ESCAPE '!' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' GROUP BY m.name`).All(&rows)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string][]string)
	for _, row := range rows {
		found[row.Name] = strings.Fields(row.Columns)
	}
	return found
}

// complaintsAbout are the ways in which tables disagree with a database.
func complaintsAbout(tables module.Tables, stored map[string][]string) (complaints []string) {
	owners := make(map[string]int)
	for i := range tables {
		table := &tables[i]
		owners[table.Name]++
		columns, there := stored[table.Name]
		if !there {
			complaints = append(complaints, table.Name+": the database has no such table")
			continue
		}
		classes := make(map[string]int)
		for _, column := range slices.Concat(table.Classified(), table.Unclassified()) {
			classes[column]++
		}
		for _, column := range columns {
			if classes[column] != 1 {
				complaints = append(complaints, table.Name+"."+column+": the column does not have one privacy class")
			}
		}
		for _, column := range slices.Concat(table.Classified(), strings.Fields(table.JSON)) {
			if !slices.Contains(columns, column) {
				complaints = append(complaints, table.Name+"."+column+": the table has no such column")
			}
		}
	}
	for name := range stored {
		if owners[name] != 1 {
			complaints = append(complaints, name+": the table does not have one owner")
		}
	}
	slices.Sort(complaints)
	return complaints
}

// A module that adds a table or a column decides what becomes of it.
func TestEveryTableHasOneOwnerAndEveryColumnOnePrivacyClass(t *testing.T) {
	stored := columnsOf(t, databasetest.NewApp(t))
	if len(stored) < 25 {
		t.Fatalf("only %d tables", len(stored))
	}
	tables := modules.Tables()
	for _, complaint := range complaintsAbout(tables, stored) {
		t.Error(complaint)
	}
	stored["pets"] = []string{"id", "account", "name", "created", "updated"}
	twice := append(slices.Clone(tables), module.Table{Name: "pets", Key: module.Key{Account: "account"}}, module.Table{Name: "notes"}, module.Table{Name: "gone"})
	got := strings.Join(complaintsAbout(twice, stored), "\n")
	for _, want := range []string{"pets.name: the column does not", "notes: the table does not", "notes.body: the column does not", "gone: the database has no"} {
		if !strings.Contains(got, want) {
			t.Errorf("no complaint %q in\n%s", want, got)
		}
	}
	if got := strings.Join(complaintsAbout(tables, stored), "\n"); got != "pets: the table does not have one owner" {
		t.Error(got)
	}
}
