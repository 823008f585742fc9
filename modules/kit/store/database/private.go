package database

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/pocketbase/pocketbase/core"
)

// others are the permissions of users who are neither the owner nor in the group.
const others fs.FileMode = 0o007

// KeepPrivate makes app keep its data folder and the files of its databases from other
// users of the machine. It makes the folder for its owner alone. It leaves the
// permissions of the group as an administrator has set them.
func KeepPrivate(app core.App) {
	app.OnBootstrap().BindFunc(func(e *core.BootstrapEvent) error {
		dir := e.App.DataDir()
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		CloseToOthers(dir)
		for _, name := range []string{DataFile, auxiliaryFile} {
			for _, suffix := range []string{"", "-wal", "-shm"} {
				CloseToOthers(filepath.Join(dir, name+suffix))
			}
		}
		return e.Next()
	})
}

// CloseToOthers takes the permissions of others from a file, if it exists. Another owner's
// file stays as it is.
func CloseToOthers(path string) {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&others != 0 {
		err = os.Chmod(path, info.Mode().Perm()&^others)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		slog.Warn("other users of this machine may read the data", "file", path, "error", err)
	}
}
