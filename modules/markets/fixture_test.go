package markets_test

import (
	_ "embed"
	"testing"
	"time"

	"dataimport/modules/accounts"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/testing/databasetest"
	"dataimport/modules/kit/testing/kindtest"
	"dataimport/modules/markets"

	"github.com/pocketbase/pocketbase/core"
)

// energy is a valid account of the market gb-energy, of 6 KB.
//
//go:embed testdata/energy.json
var energy string

// australia is a valid account of the market au-energy, of 17 KB.
//
//go:embed testdata/australia.json
var australia string

const plain = `{"import_supplier": "ACME", "external_account_number": "1", "customers": [{"family_name": "Núñez"}, {"family_name": "王"}]}`

var (
	set  = kindtest.Set
	drop = kindtest.Drop
)

// fixture reads accounts of the supplier ACME with the markets that a database holds.
type fixture struct {
	testing.TB
	app      core.App
	settings *settingsdb.Store
	object   *account.Object
	now      time.Time
}

// newFixture returns a fixture whose supplier has a market.
func newFixture(t testing.TB, market string) *fixture {
	t.Helper()
	app := databasetest.NewApp(t)
	limits := payload.Limits{Items: 10_000, Depth: 64}
	object := account.NewObject(limits, accounts.Section())
	settled := config.Default()
	settled.MaxItems = limits.Items
	object.Add(*markets.Module(&module.Declaration{Config: &settled, Object: object}).Section)
	r := &fixture{t, app, settingsdb.NewStore(database.NewReader(app)), object, time.Date(2024, 7, 1, 12, 0, 0, 0, time.UTC)}
	r.exec(`INSERT INTO suppliers (id, code, status, market) VALUES ('acme', 'ACME', 'Ongoing', '` + market + `')`)
	return r
}

// withSchema returns a fixture whose supplier has a market with this schema.
func withSchema(t testing.TB, schema string) *fixture {
	t.Helper()
	r := newFixture(t, "test")
	r.market("test", schema)
	return r
}

func (r *fixture) exec(query string) {
	r.Helper()
	if _, err := r.app.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
		r.Fatal(err)
	}
	r.settings.NoteChange()
}

// market saves a market under a name as an operator does, without any check.
func (r *fixture) market(name, schema string) {
	r.Helper()
	query := `INSERT OR REPLACE INTO markets (id, name, version, schema) VALUES ({:name}, {:name}, '7', {:schema})`
	if _, err := r.app.NonconcurrentDB().NewQuery(query).Bind(map[string]any{"name": name, "schema": schema}).Execute(); err != nil {
		r.Fatal(err)
	}
	r.settings.NoteChange()
}

func (r *fixture) current() *settings.Snapshot {
	r.Helper()
	snapshot, err := r.settings.Current()
	if err != nil {
		r.Fatal(err)
	}
	return snapshot
}

// read reads an account that is strict JSON.
func (r *fixture) read(document string) (*account.Payload, fault.List) {
	r.Helper()
	read, err := r.object.Understand([]byte(document), r.current(), nil, r.now)
	if err != nil {
		r.Fatal(err)
	}
	return read, read.Faults()
}

// faults fails the test unless a document with edits has these faults.
func (r *fixture) faults(t testing.TB, document string, edits []kindtest.Edit, want ...string) {
	t.Helper()
	_, faults := r.read(kindtest.With(t, document, edits...))
	kindtest.Want(t, faults, want...)
}
