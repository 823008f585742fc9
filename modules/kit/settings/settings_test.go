package settings_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"dataimport/modules/kit/database"
	"dataimport/modules/kit/database/databasetest"
	"dataimport/modules/kit/settings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// office is a database with a team, a supplier and a client that was granted it.
type office struct {
	*core.BaseApp
	t                      *testing.T
	store                  *settings.Store
	team, supplier, client *core.Record
}

func newOffice(t *testing.T) *office {
	app := databasetest.NewApp(t)
	o := &office{BaseApp: app, t: t, store: settings.NewStore(database.NewReader(app))}
	o.team = o.save("teams", map[string]any{"name": "Night"})
	o.supplier = o.save("suppliers", map[string]any{"code": "ACME", "status": "Ongoing", "default_operations_team": o.team.Id})
	o.client = o.save("api_clients", map[string]any{"name": "Client", "suppliers": []string{o.supplier.Id}})
	return o
}

func (o *office) save(collection string, values map[string]any) *core.Record {
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

func (o *office) must(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

func (o *office) execute(db dbx.Builder, query string) {
	o.t.Helper()
	_, err := db.NewQuery(query).Execute()
	o.must(err)
}

func (o *office) current() *settings.Snapshot {
	o.t.Helper()
	snapshot, err := o.store.Current()
	o.must(err)
	return snapshot
}

// Every change by whomever is seen by the next request, and only then is anything
// read again.
func TestChangesAreSeenAtOnce(t *testing.T) {
	o := newOffice(t)
	other, err := database.Connect(filepath.Join(o.DataDir(), "data.db")) // as another process would
	o.must(err)
	defer other.Close()
	for _, c := range []struct {
		name   string
		change func()
	}{
		{"a team is added", func() { o.save("teams", map[string]any{"name": "Day"}) }},
		{"a team is renamed", func() { o.team.Set("name", "Dawn"); o.must(o.Save(o.team)) }},
		{"a supplier is added", func() { o.save("suppliers", map[string]any{"code": "B", "status": "Paused"}) }},
		{"a supplier is paused", func() { o.supplier.Set("status", "Paused"); o.must(o.Save(o.supplier)) }},
		{"a client is added", func() { o.save("api_clients", map[string]any{"name": "Other"}) }},
		{"a client is disabled", func() { o.client.Set("disabled", true); o.must(o.Save(o.client)) }},
		{"a client is deleted", func() { o.must(o.Delete(o.client)) }},
		{"a supplier is deleted", func() { o.must(o.Delete(o.supplier)) }},
		{"a team is deleted", func() { o.must(o.Delete(o.team)) }},
		{"a raw insert", func() { o.execute(o.DB(), `INSERT INTO teams (id, name) VALUES ('raw', 'Raw')`) }},
		{"a raw update", func() { o.execute(o.DB(), `UPDATE suppliers SET status = 'Complete'`) }},
		{"a raw delete", func() { o.execute(o.DB(), `DELETE FROM api_clients`) }},
		{"another process inserts", func() { o.execute(other, `INSERT INTO api_clients (id, name) VALUES ('other', 'New')`) }},
		{"another process updates", func() { o.execute(other, `UPDATE teams SET name = 'Elsewhere' WHERE id = 'raw'`) }},
		{"another process deletes", func() { o.execute(other, `DELETE FROM suppliers`) }},
		{"a collection got a field", func() {
			teams, err := o.FindCollectionByNameOrId("teams")
			o.must(err)
			teams.Fields.Add(&core.TextField{Name: "motto"})
			o.must(o.Save(teams))
			o.execute(o.DB(), `UPDATE teams SET motto = 'x'`)
		}},
	} {
		before := o.current()
		if o.current() != before {
			t.Errorf("%s: read again without need", c.name)
		}
		c.change()
		if o.current() == before {
			t.Errorf("%s, and nothing is seen", c.name)
		}
	}
}

// A snapshot that a request holds stays as it is, whatever happens meanwhile.
func TestSnapshotDoesNotChange(t *testing.T) {
	o := newOffice(t)
	before := o.current()
	supplier, client := *before.Supplier("ACME"), before.Client(o.client.Id)
	o.execute(o.DB(), `UPDATE suppliers SET status = 'Paused', code = 'OTHER'`)
	o.execute(o.DB(), `DELETE FROM api_clients`)
	o.execute(o.DB(), `DELETE FROM teams`)
	after := o.current()
	if !reflect.DeepEqual(*before.Supplier("ACME"), supplier) || before.Supplier("OTHER") != nil || before.Client(o.client.Id) != client {
		t.Error("the old snapshot has changed")
	}
	if _, exists := before.Team("Night"); !exists {
		t.Error("the old snapshot has lost its team")
	}
	if after.Supplier("OTHER").Status != settings.Paused || after.Supplier("ACME") != nil || after.Client(o.client.Id) != nil {
		t.Error("the new snapshot is the old one")
	}
	if _, exists := after.Team("Night"); exists {
		t.Error("the new snapshot still has the team")
	}
}

// What a transaction sees before it commits is for it alone: should it be rolled
// back, the next revision of the same number is another.
func TestUncommittedChangesAreNotShared(t *testing.T) {
	o := newOffice(t)
	o.current()
	tx, err := o.NonconcurrentDB().(*dbx.DB).DB().Begin()
	o.must(err)
	_, err = tx.Exec(`UPDATE suppliers SET status = 'Paused'`)
	o.must(err)
	inside, err := o.store.Within(tx)
	o.must(err)
	if inside.Supplier("ACME").Status != settings.Paused {
		t.Error("the transaction does not see its own change")
	}
	if o.current().Supplier("ACME").Status != settings.Ongoing {
		t.Error("others see what is not committed")
	}
	o.must(tx.Rollback())
	o.execute(o.DB(), `UPDATE teams SET name = 'Dawn'`)
	if o.current().Supplier("ACME").Status != settings.Ongoing {
		t.Error("others see what was rolled back")
	}
}

func TestTenancy(t *testing.T) {
	o := newOffice(t)
	o.save("suppliers", map[string]any{"code": "RIVAL", "status": "Ongoing"})
	o.save("api_clients", map[string]any{"name": "Nobody"})
	s := o.current()
	client := s.Client(o.client.Id)
	if got := s.SupplierFor(client, "ACME"); got == nil || got != s.SupplierByID(o.supplier.Id) || !client.May(got) {
		t.Errorf("a granted supplier: %v", got)
	}
	for _, code := range []string{"RIVAL", "NONE", "", "acme", "ACME "} {
		if got := s.SupplierFor(client, code); got != nil {
			t.Errorf("%q: the client sees %v", code, got)
		}
	}
	if s.SupplierFor(nil, "ACME") != nil || client.May(nil) || s.Client("none") != nil || s.SupplierByID("none") != nil {
		t.Error("something is made of nothing")
	}
	// A grant that is taken away takes effect, and so does a supplier's end.
	o.client.Set("suppliers", []string{})
	o.must(o.Save(o.client))
	if s := o.current(); s.SupplierFor(s.Client(o.client.Id), "ACME") != nil {
		t.Error("the grant still works")
	}
}

func TestClients(t *testing.T) {
	o := newOffice(t)
	hash := fmt.Sprintf("%064x", 7)
	o.client.Load(map[string]any{"key_hash": hash, "token_key": "secret", "read_only": true, "disabled": true})
	o.must(o.Save(o.client))
	s := o.current()
	got := s.ClientByKeyHash(hash)
	if got == nil || got != s.Client(o.client.Id) || got.Name != "Client" || got.TokenKey != "secret" || !got.ReadOnly || !got.Disabled {
		t.Errorf("got %+v", got)
	}
	o.save("api_clients", map[string]any{"name": "Without a key"})
	if o.current().ClientByKeyHash("") != nil {
		t.Error("a client without a key is found by none")
	}
}

func TestSupplierDefaults(t *testing.T) {
	o := newOffice(t)
	got := o.current().Supplier("ACME")
	if got.Country != "GB" || got.Zone.String() != "UTC" || got.Market != "core" || !got.VerifyDocuments || got.SendEmails || got.DefaultTeam != "Night" || len(got.InternalDomains) != 0 {
		t.Errorf("got %+v", got)
	}
	o.supplier.Load(map[string]any{
		"name": "Acme Ltd", "country": "DE", "market": "gb-energy", "verify_documents": "no", "send_migration_emails": true, "document_root": "root",
		"internal_email_domains": " Acme.com,\tacme.co.uk\r\n,, x.de", "default_operations_team": "",
	})
	o.must(o.Save(o.supplier))
	got = o.current().Supplier("ACME")
	if got.Name != "Acme Ltd" || got.Country != "DE" || got.Market != "gb-energy" || got.VerifyDocuments || !got.SendEmails || got.DocumentRoot != "root" || got.DefaultTeam != "" {
		t.Errorf("got %+v", got)
	}
	if !slices.Equal(got.InternalDomains, []string{"acme.com", "acme.co.uk", "x.de"}) {
		t.Errorf("domains %q", got.InternalDomains)
	}
}

func TestZones(t *testing.T) {
	o := newOffice(t)
	for written, want := range map[string]string{
		"": "UTC", "UTC": "UTC", "Europe/London": "Europe/London", "Australia/Lord_Howe": "Australia/Lord_Howe",
		"Local": "UTC", "Nowhere/Land": "UTC", "../etc/passwd": "UTC", "/etc/localtime": "UTC", "+01:00": "UTC",
	} {
		o.supplier.Set("time_zone", written)
		o.must(o.Save(o.supplier))
		if got := o.current().Supplier("ACME").Zone; got == nil || got.String() != want {
			t.Errorf("%q: got %v, want %s", written, got, want)
		}
	}
}

// Readers beside a writer never see an older state after a newer one.
func TestConcurrentReaders(t *testing.T) {
	o := newOffice(t)
	const changes = 50
	seen := func(last int) int {
		s, err := o.store.Current()
		if err != nil {
			t.Error(err)
			return last
		}
		n, _ := strconv.Atoi(s.Supplier("ACME").Name)
		if n < last {
			t.Errorf("%d is seen after %d", n, last)
		}
		return n
	}
	var done atomic.Bool
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			last := 0
			for !done.Load() {
				last = seen(last)
			}
			if seen(last) != changes {
				t.Error("the last change is not seen")
			}
		})
	}
	for n := range changes {
		o.execute(o.DB(), fmt.Sprintf(`UPDATE suppliers SET name = '%d'`, n+1))
	}
	done.Store(true)
	group.Wait()
}
