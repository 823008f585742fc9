// Command demo shows the service at work with everything switched on: a fresh data folder, a
// supplier of the market gb-energy with closed lists, a team, an API client with limits, and a
// book. The book has realistic accounts with their notes, transactions, statements, payment
// instructions and documents. Some of them are faulty on purpose. The import client imports the
// book through the public interface. A receiver of events and a mail server, both of the demo, take
// what the service sends. A second supplier shows the way of a book: from the CSV files of an old
// system through a check, a rehearsal, the import, a correction and a delta to a reconciliation that
// an auditor signs. The service keeps running until the demo is interrupted.
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
	// Each of these signals ends the demo, which then ends the service. SIGPIPE comes when the
	// reader of the output is gone.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()
	d := demo{program: *program, dir: *dir, accounts: *accounts}
	if err := d.runDemo(ctx, *address, (*server).waitForEnd); err != nil && ctx.Err() == nil {
		log.Fatal("demo: ", err)
	}
}

type demo struct {
	program   string
	dir       string
	accounts  int
	key       string
	receivers *receivers
}

// runDemo shows everything, and calls wait before it stops the service.
func (d *demo) runDemo(ctx context.Context, address string, wait func(*server, context.Context) error) error {
	if err := d.recreateFolder(); err != nil {
		return err
	}
	var err error
	if d.receivers, err = startReceivers(d.dir); err != nil {
		return err
	}
	defer d.receivers.close()
	fmt.Println("Setting up a supplier, a team, an API client, and who is told what happens ...")
	if err := d.runSetUpCommands(ctx); err != nil {
		return err
	}
	server, err := d.startService(ctx, address)
	if err != nil {
		return err
	}
	defer server.stopService()
	admin, err := signIn(ctx, server.url)
	if err != nil {
		return err
	}
	if err := d.configureDashboard(ctx, admin); err != nil {
		return err
	}
	fmt.Printf("Writing a book of %d accounts, %.0f %% of them faulty on purpose, and its documents ...\n", d.accounts, faulty*100)
	if err := d.writeBook(ctx); err != nil {
		return err
	}
	fmt.Println("\nChecking the whole book; nothing is stored ...")
	if err := d.checkBook(ctx, server.url); err != nil {
		return err
	}
	fmt.Println("\nImporting it as a run ...")
	if err := d.importBook(ctx, server.url); err != nil {
		return err
	}
	fmt.Println("\nMoving the customers of an old billing system, from its extracts to a signed reconciliation ...")
	if err := (&migration{d, server.url}).run(ctx); err != nil {
		return err
	}
	if err := admin.awaitDeliveries(ctx); err != nil {
		return err
	}
	if err := d.printSummary(ctx, server.url); err != nil {
		return err
	}
	return wait(server, ctx)
}

// recreateFolder makes an empty folder. It returns an error for a folder that is not of a demo.
func (d *demo) recreateFolder() error {
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

func (d *demo) dataFolder() string { return filepath.Join(d.dir, "data") }

func (d *demo) resultsPath() string { return filepath.Join(d.dir, "results.csv") }

func (d *demo) bookPath() string { return filepath.Join(d.dir, "book.ndjson") }

// newCommand returns the service's program with the demo's data folder.
func (d *demo) newCommand(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, d.program, append(args, "--dir", d.dataFolder())...)
	command.Stderr = os.Stderr
	return command
}

func (d *demo) runSetUpCommands(ctx context.Context) error {
	for _, args := range [][]string{
		{"superuser", "upsert", email, password},
		{"staff", "create", staff, "--role", "support", "--password-stdin"},
		{"supplier", "create", supplier, "--name", "Demo supplier", "--document-root", root, "--market", "gb-energy"},
		{"supplier", "create", oldSystem, "--name", "Stadtwerke Altstadt", "--document-root", "altstadt", "--country", "DE"},
		{"team", "create", team},
	} {
		if _, err := d.runCommand(ctx, args...); err != nil {
			return err
		}
	}
	var err error
	if d.receivers.secret, err = d.runCommand(ctx, "event-endpoint", "create", supplier, "Demo receiver", d.receivers.eventsURL); err != nil {
		return err
	}
	d.key, err = d.runCommand(ctx, "api-client", "create", client, "--supplier", supplier, "--supplier", oldSystem)
	return err
}

// runCommand runs a command of the service, with the demo's password as its input, and returns the
// output.
func (d *demo) runCommand(ctx context.Context, args ...string) (string, error) {
	command := d.newCommand(ctx, args...)
	command.Stdin = strings.NewReader(password)
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", args[0], args[1], err)
	}
	return strings.TrimSpace(string(text)), nil
}
