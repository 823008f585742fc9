package reconciliation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/ops/release"
)

const longHelp = `Compare a book with what a running service stores: accounts, customers, notes, statements,
transactions with exact sums, balances and documents, computed from the service's rows.

Standard output has the totals and the worst differences. The file of --out has all: as a page
to print and sign (.html), as a table (.csv) or for programs (.json). Control totals of the
source system are a JSON object such as
{"accounts": 5000, "balance": "123.45", "transactions": {"CHARGE": {"count": 1, "sum": "12.50"}}}.
They need not be given again where "import --totals" has given them to the run of the book. The
page of that run shows the result, for a signature.

The exit code is 0 where everything agrees, 1 where something differs, 2 where the command is
used wrongly and 3 where the comparison cannot be made.`

// Command returns the `reconcile` command, for the figures of these modules. It needs no
// application.
func Command(modules []module.Module) *cobra.Command {
	return newCommand(module.FiguresOf(modules), os.Stderr)
}

// newCommand returns the command with a writer that is told what it waits for. The root
// command's own standard error goes nowhere.
func newCommand(parts []*module.Figures, display io.Writer) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:     "reconcile BOOK.ndjson --url URL --supplier CODE",
		Short:   "Compare a book with what a running service stores",
		Long:    longHelp,
		Example: "  DATAIMPORT_KEY=... dataimport reconcile book.ndjson --url https://import.example.com --supplier ACME --control totals.json --out report.html",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.book = args[0]
			if err := o.complete(); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(contextOf(c), os.Interrupt, syscall.SIGTERM)
			defer stop()
			defer context.AfterFunc(ctx, stop)() // a second signal ends the process
			return cli.Failed(o.reconcile(ctx, parts, c.InOrStdin(), c.OutOrStdout(), display))
		},
	}
	f := c.Flags()
	f.StringVar(&o.url, "url", "", "address of the service, without /v1")
	f.StringVar(&o.key, "key", "", "API key; better given in "+keyVariable+", where the process list does not show it")
	f.StringVar(&o.supplier, "supplier", "", "code of the import supplier")
	f.StringVar(&o.out, "out", "", "file for the report: .html, .csv or .json")
	f.StringVar(&o.format, "format", "", "format of the report where the file's suffix does not say it: html, csv or json")
	f.StringVar(&o.control, "control", "", "file with the control totals of the source system (JSON)")
	f.StringVar(&o.run, "run", "", "id or name of the run that keeps the result (default the latest run of this book, if any)")
	f.StringVar(&o.documents, "documents", "", "folder with the documents of the book: their SHA-256 is compared with the one that was recorded at import")
	f.BoolVar(&o.partial, "partial", false, "the book is a part of what the supplier has: leave out accounts that only the service has")
	f.BoolVar(&o.figuresOnly, "figures-only", false, "compare figures and documents alone, and not the bytes of the accounts")
	f.DurationVar(&o.retryFor, "retry-for", 5*time.Minute, "how long to repeat a request that gets no usable answer")
	return cli.NewStandAlone(c)
}

func contextOf(c *cobra.Command) context.Context {
	if c.Context() == nil {
		return context.Background()
	}
	return c.Context()
}

// errDiffers is the error of a comparison that found a difference.
var errDiffers = errors.New("the book and the service differ")

// reconcile compares the book with the service, writes the report and says what differs.
func (o *options) reconcile(ctx context.Context, parts []*module.Figures, stdin io.Reader, stdout, display io.Writer) (err error) {
	known := listFigures(parts)
	control, err := o.readControl(known)
	if err != nil {
		return err
	}
	found, err := openDifferences()
	if err != nil {
		return fmt.Errorf("no temporary file can be made: %w", err)
	}
	defer func() { err = errors.Join(err, found.close()) }()
	client, done := apiclient.New(apiclient.Options{URL: o.url, Key: o.key, RetryFor: o.retryFor}), &progress{}
	defer o.show(ctx, done, client, display)()
	sent, err := openBook(ctx, o.book, stdin, done, found.addUnreadable)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sent.close()) }()
	run, err := o.findRun(ctx, client, sent.SHA256)
	if err != nil {
		return err
	}
	if control == nil {
		if control, err = run.readControl(known); err != nil {
			return err
		}
		if control != nil {
			o.control = "the totals of the run " + run.Name
		}
	}
	c := &comparison{known: known, found: found, progress: done, partial: o.partial, figuresOnly: o.figuresOnly}
	if o.documents != "" {
		root, err := os.OpenRoot(o.documents)
		if err != nil {
			return fmt.Errorf("the documents cannot be read: %w", err)
		}
		defer root.Close()
		c.documents = &documentFolder{root}
	}
	if err := o.compare(ctx, c, sent, parts, client); err != nil {
		return err
	}
	r := o.newReport(c, sent, control)
	if o.out != "" {
		if err := r.writeFile(o.out, o.format); err != nil {
			return err
		}
	}
	if err := r.writeText(stdout, o.out); err != nil {
		return err
	}
	if run != nil {
		if err := o.keep(ctx, client, run, r, stdout); err != nil {
			return err
		}
	}
	if !r.Agrees {
		return cli.Faulty(errDiffers)
	}
	return nil
}

// compare reads both sides.
func (o *options) compare(ctx context.Context, c *comparison, sent *sentBook, parts []*module.Figures, client *apiclient.Client) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // the reader ahead
	accounts, err := newSentReader(sent, parts)
	if err != nil {
		return err
	}
	defer accounts.close()
	stored := &storedReader{client: client, supplier: o.supplier, known: c.known}
	stored.start(ctx)
	if err := c.run(ctx, accounts, stored); err != nil {
		return err
	}
	return sent.CheckUnchanged()
}

func (o *options) newReport(c *comparison, sent *sentBook, control *figures.Tally) *report {
	r := &report{Totals: c.listTotals(control), found: c.found, about: about{
		Supplier: o.supplier, Book: sent.Name, BookSHA256: sent.SHA256, BookBytes: sent.Size, BookLines: sent.Lines,
		Service: o.url, Control: o.control, At: time.Now().UTC().Truncate(time.Second), Program: release.String(),
		Partial: o.partial, FiguresOnly: o.figuresOnly, Agreeing: c.agreeing,
		Erased: c.erased, Differing: c.found.counts[differs], OnlyInBook: c.found.counts[onlyInBook],
		OnlyInService: c.found.counts[onlyInService], Unreadable: c.found.counts[unreadable],
	}}
	for _, t := range r.Totals {
		if !t.Agrees {
			r.TotalsDiffer++
		}
	}
	r.Agrees = r.TotalsDiffer == 0 && c.found.total() == 0
	return r
}
