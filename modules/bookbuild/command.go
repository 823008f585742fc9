package bookbuild

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dataimport/modules/bookbuild/extracts"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/formats"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
)

const buildHelp = `Make a book of the CSV files of a folder. Each file becomes a table, and the last statement
of the query gives one JSON object a line. Each line is checked by the rules of the account object.

Faults go to the report, by line. Faulty lines are written, too, unless --only-valid is given:
correct the query or the extracts, and build again. Exit code 1 says that there are faults.`

const initHelp = `Look at the CSV files of a folder, and write a first query for "book build". The query runs as
it is. Its comments say what was guessed.`

// Commands are the commands that make books. object gives the account object, and kinds are
// the kinds of data that lines may have beside an account.
func Commands(object func() (*account.Object, error), kinds []module.PostImport) []*cobra.Command {
	return []*cobra.Command{buildCommand(object, kinds), initCommand()}
}

func buildCommand(object func() (*account.Object, error), kinds []module.PostImport) *cobra.Command {
	b := build{checker: checker{kinds: kinds}}
	var zone string
	c := cli.NewStandAlone(&cobra.Command{
		Use: "build --from DIR --query FILE.sql --out BOOK.ndjson", Short: "Make a book of CSV extracts", Args: cobra.NoArgs,
		Long: buildHelp, Example: "  dataimport book build --from extracts --query book.sql --out book.ndjson --country DE --orphans orphans.csv",
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if err := b.complete(zone); err != nil {
				return cli.Misuse(err)
			}
			if b.checker.object, err = object(); err != nil {
				return err
			}
			b.checker.prepareData()
			if err := b.checker.checkMarket(); err != nil {
				return cli.Misuse(fmt.Errorf("--market: %w", err))
			}
			b.stdout, b.progress = c.OutOrStdout(), newProgress(os.Stderr)
			return interruptibly(c.Context(), b.run)
		},
	})
	f := c.Flags()
	b.source.register(c, "from")
	f.StringVar(&b.query, "query", "", "the query: SQL of which the last statement gives a JSON object a row")
	f.StringVar(&b.out, "out", "", "the book")
	f.StringVar(&b.report, "report", "", "file for faults (default BOOK.faults.ndjson)")
	f.StringVar(&b.orphans, "orphans", "", "CSV file for the rows that reached no account")
	f.BoolVar(&b.onlyValid, "only-valid", false, "leave lines with faults out of the book")
	f.StringVar(&b.checker.supplier.Code, "supplier", "", "code of the import supplier (default that of the first line)")
	f.StringVar(&b.checker.supplier.Country, "country", "GB", "country of the import supplier, ISO 3166-1: for phone numbers and postcodes")
	f.StringVar(&b.checker.supplier.Market, "market", settings.Core, "market of the import supplier, one that comes with the program")
	f.StringVar(&zone, "time-zone", "UTC", "time zone of the import supplier: for which day today is")
	return c
}

// register adds the flags of a source of extracts.
func (s *source) register(c *cobra.Command, dir string) {
	f := c.Flags()
	if dir != "" {
		f.StringVar(&s.dir, dir, "", "folder of the extracts")
	}
	f.StringArrayVar(&s.encodings, "encoding", nil, "encoding of all files, or FILE=ENCODING: "+strings.Join(extracts.EncodingNames(), ", ")+" (default found)")
	f.StringArrayVar(&s.delimiters, "delimiter", nil, "delimiter of all files, or FILE=DELIMITER: one character, or tab (default found)")
	f.StringArrayVar(&s.headings, "header", nil, "whether the first row of files is a header, yes or no, or FILE=yes (default found)")
	f.BoolVar(&s.lazyQuotes, "lazy-quotes", false, "accept quotes inside of cells")
}

// complete completes and checks what the command line says.
func (b *build) complete(zone string) (err error) {
	for name, value := range map[string]string{"from": b.dir, "query": b.query, "out": b.out} {
		if value == "" {
			return fmt.Errorf("--%s is missing: see --help", name)
		}
	}
	if b.report == "" {
		b.report = b.out + ".faults.ndjson"
	}
	if b.checker.supplier.Zone, err = time.LoadLocation(zone); err != nil {
		return fmt.Errorf("--time-zone: there is no time zone %q; an example is Europe/Berlin", zone)
	}
	country, ok := formats.Country(b.checker.supplier.Country)
	if !ok {
		return fmt.Errorf("--country: %q is no country of ISO 3166-1; an example is GB", b.checker.supplier.Country)
	}
	b.checker.supplier.Country, b.checker.supplier.Status = country, settings.Ongoing
	b.checker.now = time.Now()
	if code := b.checker.supplier.Code; code != "" {
		b.checker.setSupplier(code)
	}
	return nil
}

func initCommand() *cobra.Command {
	var d draft
	var to string
	var overwrite bool
	c := cli.NewStandAlone(&cobra.Command{
		Use: "init DIR", Short: "Write a first query for a folder of CSV extracts", Args: cobra.ExactArgs(1),
		Long: initHelp, Example: "  dataimport book init extracts --query book.sql --supplier ACME --country DE",
		RunE: func(c *cobra.Command, args []string) error {
			country, ok := formats.Country(d.country)
			if !ok {
				return cli.Misuse(fmt.Errorf("--country: %q is no country of ISO 3166-1; an example is GB", d.country))
			}
			d.country, d.dir, d.query = country, args[0], to
			if _, err := os.Stat(to); err == nil && !overwrite {
				return cli.Misuse(fmt.Errorf("%s is there already: --overwrite replaces it", to))
			}
			d.stdout, d.progress = c.OutOrStdout(), newProgress(os.Stderr)
			return interruptibly(c.Context(), d.run)
		},
	})
	f := c.Flags()
	d.source.register(c, "")
	f.StringVar(&to, "query", "book.sql", "the query to write")
	f.BoolVar(&overwrite, "overwrite", false, "replace a query that is there")
	f.StringVar(&d.supplier, "supplier", "SUPPLIER", "code of the import supplier")
	f.StringVar(&d.country, "country", "GB", "country of the import supplier, ISO 3166-1")
	return c
}

// interruptibly runs f with a context that SIGINT or SIGTERM ends. A second signal ends the
// program at once.
func interruptibly(ctx context.Context, f func(context.Context) error) error {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	err := f(ctx)
	if err != nil && ctx.Err() != nil {
		return cli.Failed(errors.New("interrupted"))
	}
	return err
}
