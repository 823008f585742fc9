// Package binary builds the real program for tests, prepares its data folders, and
// waits until it serves.
package binary

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Variable names the environment variable with the absolute path of a program that is
// built already.
const Variable = "DATAIMPORT_E2E_PROGRAM"

// Program is the path of the program under test: that of Variable or, where it is
// absent, of one that is built into the user's cache and shared by all packages of
// this source tree.
func Program() (path string, err error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	if err := dependOnSource(root); err != nil {
		return "", err
	}
	if path := os.Getenv(Variable); path != "" {
		_, err := os.Stat(path)
		return path, err
	}
	return build(root)
}

// build builds the program of a source tree unless it is there and up to date.
func build(root string) (path string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	sum := sha256.Sum256([]byte(root))
	dir := filepath.Join(cache, "dataimport-e2e", "program-"+hex.EncodeToString(sum[:6]))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	unlock, err := Lock(dir + ".lock") // packages are tested side by side: one builds, the others wait
	if err != nil {
		return "", err
	}
	defer unlock()
	path = filepath.Join(dir, "dataimport")
	command := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, ".")
	command.Dir = root
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, output)
	}
	return path, nil
}

// moduleRoot is the folder of go.mod: tests run in the folder of their package.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no folder above this one has a go.mod: run the tests where their source is")
		}
		dir = parent
	}
}

// dependOnSource opens the folders that the program is built from. `go test` notes what
// a test opens, and takes no result from its cache once the files in these folders have
// changed.
func dependOnSource(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || path == root {
			return err
		}
		inSource := strings.TrimPrefix(path, root+string(filepath.Separator))
		switch first, _, _ := strings.Cut(inSource, string(filepath.Separator)); first {
		case "modules", "views", "hooks", "pb_migrations":
			return nil
		}
		return fs.SkipDir
	})
}

// Await returns when a service answers, and reports whether one did within a minute.
func Await(url string) bool {
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) {
		if response, err := http.Get(url + "/api/health"); err == nil {
			_ = response.Body.Close()
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}
