package database_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The engine's driver works with exactly one version of its C library, the one in the
// driver's go.mod: see https://gitlab.com/cznic/sqlite/-/issues/177.
func TestTheDriverHasItsOwnLibrary(t *testing.T) {
	list := func(args ...string) string {
		t.Helper()
		output, err := exec.Command("go", append([]string{"list", "-m"}, args...)...).Output()
		if err != nil {
			t.Fatalf("go list -m %v: %v", args, err)
		}
		return strings.TrimSpace(string(output))
	}
	library := list("modernc.org/libc") // the library and its version
	wanted, err := os.ReadFile(list("-f", "{{.GoMod}}", "modernc.org/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(wanted), library+"\n") {
		t.Errorf("the driver wants another version than %s", library)
	}
}
