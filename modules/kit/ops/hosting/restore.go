package hosting

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/archive"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/eventqueue"
	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/vendors"
)

const restoreHelp = `Bring a backup back into a data folder that has no database yet, while no service runs on it.

A backup holds the database and files of the dashboard. It does not hold the documents, nor the
key of the vendors' secrets: put secrets.key into the data folder, or name its variable with
--encryptionEnv.`

// restored are the files and folders that restore moves into the data folder: the
// database files, and the folder of the dashboard's files. A backup holds nothing else of
// the service. The main database comes last, because restore can be repeated while it is
// missing.
var restored = []string{core.LocalStorageDirName, "auxiliary.db", dataFile}

const dataFile = database.DataFile

// RestoreCommand is the `restore` command. It takes from app the names of the data folder
// and of the variable with the key. The database must not be open.
func RestoreCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use: "restore BACKUP.zip", Short: "Bring a backup back into an empty data folder", Long: restoreHelp, Args: cobra.ExactArgs(1),
		Annotations: map[string]string{cli.StandAlone: "yes"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := restore(args[0], app.DataDir()); err != nil {
				return err
			}
			cmd.Printf("%s is back in %s.\n", filepath.Base(args[0]), app.DataDir())
			return tellMissing(cmd.OutOrStdout(), app)
		},
	}
}

// restore unpacks a backup into a temporary folder inside dir, checks its database, and
// only then moves the files to their places.
func restore(backup, dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, dataFile)); err == nil {
		return fmt.Errorf("there is a database in %s: restore into another folder, or move it away first", dir)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	database.CloseToOthers(dir)
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
