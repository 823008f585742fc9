package hosting

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/archive"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/eventqueue"
	"dataimport/modules/kit/store/replica"
	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/vendors"
)

const restoreHelp = `Bring a backup back into a data folder that has no database yet, while no service runs on it, or the
database of a replica as it was at a moment.

A backup holds the database and files of the dashboard. It does not hold the documents, nor the
key of the vendors' secrets: put secrets.key into the data folder, or name its variable with
--encryptionEnv. A replica has that key, sealed with --replica-key.

With --verify the restored database is read as a whole: its pages, its rows, and its counters
against its rows. Without a backup and a replica, that is the database that is there.`

// restored are the files and folders that restore moves into the data folder: the
// database files, and the folder of the dashboard's files. A backup holds nothing else of
// the service. The main database comes last, because restore can be repeated while it is
// missing.
var restored = []string{core.LocalStorageDirName, "auxiliary.db", dataFile}

const dataFile = database.DataFile

// RestoreCommand is the `restore` command. It takes from app the names of the data folder
// and of the variable with the key. The database must not be open. verify reads a database
// as a whole and tells what it has.
func RestoreCommand(app core.App, storage *replica.Config, verify func(*dbx.DB, io.Writer) error) *cobra.Command {
	var at string
	var verified bool
	command := &cobra.Command{
		Use: "restore [BACKUP.zip]", Short: "Bring a backup, or a replica, back into an empty data folder", Long: restoreHelp, Args: cobra.MaximumNArgs(1),
		Annotations: map[string]string{cli.StandAlone: "yes"},
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			switch {
			case len(args) > 0:
				if err = restore(args[0], app.DataDir()); err == nil {
					cmd.Printf("%s is back in %s.\n", filepath.Base(args[0]), app.DataDir())
				}
			case storage.On():
				err = restoreReplica(cmd, app, storage, at)
			case !verified:
				err = cli.Misuse(errors.New("name a backup, or a replica with --replica"))
			}
			if err == nil && (len(args) > 0 || storage.On()) {
				err = tellMissing(cmd.OutOrStdout(), app)
			}
			if err != nil || !verified {
				return err
			}
			db, err := database.Connect(filepath.Join(app.DataDir(), dataFile))
			if err != nil {
				return err
			}
			defer db.Close()
			return verify(db, cmd.OutOrStdout())
		},
	}
	command.Flags().StringVar(&at, "at", "", "the moment of a replica, as 2026-11-22T10:00:00Z; the latest where it is not given")
	command.Flags().BoolVar(&verified, "verify", false, "read the database as a whole, and compare its counters with its rows")
	return command
}

// restoreReplica brings the database of a replica into the data folder, as it was at a
// moment.
func restoreReplica(cmd *cobra.Command, app core.App, storage *replica.Config, at string) error {
	if err := storage.CheckStorage(); err != nil {
		return err
	}
	if storage.Key == "" && app.EncryptionEnv() != "" {
		storage.Key = documents.Secret(os.Getenv(app.EncryptionEnv()))
	}
	var moment time.Time
	if at != "" {
		var err error
		if moment, err = time.Parse(time.RFC3339, at); err != nil {
			return cli.Misuse(fmt.Errorf("--at must have the form 2026-11-22T10:00:00Z: %w", err))
		}
	}
	if err := makeRoom(app.DataDir()); err != nil {
		return err
	}
	began := time.Now()
	restored, err := replica.Restore(cmd.Context(), storage, app.DataDir(), moment, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	cmd.Printf("The replica is back in %s as it was at %s, after %.1f seconds.\n",
		app.DataDir(), restored.At.Format(time.RFC3339Nano), time.Since(began).Seconds())
	return nil
}

// makeRoom makes a data folder, which must not have a database.
func makeRoom(dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, dataFile)); err == nil {
		return fmt.Errorf("there is a database in %s: restore into another folder, or move it away first", dir)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	database.CloseToOthers(dir)
	return nil
}

// restore unpacks a backup into a temporary folder inside dir, checks its database, and
// only then moves the files to their places.
func restore(backup, dir string) error {
	if err := makeRoom(dir); err != nil {
		return err
	}
	unpacked, err := os.MkdirTemp(dir, ".restore-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(unpacked)
	if err := archive.Extract(backup, unpacked); err != nil {
		return fmt.Errorf("%s cannot be unpacked: %w", backup, err)
	}
	if err := whole(filepath.Join(unpacked, dataFile)); err != nil {
		return fmt.Errorf("%s is not a whole backup: %w", backup, err)
	}
	for _, name := range restored {
		err := os.Rename(filepath.Join(unpacked, name), filepath.Join(dir, name))
		if err != nil && (name == dataFile || !errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	// The folder's former database, if there was one, is another.
	if err := os.Remove(filepath.Join(dir, database.IdentityFile)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// whole checks a complete database file. The file must be a database of PocketBase.
func whole(path string) error {
	if _, err := os.Stat(path); err != nil {
		return errors.New("it has no database")
	}
	db, err := database.Connect(path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := database.CheckIntegrity(db); err != nil {
		return err
	}
	var steps int
	return db.Select("count(*)").From(core.DefaultMigrationsTable).Row(&steps) // an empty file has no such table
}

// tellMissing prints which files a backup does not hold.
func tellMissing(w io.Writer, app core.App) error {
	fmt.Fprintf(w, "Documents are in no backup: those of the data folder belong into %s.\n", filepath.Join(app.DataDir(), documents.DefaultFolder))
	db, err := database.Connect(filepath.Join(app.DataDir(), dataFile))
	if err != nil {
		return err
	}
	defer db.Close()
	box := secrets.NewBox(app)
	codes, err := vendors.Unopened(db, box)
	if err != nil {
		return err
	}
	endpoints, err := eventqueue.Unopened(db, box)
	if err != nil {
		return err
	}
	var closed []string
	if len(codes) > 0 {
		closed = append(closed, "payment vendors: "+strings.Join(codes, ", "))
	}
	if len(endpoints) > 0 {
		closed = append(closed, "event endpoints: "+strings.Join(endpoints, ", "))
	}
	if len(closed) > 0 {
		fmt.Fprintf(w, "WARNING: the key that is here opens no secret of these %s.\n"+
			"Put the %s of the old data folder into %s, or name its variable with --encryptionEnv; or enter these secrets again.\n",
			strings.Join(closed, ", and of these "), secrets.KeyFile, app.DataDir())
	}
	return nil
}
