package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

const (
	// DataFile is the name of the database's file in the data folder.
	DataFile = "data.db"
	// auxiliaryFile is the name of the file of the dashboard's log.
	auxiliaryFile = "auxiliary.db"
	// IdentityFile is the name of the file beside the database that has its identity. The
	// file shows that the folder had a database, should that be empty or missing later.
	IdentityFile = "database.id"
)

// KeepIdentity makes app refuse a data folder whose database is gone, damaged, or another
// one. The engine would make a new database in place of an empty or missing file.
func KeepIdentity(app core.App) {
	app.OnBootstrap().BindFunc(func(e *core.BootstrapEvent) error {
		dir := e.App.DataDir()
		known, err := readIdentity(dir)
		if err != nil {
			return err
		}
		if err := checkPresent(dir, known); err != nil {
			return err
		}
		if err := e.Next(); err != nil {
			return describeBootstrap(dir, err)
		}
		return keepIdentity(e.App, known)
	})
}

// readIdentity returns the identity of the folder's database, or 0 where none is kept.
func readIdentity(dir string) (int32, error) {
	path := filepath.Join(dir, IdentityFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	identity, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 32)
	if err != nil || identity == 0 {
		return 0, fmt.Errorf("%s has no identity of a database: remove the file where %s is the right database", path, filepath.Join(dir, DataFile))
	}
	return int32(identity), nil
}

// checkPresent returns an error where the folder had a database and its file is empty or
// missing.
func checkPresent(dir string, known int32) error {
	if known == 0 {
		return nil
	}
	path, state := filepath.Join(dir, DataFile), "is empty"
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		state = "is missing"
	case err != nil:
		return err
	case info.Size() > 0:
		return nil
	}
	return fmt.Errorf("the database %s %s, and it was not before: bring its file back, or restore a backup (dataimport restore --help). "+
		"To begin with an empty database, remove %s", path, state, filepath.Join(dir, IdentityFile))
}

// keepIdentity compares the identity of the database with the one that is kept beside it.
// It gives a database without an identity a new one.
func keepIdentity(app core.App, known int32) error {
	const query = `PRAGMA application_id`
	dir, found := app.DataDir(), int32(0)
	err := app.ConcurrentDB().NewQuery(query).Row(&found) // a command that only reads does not wait for the write lock
	if err == nil && found == 0 && known == 0 {
		err = app.RunInTransaction(func(tx core.App) error {
			if err := tx.DB().NewQuery(query).Row(&found); err != nil || found != 0 {
				return err
			}
			found = 1 + rand.Int32N(1<<31-2)
			_, err := tx.DB().NewQuery(fmt.Sprintf(query+` = %d`, found)).Execute()
			return err
		})
	}
	switch {
	case err != nil:
		return describeDamage(dir, err)
	case known == found:
		return nil
	case known != 0:
		return fmt.Errorf("the database %s is not the one that was here before: bring that one back. "+
			"Where this is the right one, remove %s", filepath.Join(dir, DataFile), filepath.Join(dir, IdentityFile))
	}
	return writeIdentity(dir, found)
}

// writeIdentity writes the file as a whole, so no start finds a part of it.
func writeIdentity(dir string, identity int32) error {
	file, err := os.CreateTemp(dir, IdentityFile+"-")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(file, identity)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), filepath.Join(dir, IdentityFile))
}

// describeBootstrap says which of the two files is damaged, and what to do.
func describeBootstrap(dir string, err error) error {
	read := func(connection *sql.Conn) error {
		return connection.QueryRowContext(context.Background(), `SELECT count(*) FROM sqlite_schema`).Scan(new(int))
	}
	if ClassifyError(err) == Broken && onConsole(context.Background(), filepath.Join(dir, DataFile), read) == nil {
		return fmt.Errorf("%s is damaged or cannot be read: check the disk, then remove this file. "+
			"It has the log that the dashboard shows, and the service makes it anew: %w", filepath.Join(dir, auxiliaryFile), err)
	}
	return describeDamage(dir, err)
}

// describeDamage says what to do where an error shows that the database is damaged.
func describeDamage(dir string, err error) error {
	if ClassifyError(err) != Broken {
		return err
	}
	return fmt.Errorf("the database %s is damaged or cannot be read, so nothing works on it: "+
		"check the disk, then restore a backup (dataimport restore --help): %w", filepath.Join(dir, DataFile), err)
}
