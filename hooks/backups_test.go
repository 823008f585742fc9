package hooks

import (
	"archive/zip"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/cron"

	"dataimport/modules/kit/testing/databasetest"
)

func TestBackupsHoldNeitherKeyNorDocuments(t *testing.T) {
	app := databasetest.NewApp(t)
	bindBackups(app)
	for _, name := range []string{"secrets.key", "documents/acme/january.pdf", "storage/collection/record/logo.png"} {
		path := filepath.Join(app.DataDir(), name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := app.CreateBackup(t.Context(), "test.zip"); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(app.DataDir(), core.LocalBackupsDirName, "test.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	var names []string
	for _, file := range archive.File {
		names = append(names, file.Name)
	}
	if want := []string{"data.db", "auxiliary.db", "storage/collection/record/logo.png"}; !slices.Equal(names, want) {
		t.Errorf("the backup holds %s", names)
	}
}

// A large backup takes longer than the server's limit for other answers.
func TestBackupsHaveNoDeadline(t *testing.T) {
	const limit = 200 * time.Millisecond
	app := databasetest.NewApp(t)
	bindBackups(app)
	app.OnBackupCreate().BindFunc(func(e *core.BackupEvent) error {
		time.Sleep(3 * limit)
		return e.Next()
	})
	token := newAdminToken(t, app)
	router, err := apis.NewRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	server.Config.ReadTimeout, server.Config.WriteTimeout = limit, limit
	err = app.OnServe().Trigger(&core.ServeEvent{App: app, Router: router, Server: server.Config}, func(e *core.ServeEvent) (err error) {
		server.Config.Handler, err = e.Router.BuildMux()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	server.Start()
	defer server.Close()
	for _, step := range []struct {
		method, path, body string
		want               int
	}{{"POST", "/api/backups", `{"name":"large.zip"}`, http.StatusNoContent}, {"DELETE", "/api/backups/large.zip", "", http.StatusNoContent}} {
		request, err := http.NewRequest(step.method, server.URL+step.path, strings.NewReader(step.body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", token)
		request.Header.Set("Content-Type", "application/json")
		response, err := server.Client().Do(request)
		if err != nil {
			t.Fatalf("%s %s: %v", step.method, step.path, err)
		}
		_ = response.Body.Close()
		if response.StatusCode != step.want {
			t.Errorf("%s %s: %s", step.method, step.path, response.Status)
		}
	}
}

// A failed backup leaves nothing on the disk. The remains of a crash are removed with the next
// backup.
func TestUnfinishedBackupsAreRemoved(t *testing.T) {
	app := databasetest.NewApp(t)
	bindBackups(app)
	dir := filepath.Join(app.DataDir(), unfinishedFolder)
	left := filepath.Join(dir, "backup.zip")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(left, []byte("half of a backup"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := app.CreateBackup(t.Context(), "first.zip"); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := app.CreateBackup(ended, "second.zip"); err == nil {
		t.Error("a backup was made after its time")
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something is left: %v", err)
	}
	kept, err := os.ReadDir(filepath.Join(app.DataDir(), core.LocalBackupsDirName))
	if err != nil || len(kept) != 1 || kept[0].Name() != "first.zip" {
		t.Errorf("there are the backups %s %v", kept, err)
	}
}

// A backup leaves the space that the service needs, and the dashboard shows the reason.
func TestBackupsLeaveRoom(t *testing.T) {
	if err := checkFreeSpace(t.TempDir(), 1); err != nil {
		t.Error(err)
	}
	var shown validation.Errors
	if err := checkFreeSpace(t.TempDir(), 1<<62); !errors.As(err, &shown) || !strings.Contains(err.Error(), "make room first") {
		t.Errorf("without room: %v", err)
	}
}

// PocketBase's nightly job would delay writes while a reader is active.
func TestTheNightlyJobDelaysNoWrites(t *testing.T) {
	app := databasetest.NewApp(t)
	bindBackups(app)
	reading, err := app.ConcurrentDB().(*dbx.DB).DB().BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Rollback() //nolint:errcheck // it has written nothing
	var n int
	if err := reading.QueryRow(`SELECT count(*) FROM teams`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	if _, err := app.NonconcurrentDB().NewQuery(`CREATE TABLE things (n)`).Execute(); err != nil {
		t.Fatal(err)
	}
	jobs := app.Cron().Jobs()
	i := slices.IndexFunc(jobs, func(job *cron.Job) bool { return job.Id() == "__pbDBOptimize__" })
	done := make(chan struct{})
	go func() {
		jobs[i].Run()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second): // half of what it would wait
		t.Error("the job waits for a reader")
		<-done
	}
}

// The folder of backups may be on another disk.
func TestBackupsOnAnotherDisk(t *testing.T) {
	const memory = "/dev/shm"
	other, err := os.MkdirTemp(memory, "backups-")
	if err != nil {
		t.Skip("there is no other disk:", err)
	}
	defer os.RemoveAll(other)
	app := databasetest.NewApp(t)
	bindBackups(app)
	if err := os.Symlink(other, filepath.Join(app.DataDir(), core.LocalBackupsDirName)); err != nil {
		t.Fatal(err)
	}
	if err := app.CreateBackup(t.Context(), "far.zip"); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(other, "far.zip"))
	if err != nil {
		t.Fatal(err)
	}
	_ = archive.Close()
}

// newAdminToken returns the Authorization of a new superuser without a password. Hashing one would
// take a second.
func newAdminToken(t testing.TB, app core.App) string {
	t.Helper()
	superusers, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	superuser := core.NewRecord(superusers)
	superuser.SetEmail("operator@superuser.example")
	if err := app.SaveNoValidate(superuser); err != nil {
		t.Fatal(err)
	}
	token, err := superuser.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	return token
}
