// Command demo shows the service at work: a fresh data folder, a supplier, a team
// and an API client, a book of realistic accounts, some of them faulty on purpose,
// imported through the public interface by the import client. It leaves the
// service running until it is interrupted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"dataimport/e2e/book"
)

const (
	supplier = "DEMO"
	team     = "Demo operations"
	email    = "demo@example.com"
	password = "demo-password"
	faulty   = 0.03 // the share of the book's accounts that must be refused
)

func main() {
	log.SetFlags(0)
	accounts := flag.Int("accounts", 1000, "accounts in the book")
	program := flag.String("program", "bin/dataimport", "the service's program")
	dir := flag.String("dir", "demo", "folder of the demo; what it made there before is deleted")
	address := flag.String("http", "127.0.0.1:8090", "address of the service; another free port is taken where this one is in use")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	d := demo{program: *program, dir: *dir, accounts: *accounts}
	if err := d.run(ctx, *address); err != nil && ctx.Err() == nil {
		log.Fatal("demo: ", err)
	}
}

type demo struct {
	program  string
	dir      string
	accounts int
	key      string
}

func (d *demo) run(ctx context.Context, address string) error {
	if err := d.fresh(); err != nil {
		return err
	}
	fmt.Println("Setting up a supplier, a team and an API client ...")
	if err := d.setUp(ctx); err != nil {
		return err
	}
	server, err := d.serve(ctx, address)
	if err != nil {
		return err
	}
	defer server.stop()
	fmt.Printf("Writing a book of %d accounts, %.0f %% of them faulty on purpose ...\n", d.accounts, faulty*100)
	path, err := d.writeBook()
	if err != nil {
		return err
	}
	if err := d.importBook(ctx, server.url, path); err != nil {
		return err
	}
	d.tell(server.url, path)
	return server.wait(ctx)
}

// fresh makes an empty folder. One that holds anything else than a demo stays as
// it is.
func (d *demo) fresh() error {
	mark := filepath.Join(d.dir, ".demo")
	if _, err := os.Stat(d.dir); err == nil {
		if _, err := os.Stat(mark); err != nil {
			return fmt.Errorf("the folder %s is not of a demo: remove it, or give another with -dir", d.dir)
		}
		if err := os.RemoveAll(d.dir); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(d.dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(mark, nil, 0o644)
}

func (d *demo) data() string { return filepath.Join(d.dir, "data") }

// command is the service's program with the demo's data folder.
func (d *demo) command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, d.program, append(args, "--dir", d.data())...)
	command.Stderr = os.Stderr
	return command
}

func (d *demo) setUp(ctx context.Context) error {
	for _, args := range [][]string{
		{"superuser", "upsert", email, password},
		{"supplier", "create", supplier, "--name", "Demo supplier", "--document-root", "demo"},
		{"team", "create", team},
	} {
		if err := d.command(ctx, args...).Run(); err != nil {
			return fmt.Errorf("%s %s: %w", args[0], args[1], err)
		}
	}
	key, err := d.command(ctx, "api-client", "create", "Demo client", "--supplier", supplier).Output()
	if err != nil {
		return fmt.Errorf("api-client create: %w", err)
	}
	d.key = string(key[:len(key)-1])
	return nil
}

func (d *demo) writeBook() (path string, err error) {
	path = filepath.Join(d.dir, "book.ndjson")
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	_, err = book.Write(f, book.Options{Supplier: supplier, Team: team, Accounts: d.accounts, Faulty: faulty, Seed: 1, Today: time.Now()})
	return path, errors.Join(err, f.Close())
}

// importBook runs the import client. That it ends with an error is expected: the
// faulty accounts were refused.
func (d *demo) importBook(ctx context.Context, url, path string) error {
	command := exec.CommandContext(ctx, d.program, "import", path, "--url", url, "--supplier", supplier, "--team", team)
	command.Env = append(os.Environ(), "DATAIMPORT_KEY="+d.key)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	err := command.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && ctx.Err() == nil {
		return nil
	}
	return err
}

func (d *demo) tell(url, path string) {
	fmt.Printf(`
The accounts above were refused because they are faulty on purpose.
The service is running; its data is in %s.

  Start page        %s/
  Interface, to try %s/v1/data-import/docs/
  Dashboard         %s/_/
                    e-mail %s, password %s
  API key           %s
  Book              %s
  Refused accounts  %s.refused.ndjson

Ctrl-C stops it.
`, d.dir, url, url, url, email, password, d.key, path, path)
}
