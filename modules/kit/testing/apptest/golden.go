package apptest

import (
	"bytes"
	"encoding/json/jsontext"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files anew")

// volatile are the values that differ in each run: account numbers, request ids, the
// current day.
var volatile = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`A-[0-9A-HJKMNP-TV-Z]{8}`), `A-XXXXXXXX`},
	{regexp.MustCompile(`"request_id": "[A-Z2-7]+"`), `"request_id": "REQUEST"`},
	{regexp.MustCompile(day(time.Now()) + `T[0-9:.]+Z`), `NOW`},
	{regexp.MustCompile(day(time.Now().Add(time.Hour)) + `T[0-9:.]+Z`), `NOW`}, // for a test that runs past midnight
	{regexp.MustCompile(day(time.Now())), `TODAY`},
	{regexp.MustCompile(day(time.Now().Add(time.Hour))), `TODAY`},
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// Golden compares an answer with testdata/NAME.json; -update writes that file.
func (a *Answer) Golden(t testing.TB, name string) {
	t.Helper()
	got := jsontext.Value(bytes.Clone(a.Body))
	if err := got.Indent(jsontext.WithIndent("  ")); err != nil {
		t.Fatalf("%s: not JSON: %v", name, err)
	}
	text := []byte(got)
	for _, v := range volatile {
		text = v.pattern.ReplaceAll(text, []byte(v.text))
	}
	text = append(text, '\n')
	file := filepath.Join("testdata", name+".json")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, want) {
		t.Errorf("%s differs from what was published:\n%s\nwant\n%s", file, text, want)
	}
}
