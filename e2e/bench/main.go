// Command bench measures the service beside two others, on one machine and in one
// go: stock PocketBase that creates one record of the same payload, and a floor that
// stores the same rows and does nothing else. Each is a process of its own. The lines
// take turns, round after round, so that what disturbs the machine disturbs all of
// them; a ratio is the median of those of the rounds.
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

// effort is how much is measured.
type effort struct {
	rounds  int
	length  time.Duration // of a line in a round
	warmUp  time.Duration // of a line before the first round
	samples int           // different accounts
}

var (
	usual = effort{rounds: 5, length: 4 * time.Second, warmUp: time.Second, samples: 4000}
	quick = effort{rounds: 3, length: time.Second, warmUp: 500 * time.Millisecond, samples: 1000}
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
	against := flag.String("against", "", "folder with the programs of another version, whose service takes turns with ours: they are compared with each other alone")
	fewer := flag.Int("against-accounts", -1, "so many accounts are imported into the other one before; -1 is as many")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b := bench{programs: *programs, profile: *profile, preload: *preload, only: strings.Split(*only, ","), effort: usual}
	if *short {
		b.effort = quick
	}
	b.rounds, b.length = cmp.Or(*rounds, b.rounds), cmp.Or(*length, b.length)
	run := func() error { return b.run(ctx, *file) }
	if *against != "" {
		if *file != "" {
			log.Fatal("bench: -json holds what is measured beside stock and floor, which -against leaves out")
		}
		other := b
		other.programs = *against
		if b.profile != "" {
			other.profile = filepath.Join(b.profile, "against")
		}
		if *fewer >= 0 {
			other.preload = *fewer
		}
		run = func() error { return b.compare(ctx, &other, os.Stdout) }
	}
	if err := run(); err != nil {
		log.Fatal("bench: ", err)
	}
}

type bench struct {
	effort
	programs string
	profile  string
	preload  int
	grown    *growth // by what was imported before; nil where nothing was
	only     []string
	dir      string
	load     load
	lines    []*line
	rows     map[string]int // that one account becomes, by line
}

// begin makes what is measured, and the lines; stop ends and removes what there is.
func (b *bench) begin(ctx context.Context) (stop func(), err error) {
	if b.dir, err = os.MkdirTemp(b.programs, "bench-data-"); err != nil {
		return func() {}, err
	}
	fmt.Println("Making accounts and setting up three servers ...")
	end, err := b.setUp(ctx)
	stop = func() {
		end()
		_ = os.RemoveAll(b.dir)
	}
	if err != nil {
		return stop, err
	}
	b.lines = slices.DeleteFunc(b.load.lines(), func(l *line) bool { return !b.wants(l) })
	b.rows, err = b.countRows()
	return stop, err
}

func (b *bench) run(ctx context.Context, file string) error {
	stop, err := b.begin(ctx)
	defer stop()
	if err != nil {
		return err
	}
	if err := b.measure(ctx); err != nil {
		return err
	}
	r := b.report()
	r.print(os.Stdout)
	if file != "" {
		err = r.write(file)
	}
	return errors.Join(err, failures(b.lines))
}

// wants reports whether a line is to be measured. Stock and floor always are, since
// the others are compared with them, and so is what the others need.
func (b *bench) wants(l *line) bool {
	return l.on != b.load.service || l == b.load.staged || l == b.load.imported || slices.ContainsFunc(b.only, func(name string) bool { return strings.HasPrefix(l.name, name) })
}

// measure warms up and runs the rounds, and stock and floor once more at the end:
// each line is compared with what they did before and after.
func (b *bench) measure(ctx context.Context) error {
	for n := range b.rounds + 2 {
		for _, l := range b.lines {
			if l.once && n < b.rounds || n > b.rounds && l.on == b.load.service {
				continue
			}
			if err := b.runOnce(ctx, l, n); err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
		}
	}
	fmt.Printf("\r%60s\r", "")
	return nil
}

// runOnce runs a line in round n, of which 0 warms up.
func (b *bench) runOnce(ctx context.Context, l *line, n int) error {
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
	r, err := l.run(connections, length)
	if n > 0 && err == nil {
		l.rounds = append(l.rounds, r)
	}
	return err
}

// failures are the first failure of each line, if there were any.
func failures(lines []*line) (err error) {
	for _, l := range lines {
		if l.failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", l.name, l.failed))
		}
	}
	return err
}
