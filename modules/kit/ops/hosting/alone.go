package hosting

import (
	"encoding/json/v2"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pocketbase/pocketbase/core"
)

// LockFile is the name of the file in the data folder that a service locks while it
// serves. The system unlocks it when the service ends, in whatever way.
const LockFile = "serve.lock"

// errLocked says that another process has locked a file.
var errLocked = errors.New("locked by another process")

// servingProcess names the process that serves a data folder.
type servingProcess struct {
	Process int    `json:"process"`
	Host    string `json:"host"`
	Address string `json:"address,omitzero"` // empty until it listens
}

// ServeAlone makes app refuse to serve a data folder that another process serves. Two
// services would deliver each event twice, and remove each other's unfinished backups. The
// folder is locked before the database is opened, so that a second service changes nothing.
func ServeAlone(app core.App) error {
	lock, err := lockFolder(app.DataDir()) // it stays open, and with it the lock, until the process ends
	if err != nil {
		return err
	}
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		if err := describeHolder(lock, e.Server.Addr); err != nil {
			return err
		}
		return e.Next()
	})
	return nil
}

// lockFolder locks a data folder, and makes it where there is none.
func lockFolder(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, LockFile)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(file); err != nil {
		_ = file.Close() // the first error is the useful one
		if errors.Is(err, errLocked) {
			return nil, fmt.Errorf("%s is served already, by %s: stop that service first, or name another folder with --dir", dir, readHolder(path))
		}
		return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
	}
	if err := describeHolder(file, ""); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// describeHolder writes this process into the lock file.
func describeHolder(file *os.File, address string) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	content, err := json.Marshal(servingProcess{os.Getpid(), host, address})
	if err != nil {
		return err
	}
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err = file.WriteAt(append(content, '\n'), 0)
	return err
}

// readServing reads a lock file.
func readServing(path string) (holder servingProcess, err error) {
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, &holder)
	}
	return holder, err
}

// readHolder names the process that holds a lock.
func readHolder(path string) string {
	holder, err := readServing(path)
	switch {
	case err != nil: // the process has locked the file and not yet written it
		return "another process"
	case holder.Address == "":
		return fmt.Sprintf("the process %d on %s", holder.Process, holder.Host)
	}
	return fmt.Sprintf("the process %d on %s at %s", holder.Process, holder.Host, holder.Address)
}
