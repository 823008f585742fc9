package crash

import (
	"archive/zip"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// unpack restores a backup into a fresh folder.
func unpack(t testing.TB, path string) string {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	dir := t.TempDir()
	for _, file := range archive.File {
		if file.FileInfo().IsDir() || filepath.Dir(file.Name) != "." {
			continue
		}
		from, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		_ = from.Close()
		if err := os.WriteFile(filepath.Join(dir, file.Name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A backup that is made under load is of one moment. It has all data that was
// acknowledged before it began, and no partial data. The service starts on it.
func TestABackupUnderLoad(t *testing.T) {
	t.Parallel()
	_, chosen := dice(t)
	s := newService(t, filepath.Join(t.TempDir(), "data"), 2)
	s.hire()
	l := newLoad(s, chosen, 8)
	s.start()
	l.connect()
	operator := s.operator()
	stop := working(l)
	defer func() { stop() }()
	l.moves(t, 50)
	before := l.record.snapshot()
	if a, err := operator.post("/api/backups", `{"name":"under_load.zip"}`); err != nil || a.status != http.StatusNoContent {
		t.Fatalf("%d %s %v", a.status, a.body, err)
	}
	l.moves(t, 20) // the service goes on
	restored := *s
	restored.dir, restored.process = unpack(t, filepath.Join(s.dir, "backups", "under_load.zip")), nil
	db := open(t, restored.dir)
	consistent(t, db)
	before.isIn(t, read(t, db))
	stop()
	stop = func() {}
	s.kill()
	restored.start()
	t.Cleanup(restored.kill)
	c := restored.client(s.keys[0])
	for number, known := range before.accounts {
		if a, err := c.get(statusPath + number + "/"); known.created && (err != nil || a.member("status") != "COMPLETED") {
			t.Errorf("%s was created before the backup: %d %s %v", number, a.status, a.body, err)
		}
	}
	if a, err := c.post(stagePath, bare("after the backup")); err != nil || a.status != http.StatusCreated {
		t.Errorf("%d %s %v", a.status, a.body, err)
	}
	consistent(t, db)
}
