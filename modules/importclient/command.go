package importclient

import (
	"context"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
)

// longHelp is the help of `import`, with the form of a line that %s stands for.
const longHelp = `Import a book of accounts as a run: one JSON object a line, either an account or
%s.
A line without "account", but with "external_account_number", has further data for an imported
account. "-" reads the book from standard input. A book is made of CSV files by "book build".

Refused lines go to the report, which can be corrected and imported as a book. The service knows
what is done: the same command continues an interrupted import, from any machine.`

// TotalsReader reads and checks a file of control totals.
type TotalsReader func(path string) (jsontext.Value, error)

// ImportCommand returns the command `import`, for the kinds of data that lines may have
// beside an account. The caller leaves SIGINT and SIGTERM to it, because it finishes the lines in
// flight before it returns.
func ImportCommand(kinds []module.PostImport, readTotals TotalsReader) *cobra.Command {
	return newImportCommand(kinds, readTotals, productionTimings(), nil)
}

// newImportCommand returns the command with streams that a test may give.
func newImportCommand(kinds []module.PostImport, readTotals TotalsReader, t timings, given *streams) *cobra.Command {
	o := options{service: service{timings: t}}
	var dryRun, validateOnly, rehearsal bool
	totals := ""
	c := cli.NewStandAlone(&cobra.Command{
		Use:     "import BOOK.ndjson --url URL --supplier CODE",
		Short:   "Import a book of accounts into a running service",
		Long:    fmt.Sprintf(longHelp, formatLine(kinds)),
		Example: "  DATAIMPORT_KEY=... dataimport import book.ndjson --url https://import.example.com --supplier ACME --team Support",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			o.book = args[0]
			if o.mode, err = chooseMode(dryRun, validateOnly, rehearsal); err != nil {
				return err
			}
			if totals != "" {
				if o.expected, err = readTotals(totals); err != nil {
					return err
				}
			}
			return runCommand(c, given, o)
		},
	})
	f := c.Flags()
	o.registerBook(f)
	f.BoolVar(&dryRun, "dry-run", false, "carry out every line and roll it back")
	f.BoolVar(&validateOnly, "validate-only", false, "check every line, store nothing: see \"book check\"")
	f.BoolVar(&rehearsal, "rehearsal", false, "import as a rehearsal, which \"run take-back\" takes back")
	f.StringVar(&o.name, "name", "", "name of the run (default the name of the book)")
	f.StringVar(&o.report, "report", "", "file for refused lines (default BOOK.ndjson.refused.ndjson; with the name of the mode before it where nothing stays imported)")
	f.StringVar(&o.results, "results", "", "CSV file for line, old number, new number and outcome of every line")
	f.StringVar(&totals, "totals", "", "file with the control totals of the source system (JSON), which the run keeps for \"reconcile\"")
	f.StringVar(&o.market, "market", "", "market that the book is made for; nothing is sent where the supplier has another")
	f.BoolVar(&o.keepGoing, "keep-going", false, fmt.Sprintf("send the rest of the book, too, where the first %d accounts are refused for one reason", openingLines))
	f.BoolVar(&o.takeOver, "take-over", false, "take the run from another client that works on it")
	return c
}

func chooseMode(dryRun, validateOnly, rehearsal bool) (mode, error) {
	switch {
	case dryRun && validateOnly, dryRun && rehearsal, validateOnly && rehearsal:
		return "", cli.Misuse(errors.New("--dry-run, --validate-only and --rehearsal: give one of them"))
	case dryRun:
		return modeDryRun, nil
	case validateOnly:
		return modeCheck, nil
	case rehearsal:
		return modeRehearsal, nil
	default:
		return modeImport, nil
	}
}

const checkHelp = `Check every line of a book before anything of it is imported: the account, its further data, the
documents, and what only shows across lines. The service stores nothing.

The faults go to standard output, those of most lines first, and by code and member to the report:
a file that ends in .json or .csv, or a table. The exit code is 1 where a line would be refused.`

// CheckCommand returns the command `book check`.
func CheckCommand() *cobra.Command { return newCheckCommand(productionTimings(), nil) }

func newCheckCommand(t timings, given *streams) *cobra.Command {
	o := options{service: service{timings: t}, mode: modeCheck, grouped: true}
	c := cli.NewStandAlone(&cobra.Command{
		Use:     "check BOOK.ndjson --url URL --supplier CODE",
		Short:   "Check a whole book; nothing is stored",
		Long:    checkHelp,
		Example: "  DATAIMPORT_KEY=... dataimport book check book.ndjson --url https://import.example.com --supplier ACME --report faults.csv",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.book = args[0]
			return runCommand(c, given, o)
		},
	})
	o.registerBook(c.Flags())
	c.Flags().StringVar(&o.report, "report", "", "file for the faults by code and member: .csv, .json or a table (default none)")
	return c
}

// runCommand sends a book. The progress goes to the program's own standard error: PocketBase sends
// that of its commands nowhere.
func runCommand(c *cobra.Command, given *streams, o options) error {
	if err := o.completeAndCheck(); err != nil {
		return err
	}
	used := streams{in: c.InOrStdin(), out: c.OutOrStdout(), display: os.Stderr}
	if given != nil {
		used = *given
	}
	return runInterruptibly(c.Context(), func(ctx context.Context) error { return runBook(ctx, o, used) })
}

// runInterruptibly runs f with a context that SIGINT or SIGTERM ends. It catches the first signal
// only: a second one ends the process at once.
func runInterruptibly(ctx context.Context, f func(context.Context) error) error {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	return f(ctx)
}
