// Package databasetest gives tests a real database: PocketBase on a folder of its own,
// opened as the program opens it, with every migration applied.
package databasetest

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"dataimport/modules/kit/store/database"
	_ "dataimport/pb_migrations" // the service's migrations

	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // PocketBase's own migrations
)

// NewApp starts PocketBase on a new folder and stops it when the test ends.
func NewApp(t testing.TB) *core.BaseApp {
	t.Helper()
	folder := t.TempDir()
	files, err := migrated()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	app, err := Start(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Stop(app); err != nil {
			t.Error(err)
		}
	})
	return app
}

// Start starts PocketBase on a folder. It applies only PocketBase's own migrations.
func Start(folder string) (*core.BaseApp, error) {
	app := core.NewBaseApp(core.BaseAppConfig{
		DataDir: folder, DBConnect: database.Connect, DataMaxOpenConns: database.MaxReaders,
	})
	return app, app.Bootstrap()
}

// Stop closes everything that Start opened.
func Stop(app *core.BaseApp) error {
	return app.OnTerminate().Trigger(&core.TerminateEvent{App: app}, func(*core.TerminateEvent) error {
		return app.ClearBootstrap()
	})
}

// migrated holds the data files after all migrations. They are made once for all tests of
// a package, because that takes longer than most tests.
var migrated = sync.OnceValues(func() (map[string][]byte, error) {
	folder, err := os.MkdirTemp("", "migrated")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	app, err := Start(folder)
	if err != nil {
		return nil, err
	}
	if err := app.RunAllMigrations(); err != nil {
		return nil, err
	}
	if err := Stop(app); err != nil { // Stop closes the files, which empties their logs
		return nil, err
	}
	return contents(folder)
})

func contents(folder string) (map[string][]byte, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.db*"))
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte, len(names))
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files[filepath.Base(name)] = content
	}
	return files, nil
}
