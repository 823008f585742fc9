// Package binary builds the real program for tests, and finds out when it serves.
package binary

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Build builds the program into a folder of its own; remove deletes that.
func Build() (path string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "dataimport-e2e-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(dir) }
	path = filepath.Join(dir, "dataimport")
	if output, err := exec.Command("go", "build", "-o", path, "dataimport").CombinedOutput(); err != nil {
		remove()
		return "", nil, fmt.Errorf("go build: %w\n%s", err, output)
	}
	return path, remove, nil
}

// Address is one on this machine that nobody listens to.
func Address(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// Await returns when a service answers, and reports whether one did in time.
func Await(url string) bool {
	deadline := time.Now().Add(30 * time.Second)
	for time.Now().Before(deadline) {
		if response, err := http.Get(url + "/api/health"); err == nil {
			_ = response.Body.Close()
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}
