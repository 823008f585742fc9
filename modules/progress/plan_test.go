package progress

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/apptest"
)

// A page seeks in an index and sorts no accounts, whatever their number.
func TestQueriesSeek(t *testing.T) {
	app := apptest.App(t)
	p := &pages{Runtime: &module.Runtime{App: app, Reader: database.NewReader(app)}}
	s := &settings.Supplier{ID: "s"}
	plan := func(name, query string, args ...any) {
		rows, err := p.Reader.Query(`EXPLAIN QUERY PLAN `+query, args...)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, query)
		}
		defer rows.Close()
		var lines []string
		for rows.Next() {
			var id, parent, unused int
			var line string
			if err := rows.Scan(&id, &parent, &unused, &line); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, line)
			scans := strings.HasPrefix(line, "SCAN") && line != "SCAN audit_log USING INDEX audit_log_created" && line != "SCAN x" && line != "SCAN f" && !strings.Contains(line, "VIRTUAL TABLE") // those are short
			if scans || strings.Contains(line, "TEMP B-TREE") && name != "history" || strings.Contains(line, "AUTOMATIC") {
				t.Errorf("%s: %s", name, line)
			}
		}
		t.Log(name, "\n ", strings.Join(lines, "\n  "))
	}
	for _, f := range []filter{
		{sort: newest}, {sort: oldest}, {sort: upwards}, {state: staged, sort: newest}, {state: skipped, sort: oldest}, {query: "EXT"}, {query: "EXT", state: staged},
		{state: refused}, {code: "required"}, {code: "required", query: "EXT", state: staged},
	} {
		w := p.newKeysetQuery(s, f)
		plan(f.query+" "+f.state+" "+f.code+" "+f.sort, w.query, append(w.args(cursor{"a", "b"}), 26)...)
	}
	plan("names", customersQuery, "s", "a", "b", 500, 5000, "g")
	plan("companies", companiesQuery, "s", "a", "b", 500)
	plan("postcodes", addressesQuery, "s", "a", "b", 500, 5000)
	plan("recent", `SELECT `+eventColumns+` FROM account_events WHERE supplier = ? ORDER BY id DESC LIMIT ?`, "s", 12)
	plan("story", `SELECT `+eventColumns+` FROM account_events WHERE supplier = ? AND external_account_number = ? AND id < ? ORDER BY id DESC LIMIT ?`, "s", "n", "z", 51)
	plan("codes", codesQuery, "s", `["n"]`)
	plan("changes", changesQuery) // reads its index from the end
	plan("history", valuesBeforeQuery, "s", "n", "[]")
}
