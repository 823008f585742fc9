package database_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/modules/kit/store/database"

	"github.com/pocketbase/pocketbase/core"
)

// open starts an application on a folder as the program does, and stops it.
func open(t *testing.T, dir string) error {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	database.KeepPrivate(app)
	database.KeepIdentity(app)
	err := app.Bootstrap()
	if clearErr := app.ClearBootstrap(); clearErr != nil {
		t.Fatal(clearErr)
	}
	return err
}

func TestIdentity(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	data, identity := filepath.Join(dir, database.DataFile), filepath.Join(dir, database.IdentityFile)
	read := func(path string) string {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if err := open(t, dir); err != nil {
		t.Fatal(err)
	}
	first := read(identity)
	if err := open(t, dir); err != nil || read(identity) != first || first == "0\n" {
		t.Errorf("%v: %q was %q", err, read(identity), first)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	whole := read(data)
	expect := func(says string) {
		t.Helper()
		err := open(t, dir)
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), data) {
			t.Errorf("%s: %v", says, err)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(data, "")
	expect("is empty, and it was not before")
	if read(data) != "" {
		t.Error("a database was made")
	}
	write(data, strings.Repeat("no database ", 1000))
	expect("is damaged")
	write(data, whole)
	auxiliary := filepath.Join(dir, "auxiliary.db")
	write(auxiliary, strings.Repeat("no database ", 1000))
	if err := open(t, dir); err == nil || !strings.Contains(err.Error(), auxiliary) || strings.Contains(err.Error(), data) {
		t.Errorf("%v", err)
	}
	if err := os.Remove(auxiliary); err != nil {
		t.Fatal(err)
	}
	write(identity, "1\n")
	expect("is not the one that was here before")
	for _, text := range []string{"", "0", "x", "99999999999"} {
		write(identity, text)
		expect("no identity of a database")
	}
	if err := os.Remove(identity); err != nil {
		t.Fatal(err)
	}
	if err := open(t, dir); err != nil || read(identity) != first {
		t.Errorf("%v: the database has another identity", err)
	}
}
