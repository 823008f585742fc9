package hooks

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/hook"

	"dataimport/modules/kit/ops/disk"
	"dataimport/modules/kit/ops/hosting"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/replica"
	"dataimport/modules/kit/store/secrets"
)

const (
	// unfinishedFolder is the folder of a backup that is being made. PocketBase's own folder for
	// that is emptied by each command that runs beside the service.
	unfinishedFolder = ".backup"
	// reservedSpace is how many bytes a backup leaves free on the disk, so the service can go on.
	reservedSpace = 512 << 20
)

// bindBackups leaves the key and the documents out of backups, and keeps those of the data folder
// when a backup is restored. The key must not be stored beside the data that it opens. The
// documents are the suppliers', and too large for a nightly copy. It also replaces PocketBase's way
// to make a backup, which delays writes.
func bindBackups(app core.App) {
	stays := func(e *core.BackupEvent) error {
		e.Exclude = append(e.Exclude, secrets.KeyFile, documents.DefaultFolder, unfinishedFolder, hosting.LockFile)
		e.Exclude = append(e.Exclude, replica.LocalFiles...)
		return e.Next()
	}
	app.OnBackupCreate().BindFunc(stays)
	app.OnBackupRestore().BindFunc(stays)
	// It runs last, because it replaces what PocketBase does.
	app.OnBackupCreate().Bind(&hook.Handler[*core.BackupEvent]{Id: "backup", Func: makeBackup, Priority: 999})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		// A crash may have left it.
		if err := os.RemoveAll(filepath.Join(e.App.DataDir(), unfinishedFolder)); err != nil {
			return err
		}
		e.Router.BindFunc(liftDeadlines)
		return e.Next()
	})
	replaceOptimization(app)
}

// liftDeadlines removes the deadlines for requests of backups. To make or send a backup of millions
// of accounts takes longer than the server's time limits. The read deadline is removed for
// superusers alone, who may upload a backup.
func liftDeadlines(e *core.RequestEvent) error {
	if path := e.Request.URL.Path; path == "/api/backups" || strings.HasPrefix(path, "/api/backups/") {
		// An error means that there is no connection, and thus no deadline.
		connection := http.NewResponseController(e.Response)
		_ = connection.SetWriteDeadline(time.Time{})
		if e.HasSuperuserAuth() {
			_ = connection.SetReadDeadline(time.Time{})
		}
	}
	return e.Next()
}

// replaceOptimization replaces PocketBase's nightly job. That job also moves the log into the file
// with the write lock. It holds the lock while a reader is active, up to 10 seconds. The service
// moves the log all the time and keeps it short, so the job need not.
func replaceOptimization(app core.App) {
	app.Cron().MustAdd("__pbDBOptimize__", "0 0 * * *", func() {
		if _, err := app.NonconcurrentDB().NewQuery("PRAGMA optimize").Execute(); err != nil {
			app.Logger().Warn("The statistics of the database cannot be renewed", "error", err)
		}
	})
}

// makeBackup makes the archive in the data folder and moves it to the backups.
func makeBackup(e *core.BackupEvent) error {
	began := time.Now()
	if e.Name == "" {
		e.Name = "pb_backup_" + began.UTC().Format("20060102150405") + ".zip"
	}
	dir := filepath.Join(e.App.DataDir(), unfinishedFolder)
	if err := os.RemoveAll(dir); err != nil { // a crash may have left it
		return err
	}
	if err := checkBackupSpace(e.App.DataDir()); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "backup.zip")
	if err := writeArchive(e, path); err != nil {
		return err
	}
	if err := storeArchive(e, path); err != nil {
		return err
	}
	e.App.Logger().Info("A backup was made", "name", e.Name, "seconds", time.Since(began).Seconds())
	return nil
}

// checkBackupSpace returns an error for a backup that may not fit on the disk. Archives have been a
// fifth of their database. Half of it leaves room for the log, which grows meanwhile.
func checkBackupSpace(dir string) error {
	var needed uint64 = reservedSpace
	for _, name := range []string{dataFile, auxiliaryFile} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		needed += uint64(info.Size()) / 2
	}
	return checkFreeSpace(dir, needed)
}

// checkFreeSpace returns an error where fewer bytes are free on the disk. The answer to the
// dashboard shows an error of this type, and no other.
func checkFreeSpace(dir string, needed uint64) error {
	free, err := disk.Free(dir)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err != nil || free >= needed {
		return err
	}
	return validation.Errors{"name": validation.NewError("validation_no_room",
		fmt.Sprintf("%d MiB are free on the disk of the data folder, and the backup needs %d: make room first.", free>>20, needed>>20))}
}

// storeArchive moves an archive to the place that the settings name.
func storeArchive(e *core.BackupEvent, path string) error {
	if !e.App.Settings().Backups.S3.Enabled {
		if err := moveArchive(e, path); !errors.Is(err, syscall.EXDEV) {
			return err
		}
	}
	to, err := e.App.NewBackupsFilesystem()
	if err != nil {
		return err
	}
	defer to.Close()
	to.SetContext(e.Context)
	file, err := filesystem.NewFileFromPath(path)
	if err != nil {
		return err
	}
	file.OriginalName = e.Name
	return to.UploadFile(file, e.Name)
}

// moveArchive moves an archive into the folder of backups. The error is syscall.EXDEV where that
// folder is on another disk. It removes the attributes that PocketBase has stored for an older file
// of the name.
func moveArchive(e *core.BackupEvent, path string) error {
	kept := filepath.Join(e.App.DataDir(), core.LocalBackupsDirName, e.Name)
	if err := os.MkdirAll(filepath.Dir(kept), 0o700); err != nil {
		return err
	}
	if err := os.Remove(kept + ".attrs"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(path, kept)
}
