package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"dataimport/e2e/book"
)

// writeBook writes the book, and its documents into the service's document store.
func (d *demo) writeBook(ctx context.Context) error {
	o := book.Options{
		Supplier: supplier, Team: team, Accounts: d.accounts, Faulty: faulty, Seed: 1, Today: time.Now(),
		Data: true, Documents: true,
	}
	f, err := os.Create(d.bookPath())
	if err != nil {
		return err
	}
	err = writeLines(contextWriter{ctx, f}, o)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	_, err = book.WriteDocuments(filepath.Join(d.dataFolder(), "documents", root), o)
	return err
}

// writeLines writes a book for the market gb-energy: each account has a supply address.
func writeLines(w io.Writer, o book.Options) error {
	buffered := bufio.NewWriter(w)
	for line := range book.Lines(o) {
		if _, err := fmt.Fprintf(buffered, "%s\n", book.AddSupplyAddress(line)); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// contextWriter writes to a file until its context is done.
type contextWriter struct {
	ctx context.Context
	f   *os.File
}

func (u contextWriter) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.f.Write(b)
}

// checkBook checks the book before anything is imported.
func (d *demo) checkBook(ctx context.Context, url string) error {
	return d.runClient(ctx, "book", "check", d.bookPath(), "--url", url, "--supplier", supplier, "--team", team)
}

// importBook imports the book as a run.
func (d *demo) importBook(ctx context.Context, url string) error {
	return d.runClient(ctx, "import", d.bookPath(), "--url", url, "--supplier", supplier, "--team", team, "--results", d.resultsPath())
}

// newClient returns a command of the import client, whose errors and progress are shown.
func (d *demo) newClient(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, d.program, args...)
	command.Env = append(os.Environ(), "DATAIMPORT_KEY="+d.key)
	command.Stderr = os.Stderr
	separateSignals(command)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = stopTime
	return command
}

// exitFaulty is the client's exit code where lines are refused.
const exitFaulty = 1

// runClient runs a command of the import client. It expects that the faulty accounts are refused.
func (d *demo) runClient(ctx context.Context, args ...string) error {
	command := d.newClient(ctx, args...)
	command.Stdout = os.Stdout
	err := command.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == exitFaulty && ctx.Err() == nil {
		return nil
	}
	return err
}
