// Command bench measures the service beside two other programs on the same machine in the same run:
// stock PocketBase that creates one record of the same payload, and a floor that only stores the
// same rows. Each is a process of its own. The lines take turns, round after round, so a
// disturbance of the machine affects all of them. A ratio is the median of the rounds' ratios.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// connections is how many requests are under way at a time.
const connections = 64

// extent says how much is measured.
type extent struct {
	rounds  int
	length  time.Duration // of a line in a round
	warmUp  time.Duration // of a line before the first round
	samples int           // different accounts
}

var (
	usual = extent{rounds: 5, length: 4 * time.Second, warmUp: time.Second, samples: 4000}
	quick = extent{rounds: 3, length: time.Second, warmUp: 500 * time.Millisecond, samples: 1000}
)

func main() {
	log.SetFlags(0)
	programs := flag.String("programs", "bin", "folder with the programs dataimport, stock and floor; data is made there too, so it must be on a real disk")
	file := flag.String("json", "", "file for the results as JSON")
	short := flag.Bool("quick", false, "measure for little more than a minute")
	rounds := flag.Int("rounds", 0, "so many rounds; 0 is as many as usual")
	length := flag.Duration("length", 0, "so long for each line in a round; 0 is as long as usual")
	only := flag.String("only", "", "the beginnings of the lines to measure beside stock and floor, with commas between them; empty is all")
	profile := flag.String("profile", "", "folder for a processor profile of the service in each line, those of the other version in its folder against; they must be built with -tags profile")
	preload := flag.Int("accounts", 0, "so many accounts are imported before, each with its data")
	book := flag.Int("book", 0, "so many accounts are imported before by the import client, each with its data; the import is measured, too")
	replicas := flag.Bool("replica", false, "measure services with a replica, too: in both modes, with the storage beside them and 20 ms away")
	peer := flag.String("peer", "", "command of another program that stages accounts on the port in the environment variable PORT, without a token; it is measured beside stock")
	against := flag.String("against", "", "folder with the programs of another version, whose service takes turns with ours: they are compared with each other alone")
	fewer := flag.Int("against-accounts", -1, "so many accounts are imported into the other one before; -1 is as many")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b := bench{programs: *programs, profile: *profile, preload: *preload, book: *book, peer: *peer, replicas: *replicas, only: strings.Split(*only, ","), extent: usual}
	if *short {
		b.extent = quick
	}
	b.rounds, b.length = cmp.Or(*rounds, b.rounds), cmp.Or(*length, b.length)
	run := func() error { return b.runMeasurement(ctx, *file) }
	if *book > 0 && *preload > 0 {
		log.Fatal("bench: -accounts and -book both make the first accounts: give one of them")
	}
	if *against != "" {
		if *file != "" || *peer != "" {
			log.Fatal("bench: -json and -peer are of a measurement beside stock and floor, which -against leaves out")
		}
		other := b
		other.programs = *against
		if b.profile != "" {
			other.profile = filepath.Join(b.profile, "against")
		}
		if *fewer >= 0 {
			other.preload = *fewer
		}
		run = func() error { return b.compareVersions(ctx, &other, os.Stdout) }
	}
	if err := run(); err != nil {
		log.Fatal("bench: ", err)
	}
}

type bench struct {
	extent
	programs string
	profile  string
	peer     string // command; empty for none
	replicas bool
	preload  int
	book     int       // so many accounts are imported by the import client
	imported *imported // that import; nil where there is none
	growth   *growth   // cost of the preloaded accounts; nil where there are none
	only     []string
	dir      string
	load     load
	lines    []*line
	rows     map[string]int // rows of one account, by line
}

// prepareRun starts the servers and makes the lines. stop ends the servers and removes their data.
// It is never nil.
func (b *bench) prepareRun(ctx context.Context) (stop func(), err error) {
	if b.dir, err = os.MkdirTemp(b.programs, "bench-data-"); err != nil {
		return func() {}, err
	}
	fmt.Println("Making accounts and setting up three servers ...")
	end, err := b.startServers(ctx)
	stop = func() {
		end()
		_ = os.RemoveAll(b.dir)
	}
	if err != nil {
		return stop, err
	}
	b.lines = slices.DeleteFunc(b.load.newLines(), func(l *line) bool { return !b.isWanted(l) })
	if b.rows, err = b.countRows(); err != nil || !b.replicas {
		return stop, err
	}
	endServers := stop
	endReplicated, err := b.startReplicated(ctx)
	return func() {
		endReplicated()
		endServers()
	}, err
}

func (b *bench) runMeasurement(ctx context.Context, file string) error {
	stop, err := b.prepareRun(ctx)
	defer stop()
	if err != nil {
		return err
	}
	if err := b.measureRounds(ctx); err != nil {
		return err
	}
	r := b.newReport()
	r.printTable(os.Stdout)
	if file != "" {
		err = r.writeFile(file)
	}
	return errors.Join(err, joinFailures(b.lines))
}

// isWanted reports whether a line is to be measured. Stock and floor always are, because the others
// are compared with them. So are a peer, and the lines that other lines need.
func (b *bench) isWanted(l *line) bool {
	return l.on != b.load.service || l == b.load.staged || l == b.load.imported || slices.ContainsFunc(b.only, func(name string) bool { return strings.HasPrefix(l.name, name) })
}

// measureRounds warms up and runs the rounds, and stock and floor once more at the end: each line
// is compared with their rounds before and after its own.
func (b *bench) measureRounds(ctx context.Context) error {
	for n := range b.rounds + 2 {
		for _, l := range b.lines {
			if l.lastRoundOnly && n < b.rounds || n > b.rounds && l.on != b.load.stock && l.on != b.load.floor {
				continue
			}
			if err := b.runLine(ctx, l, n); err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
		}
	}
	fmt.Printf("\r%60s\r", "")
	return nil
}

// runLine runs a line in round n. Round 0 warms up.
func (b *bench) runLine(ctx context.Context, l *line, n int) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	length := b.length
	if n == 0 {
		length = b.warmUp
	}
	fmt.Printf("\rRound %d of %d: %-30s", n, b.rounds, l.name)
	if b.profile != "" && l.on == b.load.service && n == b.rounds {
		defer b.keepProfile(l, length)()
	}
	r, err := l.measureRound(connections, length)
	if n > 0 && err == nil {
		l.rounds = append(l.rounds, r)
	}
	return err
}

// joinFailures joins the first failure of each line. It returns nil where there are none.
func joinFailures(lines []*line) (err error) {
	for _, l := range lines {
		if l.failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", l.name, l.failed))
		}
	}
	return err
}
