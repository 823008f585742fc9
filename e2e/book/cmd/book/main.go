// Command book writes a book of accounts as newline-delimited JSON, with its documents if asked, and prints how many
// lines carry each fault code.
package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"dataimport/e2e/book"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "book:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	var o book.Options
	flags := flag.NewFlagSet("book", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.Supplier, "supplier", "DEMO", "import supplier code")
	flags.StringVar(&o.Team, "team", "", "operations team name")
	flags.IntVar(&o.Accounts, "accounts", 1000, "number of accounts")
	flags.Float64Var(&o.Faulty, "faulty", 0, "share of faulty accounts, such as 0.03")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed: the same one gives the same book")
	flags.StringVar(&o.Prefix, "prefix", "", "prefix of the external account numbers")
	flags.BoolVar(&o.Data, "data", false, "put data for after the account into envelopes")
	documents := flags.String("documents", "", "folder for documents that statements and notes name (default none)")
	today := flags.String("today", "", "day the book is made, as YYYY-MM-DD (default the current day)")
	name := flags.String("o", "-", "file to write, - for standard output")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *today != "" {
		day, err := time.Parse(time.DateOnly, *today)
		if err != nil {
			return err
		}
		o.Today = day
	}
	o.Documents = *documents != ""
	faulty, err := write(*name, stdout, o)
	if err != nil {
		return err
	}
	if o.Documents {
		if _, err := book.WriteDocuments(*documents, o); err != nil {
			return err
		}
	}
	report(stderr, o.Accounts, faulty)
	return nil
}

func write(name string, stdout io.Writer, o book.Options) (map[string]int, error) {
	if name == "-" {
		return book.Write(stdout, o)
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	faulty, err := book.Write(file, o)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return faulty, err
}

func report(w io.Writer, accounts int, faulty map[string]int) {
	total := 0
	for _, code := range slices.Sorted(maps.Keys(faulty)) {
		fmt.Fprintf(w, "%6d %s\n", faulty[code], code)
		total += faulty[code]
	}
	fmt.Fprintf(w, "%d accounts, %d good, %d faulty\n", accounts, accounts-total, total)
}
