package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// oldSystem is the supplier whose accounts come from the extracts of an old billing system.
const oldSystem = "ALTSTADT"

//go:embed book.sql
var bookQuery string

// migration shows the way of a book, from extracts to a reconciliation that an auditor signs.
type migration struct {
	*demo
	url string
}

func (m *migration) path(name string) string { return filepath.Join(m.dir, "migration", name) }

func (m *migration) run(ctx context.Context) error {
	x := extracts{customers: max(20, m.accounts/5), today: time.Now()}
	if err := x.write(m.path("extracts"), m.path("totals.json")); err != nil {
		return err
	}
	if err := os.WriteFile(m.path("book.sql"), []byte(bookQuery), 0o644); err != nil {
		return err
	}
	to := []string{"--url", m.url, "--supplier", oldSystem}
	send := append(to, "--team", team)
	build := []string{"book", "build", "--from", m.path("extracts"), "--query", m.path("book.sql"), "--out", m.path("book.ndjson"),
		"--supplier", oldSystem, "--country", "DE", "--orphans", m.path("orphans.csv")}
	book := m.path("book.ndjson")
	totals := []string{"--totals", m.path("totals.json")}
	var rehearsal string
	for _, step := range []struct {
		about string
		do    func() error
	}{
		{"1. Look at the CSV files of an old billing system. A first query is written, with guesses to correct.", func() error {
			return m.call(ctx, 0, "book", "init", m.path("extracts"), "--query", m.path("first.sql"), "--supplier", oldSystem, "--country", "DE")
		}},
		{"2. Make a book with the corrected query. An e-mail address in the extracts is wrong, and a booking has no customer.", func() error {
			return m.call(ctx, 1, build...)
		}},
		{"3. Check the whole book with the service. Nothing is stored.", func() error {
			return m.call(ctx, 1, append([]string{"book", "check", book}, send...)...)
		}},
		{"4. Rehearse the import.", func() (err error) {
			rehearsal, err = m.callForRun(ctx, 1, append([]string{"import", book, "--rehearsal"}, send...)...)
			return err
		}},
		{"5. Take the rehearsal back: the service has none of these accounts again.", func() error {
			return m.call(ctx, 0, "run", "take-back", rehearsal, "--url", m.url)
		}},
		{"6. Import the book, with the control totals of the old system.", func() error {
			return m.call(ctx, 1, append(append([]string{"import", book}, totals...), send...)...)
		}},
		{"7. The e-mail address is corrected in the old system. Build and import again: that account alone is new.", func() error {
			x.corrected = true
			if err := x.write(m.path("extracts"), m.path("totals.json")); err != nil {
				return err
			}
			if err := m.call(ctx, 0, build...); err != nil {
				return err
			}
			return m.call(ctx, 0, append(append([]string{"import", book}, totals...), send...)...)
		}},
		{"8. A month later there are new payments and a note: import what is new, and leave the rest as it is.", func() error {
			x.later = true
			if err := x.write(m.path("extracts"), m.path("totals.json")); err != nil {
				return err
			}
			if err := m.call(ctx, 0, build...); err != nil {
				return err
			}
			return m.call(ctx, 0, append(append([]string{"import", book, "--if-imported", "add"}, totals...), send...)...)
		}},
		{"9. Reconcile: the book, the service and the control totals agree to the cent. The page of the run shows it, for a signature.", func() error {
			return m.call(ctx, 0, append([]string{"reconcile", book, "--out", m.path("agrees.html")}, to...)...)
		}},
		{"10. Reconcile a book in which one amount is a cent too high: the account is named.", func() error {
			if err := m.addCent(book, m.path("changed.ndjson")); err != nil {
				return err
			}
			return m.call(ctx, 1, append([]string{"reconcile", m.path("changed.ndjson"), "--control", m.path("totals.json"), "--out", m.path("differs.html")}, to...)...)
		}},
	} {
		fmt.Printf("\n== %s\n", step.about)
		if err := step.do(); err != nil {
			return err
		}
	}
	return nil
}

// call runs a command, and shows it with what it prints.
func (m *migration) call(ctx context.Context, exit int, args ...string) error {
	_, err := m.callForRun(ctx, exit, args...)
	return err
}

var runID = regexp.MustCompile(`(?m)^run +(\S+)$`)

// callForRun is call for a command that prints the id of its run. The error is that of another
// exit code.
func (m *migration) callForRun(ctx context.Context, exit int, args ...string) (run string, err error) {
	shown := make([]string, len(args))
	for i, arg := range args {
		if shown[i] = arg; strings.Contains(arg, " ") {
			shown[i] = "'" + arg + "'"
		}
	}
	fmt.Printf("$ dataimport %s\n", strings.Join(shown, " "))
	text, err := m.newClient(ctx, args...).Output()
	_, _ = os.Stdout.Write(text)
	code := 0
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		code = failed.ExitCode()
	} else if err != nil {
		return "", err
	}
	if code != exit {
		return "", fmt.Errorf("dataimport %s: exit code %d, and not %d", args[0], code, exit)
	}
	if found := runID.FindSubmatch(text); found != nil {
		run = string(found[1])
	}
	return run, nil
}

var lastAmount = regexp.MustCompile(`"amount":(\d+\.\d)\d`)

// addCent copies a book, and changes the last digit of an amount of its third line.
func (m *migration) addCent(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	at := lastAmount.FindSubmatchIndex(lines[2])
	if at == nil {
		return errors.New("the third line of the book has no amount")
	}
	digit := &lines[2][at[3]]
	*digit = '0' + (*digit-'0'+1)%10
	return os.WriteFile(to, bytes.Join(lines, nil), 0o644)
}
