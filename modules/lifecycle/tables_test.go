package lifecycle_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/testing/apptest"
)

// hasRelation reports whether a collection has a relation to another.
func hasRelation(t *testing.T, app core.App, c *core.Collection, to string) bool {
	t.Helper()
	target, err := app.FindCollectionByNameOrId(to)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(c.Fields, func(f core.Field) bool {
		relation, ok := f.(*core.RelationField)
		return ok && relation.CollectionId == target.Id
	})
}

// listTables lists the tables that refer to an account by its process or its number.
func listTables(tables module.Tables) (names []string) {
	for _, table := range tables.OfAccounts() {
		if table.Key.Account == "" {
			names = append(names, table.Name)
		}
	}
	return names
}

// A new kind, or a new column of one, must also be taken back, exported and erased.
func TestNoCollectionOfAccountsIsForgotten(t *testing.T) {
	app := apptest.App(t)
	collections, err := app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	tables := modules.Tables()
	decided, exported := make(map[string]module.Table), listTables(tables)
	for _, table := range tables.Imported() {
		decided[table.Name] = table
	}
	found := map[string]bool{"accounts": true}
	for _, c := range collections {
		if hasRelation(t, app, c, "accounts") {
			found[c.Name] = true
		}
		byNumber := c.Fields.GetByName("external_account_number") != nil && c.Name != "accounts"
		if about := byNumber || hasRelation(t, app, c, "import_processes"); about != slices.Contains(exported, c.Name) && !found[c.Name] {
			t.Errorf("%s knows accounts: %v, which exports disagree with", c.Name, about)
		}
	}
	if got, want := slices.Sorted(maps.Keys(decided)), slices.Sorted(maps.Keys(found)); !slices.Equal(got, want) {
		t.Errorf("tables %v\nwant   %v", got, want)
	}
	for name, table := range decided {
		columns := table.Classified()
		c, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, field := range c.Fields {
			if !slices.Contains([]string{"id", "account", "created", "updated"}, field.GetName()) {
				want = append(want, field.GetName())
			}
		}
		slices.Sort(columns)
		slices.Sort(want)
		if !slices.Equal(columns, want) {
			t.Errorf("%s\ndecided %v\nhas     %v", name, columns, want)
		}
		for _, column := range strings.Fields(table.JSON) {
			if !slices.Contains(want, column) {
				t.Errorf("%s has no column %s", name, column)
			}
		}
	}
}

// The counters that equal numbers of rows are those of the tables that are marked as counted.
func TestCountersAreThoseOfTables(t *testing.T) {
	s := newService(t)
	s.importBook()
	var names []string
	for _, name := range strings.Split(s.queryText(`SELECT group_concat(name) FROM (SELECT name FROM progress ORDER BY name)`), ",") {
		if name != "staged" && name != "imported" && name != "refused" && !strings.HasPrefix(name, "fault:") {
			names = append(names, name)
		}
	}
	var want []string
	for _, table := range modules.Tables() {
		if table.Counted {
			want = append(want, table.Name)
		}
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("counters %v, tables %v", names, want)
	}
}

// An export, an erasure and a take-back find the rows of an account by an index, in every table. A
// search through a table would hold up all writes.
func TestRowsOfAnAccountAreFoundByAnIndex(t *testing.T) {
	app := apptest.App(t)
	tables := modules.Tables().OfAccounts()
	for i := range tables {
		where, args := tables[i].Condition(module.Identity{SupplierID: "s", ExternalAccountNumber: "1", ProcessID: "p", AccountID: "a"})
		var id, parent, unused int
		var plan string
		err := app.ConcurrentDB().(*dbx.DB).DB().QueryRow(`EXPLAIN QUERY PLAN SELECT id FROM `+tables[i].Name+` WHERE `+where, args...).Scan(&id, &parent, &unused, &plan)
		if err != nil || !strings.HasPrefix(plan, "SEARCH ") {
			t.Errorf("%s: %s %v", tables[i].Name, plan, err)
		}
	}
}
