package bookbuild_test

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/ops/config"
)

var update = flag.Bool("update", false, "write the golden files")

// run runs a command as the program does, and returns what it prints and its exit code.
func run(t *testing.T, args ...string) (output string, code int) {
	t.Helper()
	settings := config.Default()
	for _, command := range modules.StandAloneCommands(&module.Declaration{Config: &settings}) {
		if command.Name() != "book" {
			continue
		}
		var out bytes.Buffer
		command.SetOut(&out)
		command.SetErr(&out)
		command.SetArgs(args)
		err := command.Execute()
		if err != nil {
			out.WriteString("error: " + err.Error() + "\n")
		}
		return out.String(), cli.ExitCode(err)
	}
	t.Fatal("there is no command book")
	return "", 0
}

// folder is a folder of extracts with a query, and the files that a build makes of them.
type folder struct {
	*testing.T
	dir, extracts string
}

func newFolder(t *testing.T, files map[string]string) *folder {
	t.Helper()
	f := &folder{T: t, dir: t.TempDir()}
	f.extracts = filepath.Join(f.dir, "extracts")
	if err := os.Mkdir(f.extracts, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		f.write("extracts/"+name, content)
	}
	return f
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, name) }

func (f *folder) write(name, content string) {
	f.Helper()
	if err := os.WriteFile(f.path(name), []byte(content), 0o600); err != nil {
		f.Fatal(err)
	}
}

// read returns a file, empty where there is none.
func (f *folder) read(name string) string {
	f.Helper()
	content, err := os.ReadFile(f.path(name))
	if err != nil && !os.IsNotExist(err) {
		f.Fatal(err)
	}
	return string(content)
}

// build builds a book by a query, which is written where it is not empty.
func (f *folder) build(query string, more ...string) (output string, code int) {
	f.Helper()
	if query != "" {
		f.write("book.sql", query)
	}
	args := []string{"build", "--from", f.extracts, "--query", f.path("book.sql"), "--out", f.path("book.ndjson"), "--orphans", f.path("orphans.csv")}
	output, code = run(f.T, append(args, more...)...)
	f.checkNothingIsLeft()
	return strings.ReplaceAll(output, f.dir+"/", ""), code
}

// checkNothingIsLeft fails the test where a scratch database or half a file is left, since
// they have personal data.
func (f *folder) checkNothingIsLeft() {
	f.Helper()
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		f.Fatal(err)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") || strings.HasSuffix(entry.Name(), ".part") {
			f.Errorf("%s is left", entry.Name())
		}
	}
}

// errorsOf are the faults of the report, as "line code attr" or "file line code".
func (f *folder) errorsOf() []string {
	f.Helper()
	var list []string
	for text := range strings.Lines(f.read("book.ndjson.faults.ndjson")) {
		var reported struct {
			Line   jsontext.Value `json:"line"`
			File   string         `json:"file"`
			Code   string         `json:"code"`
			Errors []struct {
				Code string `json:"code"`
				Attr string `json:"attr"`
			} `json:"errors"`
		}
		if err := json.Unmarshal([]byte(text), &reported); err != nil {
			f.Fatal(err)
		}
		if reported.File != "" {
			list = append(list, reported.File+" "+string(reported.Line)+" "+reported.Code)
		}
		for _, fault := range reported.Errors {
			list = append(list, string(reported.Line)+" "+fault.Code+" "+fault.Attr)
		}
	}
	return list
}

func (f *folder) expectErrors(want ...string) {
	f.Helper()
	if got := f.errorsOf(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		f.Errorf("faults\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var duration = regexp.MustCompile(`\([0-9.ms]+\)\.`)

// golden compares a text with a golden file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = duration.ReplaceAllString(got, "(1s).")
	path := filepath.Join("testdata", "expected", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s\n(-update writes it)", name, got, want)
	}
}
