package hosting

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The system treats two open files of one process as it treats those of two processes.
func TestAFolderIsServedOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	first, err := lockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := describeHolder(first, "127.0.0.1:8090"); err != nil {
		t.Fatal(err)
	}
	host, _ := os.Hostname()
	_, err = lockFolder(dir)
	if err == nil || !strings.Contains(err.Error(), dir+" is served already, by the process ") ||
		!strings.Contains(err.Error(), " on "+host+" at 127.0.0.1:8090: stop that service first") {
		t.Errorf("a second service gets %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := lockFolder(dir)
	if err != nil {
		t.Fatalf("after the first one has ended: %v", err)
	}
	if holder := readHolder(filepath.Join(dir, LockFile)); strings.Contains(holder, "8090") {
		t.Errorf("the holder is %s, which is the former one", holder)
	}
	_ = again.Close()
}

func TestTheHolderOfALockMayBeUnknown(t *testing.T) {
	path := filepath.Join(t.TempDir(), LockFile)
	if err := os.WriteFile(path, nil, 0o600); err != nil { // it is not yet written
		t.Fatal(err)
	}
	if holder := readHolder(path); holder != "another process" {
		t.Errorf("the holder is %s", holder)
	}
}
