package database_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"
)

// The check finds damage in pages that no query reads.
func TestDamageIsFound(t *testing.T) {
	app := databasetest.NewApp(t)
	check := database.NewDamageCheck(app)
	if err := check.CheckStart(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := check.Err(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var page int64
	if err := app.DB().NewQuery(`SELECT rootpage FROM sqlite_schema WHERE name = 'customers'`).Row(&page); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(filepath.Join(app.DataDir(), database.DataFile), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteAt([]byte(strings.Repeat("damage! ", 512)), (page-1)*4096); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err := check.Err(t.Context()); err != nil {
		t.Errorf("known before it is looked for: %v", err)
	}
	fresh := database.NewDamageCheck(app)
	if err := fresh.CheckStart(); err == nil || !strings.Contains(err.Error(), "restore a backup") {
		t.Errorf("at the start: %v", err)
	}
	var found error
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	fresh.Run(ctx, func(err error) { found = err }) // ends when it has found it
	if database.ClassifyError(found) != database.Broken || !errors.Is(fresh.Err(context.Background()), found) {
		t.Errorf("%v", found)
	}
}
