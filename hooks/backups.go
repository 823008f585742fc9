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
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/secrets"
)

const (
	// unfinished is the folder of the backup that is being made. PocketBase's own folder
	// for such things is emptied by each command that runs beside the service.
	unfinished = ".backup"
	// spared is what a backup leaves free on the disk, for the service to go on.
	spared = 512 << 20
)

// backups keeps two things of the data folder out of a backup, and in their place when
// one is brought back: the key, which must not lie beside what it opens, and the
// documents, which are the suppliers' and too large to be copied every night. And it
// makes backups in a way of its own, since PocketBase's holds up writes.
func backups(app core.App) {
	stays := func(e *core.BackupEvent) error {
		e.Exclude = append(e.Exclude, secrets.KeyFile, documents.DefaultFolder, unfinished)
		return e.Next()
	}
	app.OnBackupCreate().BindFunc(stays)
	app.OnBackupRestore().BindFunc(stays)
	// Last, since it takes the place of what PocketBase does.
	app.OnBackupCreate().Bind(&hook.Handler[*core.BackupEvent]{Id: "backup", Func: makeBackup, Priority: 999})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		// What a crash has left.
		if err := os.RemoveAll(filepath.Join(e.App.DataDir(), unfinished)); err != nil {
			return err
		}
		e.Router.BindFunc(unhurried)
		return e.Next()
	})
	optimize(app)
}

// unhurried lets requests for backups take as long as they must: making one of millions
// of accounts, or fetching it, takes longer than the server grants an answer. Only who
// may bring one is waited for; what others get is short.
func unhurried(e *core.RequestEvent) error {
	if path := e.Request.URL.Path; path == "/api/backups" || strings.HasPrefix(path, "/api/backups/") {
		// Where there is no connection there is no deadline.
		connection := http.NewResponseController(e.Response)
		_ = connection.SetWriteDeadline(time.Time{})
		if e.HasSuperuserAuth() {
			_ = connection.SetReadDeadline(time.Time{})
		}
	}
	return e.Next()
}

// optimize takes the place of PocketBase's nightly care of the database, which also
// moves the log into the file: with the write lock, for as long as somebody reads, up to
// 10 seconds. The log needs no such care: it is moved all the time, and kept short.
func optimize(app core.App) {
	app.Cron().MustAdd("__pbDBOptimize__", "0 0 * * *", func() {
		if _, err := app.NonconcurrentDB().NewQuery("PRAGMA optimize").Execute(); err != nil {
			app.Logger().Warn("The statistics of the database cannot be renewed", "error", err)
		}
	})
}

// makeBackup makes the archive in the data folder and brings it to where backups are.
func makeBackup(e *core.BackupEvent) error {
	began := time.Now()
	if e.Name == "" {
		e.Name = "pb_backup_" + began.UTC().Format("20060102150405") + ".zip"
	}
	dir := filepath.Join(e.App.DataDir(), unfinished)
	if err := os.RemoveAll(dir); err != nil { // what a crash has left
		return err
	}
	if err := roomFor(e.App.DataDir()); err != nil {
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
	if err := store(e, path); err != nil {
		return err
	}
	e.App.Logger().Info("A backup was made", "name", e.Name, "seconds", time.Since(began).Seconds())
	return nil
}

// roomFor refuses a backup that may not fit on the disk. Archives have been a fifth of
// their database; half leaves room for the log, which grows meanwhile.
func roomFor(dir string) error {
	var needed uint64 = spared
	for _, name := range []string{dataFile, auxiliaryFile} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		needed += uint64(info.Size()) / 2
	}
	return leaves(dir, needed)
}

// leaves fails where fewer bytes are free on the disk. The answer to the dashboard shows
// such an error, and no other.
func leaves(dir string, needed uint64) error {
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

// store brings an archive to the place that the settings say.
func store(e *core.BackupEvent, path string) error {
	if !e.App.Settings().Backups.S3.Enabled {
		if err := keep(e, path); !errors.Is(err, syscall.EXDEV) {
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

// keep moves an archive into the folder of backups. It need not be copied, unless another
// disk is mounted there. What PocketBase notes beside a file would be that of an older one.
func keep(e *core.BackupEvent, path string) error {
	kept := filepath.Join(e.App.DataDir(), core.LocalBackupsDirName, e.Name)
	if err := os.MkdirAll(filepath.Dir(kept), 0o700); err != nil {
		return err
	}
	if err := os.Remove(kept + ".attrs"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(path, kept)
}
