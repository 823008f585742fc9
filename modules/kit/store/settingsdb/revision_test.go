package settingsdb_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// What is saved here is seen by the next request, and only then is anything read again.
func TestWhatIsSavedIsSeenAtOnce(t *testing.T) {
	o := newFixture(t)
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
		{"some are saved together", func() {
			o.must(o.RunInTransaction(func(tx core.App) error {
				o.supplier.Set("status", "Complete")
				err := tx.Save(o.supplier)
				o.current() // which is before the commit
				return err
			}))
		}},
		{"a supplier is deleted", func() { o.must(o.Delete(o.supplier)) }},
		{"a team is deleted", func() { o.must(o.Delete(o.team)) }},
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

// What is committed without a word, by SQL or another process, is seen soon.
func TestWhatIsCommittedIsSeenSoon(t *testing.T) {
	o := newFixture(t)
	other, err := database.Connect(filepath.Join(o.DataDir(), "data.db")) // as another process would
	o.must(err)
	defer other.Close()
	teams, err := o.FindCollectionByNameOrId("teams")
	o.must(err)
	teams.Fields.Add(&core.TextField{Name: "motto"})
	o.must(o.Save(teams))
	for _, c := range []struct {
		db        dbx.Builder
		statement string
	}{
		{o.DB(), `INSERT INTO teams (id, name) VALUES ('raw', 'Raw')`},
		{o.DB(), `UPDATE suppliers SET status = 'Complete'`},
		{o.DB(), `DELETE FROM api_clients`},
		{other, `INSERT INTO api_clients (id, name) VALUES ('other', 'New')`},
		{other, `UPDATE teams SET name = 'Elsewhere' WHERE id = 'raw'`},
		{other, `DELETE FROM suppliers`},
		{o.DB(), `UPDATE teams SET motto = 'x'`},
	} {
		before := o.current()
		o.execute(c.db, c.statement)
		time.Sleep(settingsdb.MaxLag)
		after := o.current()
		if after == before {
			t.Errorf("%s, and nothing is seen", c.statement)
		}
		time.Sleep(settingsdb.MaxLag)
		if o.current() != after {
			t.Errorf("%s: read again without need", c.statement)
		}
	}
}

// A snapshot that a request holds stays as it is, whatever happens meanwhile.
func TestSnapshotDoesNotChange(t *testing.T) {
	o := newFixture(t)
	before := o.current()
	supplier, client := *before.Supplier("ACME"), before.Client(o.client.Id)
	o.execute(o.DB(), `UPDATE suppliers SET status = 'Paused', code = 'OTHER'`)
	o.execute(o.DB(), `DELETE FROM api_clients`)
	o.execute(o.DB(), `DELETE FROM teams`)
	o.store.NoteChange()
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
	o := newFixture(t)
	o.current()
	tx, err := o.NonconcurrentDB().(*dbx.DB).DB().Begin()
	o.must(err)
	_, err = tx.Exec(`UPDATE suppliers SET status = 'Paused'`)
	o.must(err)
	inside, err := o.store.Load(tx)
	o.must(err)
	if inside.Supplier("ACME").Status != settings.Paused {
		t.Error("the transaction does not see its own change")
	}
	o.store.NoteChange()
	if o.current().Supplier("ACME").Status != settings.Ongoing {
		t.Error("others see what is not committed")
	}
	o.must(tx.Rollback())
	o.execute(o.DB(), `UPDATE teams SET name = 'Dawn'`)
	o.store.NoteChange()
	if o.current().Supplier("ACME").Status != settings.Ongoing {
		t.Error("others see what was rolled back")
	}
}

// Readers beside a writer never see an older state after a newer one.
func TestConcurrentReaders(t *testing.T) {
	o := newFixture(t)
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
		o.store.NoteChange()
	}
	done.Store(true)
	group.Wait()
}
