// Command demo shows the service at work with everything switched on: a fresh data
// folder, a supplier of the market gb-energy with closed lists, a team, an API client
// with limits, and a book of realistic accounts with their notes, transactions,
// statements, payment instructions and documents, some of them faulty on purpose,
// imported through the public interface by the import client. What happens is told to
// a receiver of events and a mail server of the demo's own. It leaves the service
// running until it is interrupted.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	supplier = "DEMO"
	root     = "demo" // of the supplier's documents, in the document store
	team     = "Demo operations"
	client   = "Demo client"
	email    = "demo@example.com"
	staff    = "support@example.com"
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
	// Whatever ends the demo must end the service too, also a reader of its output that is gone.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
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
	outside  *outside
}

func (d *demo) run(ctx context.Context, address string) error {
	if err := d.fresh(); err != nil {
		return err
	}
	var err error
	if d.outside, err = goOutside(d.dir); err != nil {
		return err
	}
	defer d.outside.close()
	fmt.Println("Setting up a supplier, a team, an API client, and who is told what happens ...")
	if err := d.setUp(ctx); err != nil {
		return err
	}
	server, err := d.serve(ctx, address)
	if err != nil {
		return err
	}
	defer server.stop()
	desk, err := signIn(ctx, server.url)
	if err != nil {
		return err
	}
	if err := d.switchOn(ctx, desk); err != nil {
		return err
	}
	fmt.Printf("Writing a book of %d accounts, %.0f %% of them faulty on purpose, and its documents ...\n", d.accounts, faulty*100)
	if err := d.writeBook(ctx); err != nil {
		return err
	}
	if err := d.importBook(ctx, server.url); err != nil {
		return err
	}
	if err := desk.delivered(ctx); err != nil {
		return err
	}
	if err := d.tell(ctx, server.url); err != nil {
		return err
	}
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

func (d *demo) book() string { return filepath.Join(d.dir, "book.ndjson") }

// command is the service's program with the demo's data folder.
func (d *demo) command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, d.program, append(args, "--dir", d.data())...)
	command.Stderr = os.Stderr
	return command
}

func (d *demo) setUp(ctx context.Context) error {
	for _, args := range [][]string{
		{"superuser", "upsert", email, password},
		{"staff", "create", staff, "--role", "support", "--password-stdin"},
		{"supplier", "create", supplier, "--name", "Demo supplier", "--document-root", root, "--market", "gb-energy"},
		{"team", "create", team},
	} {
		if _, err := d.output(ctx, args...); err != nil {
			return err
		}
	}
	var err error
	if d.outside.secret, err = d.output(ctx, "event-endpoint", "create", supplier, "Demo receiver", d.outside.events); err != nil {
		return err
	}
	d.key, err = d.output(ctx, "api-client", "create", client, "--supplier", supplier)
	return err
}

// output is what a command of the service says, which gets the demo's password.
func (d *demo) output(ctx context.Context, args ...string) (string, error) {
	command := d.command(ctx, args...)
	command.Stdin = strings.NewReader(password)
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", args[0], args[1], err)
	}
	return strings.TrimSpace(string(text)), nil
}
