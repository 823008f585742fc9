package hosting

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/testing/databasetest"
)

// backup makes a backup of a database with all migrations. change edits its files as an
// operator could.
func backup(t *testing.T, change func(files map[string][]byte)) (path string) {
	t.Helper()
	app := databasetest.NewApp(t)
	if err := app.CreateBackup(t.Context(), "whole.zip"); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(app.DataDir(), core.LocalBackupsDirName, "whole.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	unpacked := t.TempDir()
	if err := os.CopyFS(unpacked, archive); err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, name := range []string{"data.db", "auxiliary.db"} {
		if files[name], err = os.ReadFile(filepath.Join(unpacked, name)); err != nil {
			t.Fatal(err)
		}
	}
	change(files)
	path = filepath.Join(t.TempDir(), "backup.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	writer := zip.NewWriter(file)
	for name, content := range files {
		w, err := writer.Create(name)
		if err == nil {
			_, err = w.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return strings.Join(list, " ")
}

func TestRestoreLeavesWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secrets.key"), []byte("the old one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "database.id"), []byte("7"), 0o600); err != nil { // of a database that is gone
		t.Fatal(err)
	}
	path := backup(t, func(files map[string][]byte) { files["secrets.key"] = []byte("another") })
	if err := restore(path, dir); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); got != "auxiliary.db data.db secrets.key" {
		t.Errorf("there are %s", got)
	}
	if key, _ := os.ReadFile(filepath.Join(dir, "secrets.key")); string(key) != "the old one" {
		t.Errorf("the key is %q", key)
	}
	if err := restore(path, dir); err == nil || !strings.Contains(err.Error(), "there is a database") {
		t.Error(err)
	}
}

func TestBackupsThatAreNotWhole(t *testing.T) {
	for name, path := range map[string]string{
		"no file":     filepath.Join(t.TempDir(), "nothing.zip"),
		"no database": backup(t, func(files map[string][]byte) { delete(files, "data.db") }),
		"cut off":     backup(t, func(files map[string][]byte) { files["data.db"] = files["data.db"][:len(files["data.db"])/2] }),
		"no SQLite":   backup(t, func(files map[string][]byte) { files["data.db"] = []byte(strings.Repeat("not a database ", 500)) }),
		"empty":       backup(t, func(files map[string][]byte) { files["data.db"] = nil }),
		"outside":     backup(t, func(files map[string][]byte) { files["../../outside.txt"] = []byte("x") }),
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			if err := restore(path, dir); err == nil {
				t.Error("it was restored")
			} else {
				t.Log(err)
			}
			if got := names(t, dir); got != "" {
				t.Errorf("%s is left", got)
			}
			if _, err := os.Stat(filepath.Join(dir, "..", "outside.txt")); err == nil {
				t.Error("a file was written outside")
			}
		})
	}
}
