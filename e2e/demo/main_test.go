package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/e2e/binary"
)

// Each step of the demo ends with the exit code that its heading promises. The two reconciliations
// agree to the cent, and name the one account that differs.
func TestTheDemoShowsEverything(t *testing.T) {
	program, err := binary.Program()
	if err != nil {
		t.Fatal(err)
	}
	d := demo{program: program, dir: filepath.Join(t.TempDir(), "demo"), accounts: 40}
	if err := d.runDemo(t.Context(), "127.0.0.1:0", func(*server, context.Context) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"agrees.html":  {"Everything agrees: 20 accounts."},
		"differs.html": {"19 accounts agree, 1 account differs", "<bdi>0010003</bdi>"},
		"orphans.csv":  {"buchungen.csv"},
	} {
		text, err := os.ReadFile(filepath.Join(d.dir, "migration", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range want {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s lacks %q", name, part)
			}
		}
	}
}
