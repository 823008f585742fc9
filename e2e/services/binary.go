package services

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"dataimport/e2e/binary"
)

// packages are the packages that are built, by the name of the program.
var packages = map[string]string{
	"versitygw":   "github.com/versity/versitygw/cmd/versitygw",
	"stripe-mock": "github.com/stripe/stripe-mock",
}

const hostSystem = runtime.GOOS

// Binary returns the path of a program. It builds the program if it was not built before.
func Binary(t testing.TB, name string) string {
	t.Helper()
	path, err := toolPath(name, hostSystem)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// toolPath is the path of a program for an operating system, alone in its folder.
func toolPath(name, system string) (string, error) {
	tools, err := toolsDir()
	if err != nil {
		return "", err
	}
	versions, err := pinned(tools)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir := filepath.Join(cache, "dataimport-e2e", versions+"-"+system+"-"+runtime.GOARCH, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	unlock, err := binary.Lock(dir + ".lock") // packages are tested side by side: one builds, the others wait
	if err != nil {
		return "", err
	}
	defer unlock()
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	return path, build(tools, name, system, path)
}

// build builds a static program, which also runs in an empty image. The file appears
// under its path only when it is complete.
func build(tools, name, system, path string) error {
	of, known := packages[name]
	if !known {
		return fmt.Errorf("there is no tool %q", name)
	}
	part := path + ".part"
	command := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", part, of)
	command.Dir = tools
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOWORK=off", "GOFLAGS=-mod=readonly -buildvcs=false")
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", of, err, output)
	}
	return os.Rename(part, path)
}

// pinned returns a text that changes with the versions of the programs.
func pinned(tools string) (string, error) {
	hash := sha256.New()
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(tools, name))
		if err != nil {
			return "", err
		}
		hash.Write(content)
	}
	return hex.EncodeToString(hash.Sum(nil)[:6]), nil
}

// toolsDir returns the folder of the tools' module. Tests run in the folder of their
// package, which is in the same tree.
func toolsDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		tools := filepath.Join(dir, "e2e", "services", "tools")
		if _, err := os.Stat(filepath.Join(tools, "go.mod")); err == nil {
			return tools, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("the folder e2e/services/tools is not above this one: run the tests where their source is")
		}
		dir = parent
	}
}
