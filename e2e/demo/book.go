package main

import (
	"context"
	"errors"
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
	f, err := os.Create(d.book())
	if err != nil {
		return err
	}
	_, err = book.Write(untilDone{ctx, f}, o)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	_, err = book.WriteDocuments(filepath.Join(d.data(), "documents", root), o)
	return err
}

// untilDone is a file that nobody waits for any more once its context is done.
type untilDone struct {
	ctx context.Context
	f   *os.File
}

func (u untilDone) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.f.Write(b)
}

// importBook runs the import client. That it ends with an error is expected: the
// faulty accounts were refused.
func (d *demo) importBook(ctx context.Context, url string) error {
	command := exec.CommandContext(ctx, d.program, "import", d.book(), "--url", url, "--supplier", supplier, "--team", team)
	command.Env = append(os.Environ(), "DATAIMPORT_KEY="+d.key)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	apart(command)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = stopTime
	err := command.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && ctx.Err() == nil {
		return nil
	}
	return err
}
