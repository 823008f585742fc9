package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const releasedVersion = "v9.8.7"

// release makes a release for this machine's own target from a copy of the source, and
// returns the program.
func release(t *testing.T, source string) (path string) {
	t.Helper()
	dist, target := t.TempDir(), runtime.GOOS+"/"+runtime.GOARCH
	build := exec.Command("make", "release", "VERSION="+releasedVersion, "COMMIT=0123456789ab", "DIST="+dist, "TARGETS="+target)
	build.Dir = source
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("make release: %v\n%s", err, output)
	}
	check := exec.Command("sha256sum", "--check", "--strict", "sha256sums")
	check.Dir = dist
	if output, err := check.CombinedOutput(); err != nil {
		t.Errorf("sha256sum: %v\n%s", err, output)
	}
	return filepath.Join(dist, "dataimport-"+releasedVersion+"-"+strings.ReplaceAll(target, "/", "-"))
}

// The same source in two folders makes the same bytes.
func TestReleaseIsReproducible(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("NOT TESTED: sha256sum is a program of Linux")
	}
	elsewhere := filepath.Join(t.TempDir(), "another place")
	tracked, err := exec.Command("git", "-C", "..", "ls-files", "--cached", "--others", "--exclude-standard", "-z").Output()
	if err != nil {
		t.Skipf("NOT TESTED: the source is in no clone: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(tracked), "\x00"), "\x00") {
		if _, err := os.Stat(filepath.Join("..", name)); err == nil { // unless it was just removed
			put(t, filepath.Join("..", name), filepath.Join(elsewhere, name))
		}
	}
	var programs [][]byte
	for _, source := range []string{"..", elsewhere} {
		path := release(t, source)
		program, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, program)
		said, err := exec.Command(path, "--version").CombinedOutput()
		want := "dataimport version " + releasedVersion + " (commit 0123456789ab, go1."
		if err != nil || !strings.HasPrefix(string(said), want) {
			t.Errorf("--version: %v %q", err, said)
		}
	}
	if !bytes.Equal(programs[0], programs[1]) {
		t.Error("the same source made two programs")
	}
	here, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(programs[0], []byte(here)) {
		t.Error("the program names a path of this machine")
	}
}
