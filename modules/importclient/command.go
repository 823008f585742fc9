package importclient

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
)

const keyVariable = "DATAIMPORT_KEY"

// longHelp is the help of the command, with the form of a line that %s stands for.
const longHelp = `Import a book of accounts: one JSON object a line, either an account or
%s.
"-" reads the book from standard input; such a run cannot be resumed.

Refused accounts go to the report, which can be corrected and imported as a book. An interrupted
import carries on where it stopped when the same command is run again.

--dry-run stages every account and rolls its processing back. --validate-only stores nothing.`

// Command returns the `import` command, for the kinds of data that lines may have beside an
// account. It needs no application. The caller leaves SIGINT and
// SIGTERM to it, because it finishes the accounts in flight before it returns.
func Command(kinds []module.PostImport) *cobra.Command {
	return newCommand(kinds, productionTimings(), os.Stderr)
}

// newCommand returns the command with a writer for its progress. The root command's own standard
// error goes nowhere: PocketBase sets it so.
func newCommand(kinds []module.PostImport, p timings, display io.Writer) *cobra.Command {
	o := options{kinds: kinds, timings: p}
	var dryRun, validateOnly bool
	c := &cobra.Command{
		Use:           "import BOOK.ndjson --url URL --supplier CODE",
		Short:         "Import a book of accounts into a running service",
		Long:          fmt.Sprintf(longHelp, formatLine(kinds)),
		Example:       "  DATAIMPORT_KEY=... dataimport import book.ndjson --url https://import.example.com --supplier ACME --team Support",
		Args:          cobra.ExactArgs(1),
		Annotations:   map[string]string{"stand-alone": "yes"}, // main then opens no database
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(c *cobra.Command, args []string) error {
			o.book, o.mode = args[0], chooseMode(dryRun, validateOnly)
			if err := o.completeAndCheck(); err != nil {
				return err
			}
			return runInterruptibly(c.Context(), func(ctx context.Context) error {
				return runImport(ctx, o, streams{in: c.InOrStdin(), out: c.OutOrStdout(), err: display})
			})
		},
	}
	f := c.Flags()
	f.StringVar(&o.url, "url", "", "address of the service, without /v1")
	f.StringVar(&o.key, "key", "", "API key; better given in "+keyVariable+", where the process list does not show it")
	f.StringVar(&o.supplier, "supplier", "", "code of the import supplier")
	f.StringVar(&o.team, "team", "", "operations team of the accounts; the supplier's default team if left out")
	f.IntVar(&o.concurrency, "concurrency", 8, "accounts sent at once")
	f.BoolVar(&dryRun, "dry-run", false, "stage every account, then process and roll back")
	f.BoolVar(&validateOnly, "validate-only", false, "validate every account, store nothing")
	f.StringVar(&o.report, "report", "", "file for refused accounts (default BOOK.ndjson.refused.ndjson; with the name of the mode before it where nothing is imported)")
	f.BoolVar(&o.restart, "restart", false, "forget an earlier run of this book and begin at its first line")
	f.DurationVar(&o.retryFor, "retry-for", 5*time.Minute, "how long to repeat a request that gets no usable answer")
	c.MarkFlagsMutuallyExclusive("dry-run", "validate-only")
	for _, name := range []string{"url", "supplier"} {
		if err := c.MarkFlagRequired(name); err != nil {
			panic(fmt.Sprintf("importclient: no flag --%s: %v", name, err))
		}
	}
	return c
}

func chooseMode(dryRun, validateOnly bool) mode {
	switch {
	case dryRun:
		return modeDryRun
	case validateOnly:
		return modeValidate
	default:
		return modeImport
	}
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
