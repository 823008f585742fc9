package hooks

import (
	"archive/zip"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/database/databasetest"
)

func TestBackupsHoldNeitherKeyNorDocuments(t *testing.T) {
	app := databasetest.NewApp(t)
	backups(app)
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
