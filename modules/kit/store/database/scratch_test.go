package database_test

import (
	"os"
	"testing"

	"dataimport/modules/kit/store/database"
)

// A scratch database works, and leaves no file.
func TestScratch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	db, err := database.OpenScratch()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TABLE things (payload); INSERT INTO things SELECT zeroblob(1000) FROM (WITH RECURSIVE n(i) AS
		(SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 30000) SELECT i FROM n); CREATE INDEX by_payload ON things (payload)`); err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := db.QueryRow(`SELECT count(*) FROM things`).Scan(&n); err != nil || n != 30000 {
		t.Errorf("%d rows, %v", n, err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("files %v, %v", left, err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

func TestScratchWithoutATemporaryFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/none")
	if db, err := database.OpenScratch(); err == nil {
		t.Errorf("opened %v", db)
	}
}
