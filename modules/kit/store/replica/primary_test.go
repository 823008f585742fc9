package replica

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/e2e/services"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"
)

// served is a primary on a database of its own.
type served struct {
	*Primary
	app core.App
	db  *sql.DB
}

func serve(t *testing.T, c *Config, app core.App) *served {
	t.Helper()
	held, err := Begin(t.Context(), c, app.DataDir(), "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	s := &served{app: app, db: app.NonconcurrentDB().(*dbx.DB).DB()}
	if s.Primary, err = Open(t.Context(), app.DataDir(), held, s.db, quiet); err != nil {
		t.Fatal(err)
	}
	return s
}

// write commits a number, and returns the error with which the commit is answered.
func (s *served) write(t *testing.T, n int) error {
	t.Helper()
	if _, err := s.db.Exec(`INSERT INTO things VALUES (?, zeroblob(5000))`, n); err != nil {
		t.Fatal(err)
	}
	return s.Barrier()
}

func countThings(t *testing.T, path string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`SELECT count(*) FROM things`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// In sync mode each write that is answered is in the storage, and the database can be
// restored to every moment.
func TestEachMomentCanBeRestored(t *testing.T) {
	server := services.S3(t)
	c := configOf(server, "moments")
	c.Mode = Sync
	app := databasetest.NewApp(t)
	s := serve(t, c, app)
	if _, err := s.db.Exec(`CREATE TABLE things (n INTEGER PRIMARY KEY, filling)`); err != nil {
		t.Fatal(err)
	}
	const writes = 60
	acknowledged := make([]time.Time, writes)
	for n := range writes {
		if err := s.write(t, n); err != nil {
			t.Fatal(err)
		}
		acknowledged[n] = time.Now()
		time.Sleep(2 * time.Millisecond) // moments are whole milliseconds
	}
	for range 20 {
		n := rand.IntN(writes)
		dir := t.TempDir()
		if _, err := Restore(t.Context(), c, dir, acknowledged[n].Add(time.Millisecond), quiet); err != nil {
			t.Fatal(err)
		}
		if got := countThings(t, filepath.Join(dir, database.DataFile)); got != n+1 {
			t.Errorf("after write %d there are %d rows", n, got)
		}
	}
	if _, err := Restore(t.Context(), c, t.TempDir(), time.Now().Add(-time.Hour), quiet); err == nil {
		t.Error("a moment before the replica was restored")
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// While the storage is away, writes are refused in sync mode after the patience, and what is
// under way is answered with an error. All of it is shipped when the storage is back.
func TestTheStorageIsAway(t *testing.T) {
	server := services.S3(t)
	c := configOf(server, "away")
	c.Mode, c.Patience = Sync, time.Second
	s := serve(t, c, databasetest.NewApp(t))
	if _, err := s.db.Exec(`CREATE TABLE things (n INTEGER PRIMARY KEY, filling)`); err != nil {
		t.Fatal(err)
	}
	if err := s.write(t, 1); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	if err := s.write(t, 2); !errors.Is(err, ErrAway) {
		t.Errorf("a write without the storage: %v", err)
	}
	for deadline := time.Now().Add(20 * time.Second); !errors.Is(s.Ready(), ErrAway); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it stays ready: ", s.Ready())
		}
	}
	if status := s.Status(); status.Failing < c.Patience || status.Lag < c.Patience || status.Error == "" || time.Since(status.Synced) < c.Patience {
		t.Errorf("the status is %+v", status)
	}
	server.Start()
	for deadline := time.Now().Add(20 * time.Second); s.Ready() != nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not recover: ", s.Ready())
		}
	}
	if err := s.write(t, 3); err != nil {
		t.Error(err)
	}
	dir := t.TempDir()
	if _, err := Restore(t.Context(), c, dir, time.Time{}, quiet); err != nil {
		t.Fatal(err)
	}
	if got := countThings(t, filepath.Join(dir, database.DataFile)); got != 3 {
		t.Errorf("the replica has %d rows", got)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// A database that was closed as the replica is goes on where it ended. One that was changed
// since is stored anew. Both are right.
func TestAStartStoresNoWholeCopy(t *testing.T) {
	server := services.S3(t)
	c := configOf(server, "again")
	dir := t.TempDir()
	for round, changed := range []bool{false, false, true, false} {
		app, err := databasetest.Start(dir)
		if err != nil {
			t.Fatal(err)
		}
		if round == 0 {
			if err := app.RunAllMigrations(); err != nil {
				t.Fatal(err)
			}
			if _, err := app.NonconcurrentDB().NewQuery(`CREATE TABLE things (n INTEGER PRIMARY KEY, filling)`).Execute(); err != nil {
				t.Fatal(err)
			}
		}
		s := serve(t, c, app)
		if err := s.write(t, round*10); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.Close(t.Context()), databasetest.Stop(app), s.NoteClosed()); err != nil {
			t.Fatal(err)
		}
		whole := wholeCopies(t, s.chain)
		want := 1 // of the first start
		if round == 3 {
			want = 2
		}
		if whole != want {
			t.Errorf("round %d: %d whole copies were stored, want %d", round, whole, want)
		}
		if changed { // a command works on the folder while no service runs
			app, err := databasetest.Start(dir)
			if err == nil {
				_, err = app.NonconcurrentDB().NewQuery(`INSERT INTO things VALUES (1000, '')`).Execute()
			}
			if err := errors.Join(err, databasetest.Stop(app)); err != nil {
				t.Fatal(err)
			}
		}
	}
	restored := t.TempDir()
	if _, err := Restore(t.Context(), c, restored, time.Time{}, quiet); err != nil {
		t.Fatal(err)
	}
	if got := countThings(t, filepath.Join(restored, database.DataFile)); got != 5 {
		t.Errorf("the replica has %d rows", got)
	}
}

// wholeCopies counts the syncs that stored the whole database.
func wholeCopies(t *testing.T, c *chain) (n int) {
	t.Helper()
	files, err := c.LTXFiles(context.Background(), 0, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	for files.Next() {
		if files.Item().Size > 40_000 {
			n++
		}
	}
	return n
}

func TestWhoMayServe(t *testing.T) {
	server := services.S3(t)
	c := configOf(server, "who")
	c.Lease = 2 * time.Second
	app := databasetest.NewApp(t)
	s := serve(t, c, app)
	for name, dir := range map[string]string{"an empty folder": t.TempDir(), "another database": databasetest.NewApp(t).DataDir()} {
		if _, err := Begin(t.Context(), c, dir, "other", quiet); err == nil {
			t.Errorf("%s is served as the primary", name)
		} else {
			t.Log(err)
		}
	}
	if _, err := Follow(t.Context(), configOf(server, "nothing"), databasetest.NewApp(t).DataDir(), "other", quiet); err == nil {
		t.Error("a standby follows an empty replica in place of its own database")
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestSettingsOfAReplica(t *testing.T) {
	good := func() Config {
		c := DefaultConfig()
		c.URL, c.S3.AccessKey, c.S3.SecretKey, c.Key = "s3://bucket/prefix", "A", "S", "0123456789abcdef0123456789abcdef"
		return c
	}
	for says, change := range map[string]func(*Config){
		"":                     func(*Config) {},
		"s3://bucket/prefix":   func(c *Config) { c.URL = "https://bucket/prefix" },
		"a prefix":             func(c *Config) { c.URL = "s3://bucket/" },
		"--replica-mode":       func(c *Config) { c.Mode = "half" },
		"--replica-patience":   func(c *Config) { c.Patience = 0 },
		"--replica-lease":      func(c *Config) { c.Lease = time.Second },
		"--replica-follow":     func(c *Config) { c.Follow = time.Minute },
		"--replica-snapshots":  func(c *Config) { c.Retention = time.Minute },
		"--replica-detail":     func(c *Config) { c.Detail = 0 },
		"--replica-key":        func(c *Config) { c.Key = "short" },
		"--replica-endpoint":   func(c *Config) { c.S3.Endpoint = "https://host" },
		"--replica-access-key": func(c *Config) { c.S3.AccessKey = "" },
	} {
		c := good()
		change(&c)
		err := c.Check()
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	c := Config{}
	if err := c.Check(); err != nil {
		t.Errorf("no replica: %v", err)
	}
}
