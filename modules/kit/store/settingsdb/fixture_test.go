package settingsdb_test

import (
	"testing"

	"dataimport/hooks"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// fixture is a database with a team, a supplier and a client that was granted it.
type fixture struct {
	*core.BaseApp
	t                      *testing.T
	store                  *settingsdb.Store
	team, supplier, client *core.Record
}

func newFixture(t *testing.T) *fixture {
	app := databasetest.NewApp(t)
	o := &fixture{BaseApp: app, t: t, store: settingsdb.NewStore(database.NewReader(app))}
	hooks.BindSettings(app, o.store)
	o.team = o.save("teams", map[string]any{"name": "Night"})
	o.supplier = o.save("suppliers", map[string]any{"code": "ACME", "status": "Ongoing", "default_operations_team": o.team.Id})
	o.client = o.save("api_clients", map[string]any{"name": "Client", "suppliers": []string{o.supplier.Id}})
	return o
}

func (o *fixture) save(collection string, values map[string]any) *core.Record {
	o.t.Helper()
	c, err := o.FindCollectionByNameOrId(collection)
	if err != nil {
		o.t.Fatal(err)
	}
	record := core.NewRecord(c)
	record.Load(values)
	o.must(o.Save(record))
	return record
}

func (o *fixture) must(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

func (o *fixture) execute(db dbx.Builder, query string) {
	o.t.Helper()
	_, err := db.NewQuery(query).Execute()
	o.must(err)
}

func (o *fixture) current() *settings.Snapshot {
	o.t.Helper()
	snapshot, err := o.store.Current()
	o.must(err)
	return snapshot
}
