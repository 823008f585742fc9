package modules_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// SECURITY.md names the tests that show what it promises. Each of them exists.
func TestThePromisesAreShown(t *testing.T) {
	promises, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	err = filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		tests.Write(source)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(string(promises), -1)
	if len(named) < 40 {
		t.Errorf("%d tests are named", len(named))
	}
	for _, name := range named {
		if !strings.Contains(tests.String(), "func "+name+"(t *testing.T)") {
			t.Errorf("there is no test %s", name)
		}
	}
	for paragraph := range strings.SplitSeq(string(promises), "\n\n") {
		if name, _, isPromise := strings.Cut(strings.TrimPrefix(paragraph, "**"), ".**"); isPromise && strings.HasPrefix(paragraph, "**") && name != "TLS" && !strings.Contains(paragraph, "*Shown by*") {
			t.Errorf("no test shows what is promised of %s", name)
		}
	}
}
