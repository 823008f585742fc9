package book

import (
	"bytes"
	"encoding/json/v2"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The documents of a book are exactly those that its lines name.
func TestWriteDocumentsMakesWhatLinesName(t *testing.T) {
	o := dataOptions()
	o.Accounts = 250
	named := map[string]bool{}
	for line := range Lines(o) {
		for path, value := range values(t, line) {
			if strings.HasSuffix(path, "_path") {
				named[value.(string)] = true
			}
		}
	}
	root := t.TempDir()
	count, err := WriteDocuments(root, o)
	if err != nil {
		t.Fatal(err)
	}
	if count != len(named) || count > 3*100 {
		t.Errorf("%d documents for %d paths", count, len(named))
	}
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		path, err := filepath.Rel(root, name)
		if path = filepath.ToSlash(path); !named[path] {
			t.Errorf("nobody names %s", path)
		}
		delete(named, path)
		return err
	})
	if err != nil || len(named) > 0 {
		t.Errorf("missing: %v, %v", named, err)
	}
}

// All documents of a faulty line exist, except the one whose absence is the fault.
func TestDocumentsOfFaultyLines(t *testing.T) {
	o := dataOptions()
	for i, f := range slices.Concat(Faults(), DataFaults()) {
		line := f.Line(o, i+1)
		there := map[string]bool{}
		for _, d := range line.documents {
			there[d.Path] = true
		}
		for path, value := range values(t, line) {
			if strings.HasSuffix(path, "_path") && !there[value.(string)] && !strings.HasSuffix(path, line.Attr) {
				t.Errorf("%s: %s is not there, for %s", f.Name, path, line.Attr)
			}
		}
	}
}

func TestNoDocumentsWithoutBeingAsked(t *testing.T) {
	o := dataOptions()
	o.Accounts, o.Documents = 50, false
	if count, err := WriteDocuments(t.TempDir(), o); count != 0 || err != nil {
		t.Errorf("%d documents, %v", count, err)
	}
}

func TestWriteDocumentsReportsItsError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteDocuments(file, dataOptions()); err == nil {
		t.Error("no error")
	}
}

// A reader finds the objects of a PDF by the table at its end.
func TestPDF(t *testing.T) {
	pdf := Document{Title: `Statement (2026-02) \`, Owner: "Accounts Ü-00000001 to 00000100"}.PDF()
	if len(pdf) > 1000 || !bytes.HasPrefix(pdf, []byte("%PDF-1.4\n")) || !bytes.HasSuffix(pdf, []byte("\n%%EOF\n")) {
		t.Fatalf("%d bytes: %s", len(pdf), pdf)
	}
	found := regexp.MustCompile(`startxref\n(\d+)\n`).FindSubmatch(pdf)
	start, err := strconv.Atoi(string(found[1]))
	if err != nil || !bytes.HasPrefix(pdf[start:], []byte("xref\n0 6\n")) {
		t.Fatalf("the table is not at %d", start)
	}
	table := pdf[start+len("xref\n0 6\n"):]
	for i := 1; i <= 5; i++ {
		at, err := strconv.Atoi(string(table[20*i : 20*i+10]))
		if err != nil || !bytes.HasPrefix(pdf[at:], fmt.Appendf(nil, "%d 0 obj\n", i)) {
			t.Errorf("object %d is not at %d", i, at)
		}
	}
	stream := regexp.MustCompile(`(?s)/Length (\d+)>>stream\n(.*)\nendstream`).FindSubmatch(pdf)
	if length, _ := strconv.Atoi(string(stream[1])); length != len(stream[2]) {
		t.Errorf("a stream of %d bytes is said to have %d", len(stream[2]), length)
	}
	for _, text := range []string{`(Statement \(2026-02\) \\) Tj`, `(Accounts ?-00000001 to 00000100) Tj`} {
		if !bytes.Contains(stream[2], []byte(text)) {
			t.Errorf("%s does not show %s", stream[2], text)
		}
	}
}

func TestEachDocumentSaysWhatItIs(t *testing.T) {
	o := dataOptions()
	o.Accounts = 101
	seen := map[string]bool{}
	for d := range Documents(o) {
		if text, err := json.Marshal(d); err != nil || seen[d.Path] || d.Title == "" || !strings.Contains(d.Owner, "D-0000") {
			t.Errorf("%s", text)
		}
		seen[d.Path] = true
	}
	if !seen["statements/0001/2026-02.pdf"] || !seen["statements/0002/2026-02.pdf"] {
		t.Errorf("%v", seen)
	}
}
