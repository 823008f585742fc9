package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRunWritesABookAndCounts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "book.ndjson")
	var stdout, stderr bytes.Buffer
	args := []string{"-accounts", "40", "-supplier", "NORTHERN", "-faulty", "0.25", "-today", "2026-03-17"}
	if err := run(append(args, "-o", name), &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(written, []byte("\n")); n != 40 || stdout.Len() > 0 {
		t.Errorf("%d lines, %d bytes on standard output", n, stdout.Len())
	}
	if !strings.HasSuffix(stderr.String(), "40 accounts, 30 good, 10 faulty\n") {
		t.Errorf("report: %s", stderr.String())
	}
	if err := run(args, &stdout, &stderr); err != nil || !bytes.Equal(stdout.Bytes(), written) {
		t.Errorf("standard output differs from the file, err = %v", err)
	}
}

func TestRunWritesDocuments(t *testing.T) {
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	args := []string{"-accounts", "20", "-data", "-documents", dir, "-today", "2026-03-17"}
	if err := run(args, &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(stdout.String(), `{"account":{`) || !strings.Contains(stdout.String(), `"statements/0001/2026-01.pdf"`) {
		t.Errorf("book: %s", stdout.String())
	}
	if _, err := os.Stat(filepath.Join(dir, "statements", "0001", "2026-01.pdf")); err != nil {
		t.Error(err)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"-accounts", "many"},
		{"-today", "tomorrow"},
		{"-o", filepath.Join(t.TempDir(), "missing", "book.ndjson")},
	} {
		if err := run(args, new(bytes.Buffer), new(bytes.Buffer)); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
