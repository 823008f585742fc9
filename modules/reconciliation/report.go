package reconciliation

import (
	"bufio"
	"encoding/csv"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"dataimport/modules/kit/domain/spreadsheet"
)

// report is a finished comparison.
type report struct {
	about
	Totals []Total
	found  *differences
}

// about says what was compared, and how it ended.
type about struct {
	Supplier      string    `json:"supplier"`
	Book          string    `json:"book"`
	BookSHA256    string    `json:"book_sha256"`
	BookBytes     int64     `json:"book_bytes"`
	BookLines     int       `json:"book_lines"`
	Service       string    `json:"service"`
	Control       string    `json:"control,omitzero"` // the file of the control totals
	At            time.Time `json:"at"`
	Program       string    `json:"program"`
	Partial       bool      `json:"partial"`      // accounts that the book has not were left out
	FiguresOnly   bool      `json:"figures_only"` // payloads were not compared
	Agrees        bool      `json:"agrees"`
	Agreeing      int       `json:"accounts_agree"`
	Differing     int       `json:"accounts_differ"`
	Erased        int       `json:"accounts_erased"` // of those that agree or differ; documents and payloads were not compared
	OnlyInBook    int       `json:"accounts_only_in_book"`
	OnlyInService int       `json:"accounts_only_in_service"`
	Unreadable    int       `json:"unreadable_lines"`
	TotalsDiffer  int       `json:"totals_differ"`
}

// verdict says in one sentence how the comparison ended.
func (a *about) verdict() string {
	if a.Agrees {
		return "Everything agrees: " + countOf(a.Agreeing, "account", "accounts") + "."
	}
	parts := []string{countOf(a.Agreeing, "account agrees", "accounts agree")}
	for _, p := range []struct {
		n         int
		one, many string
	}{
		{a.Differing, "account differs", "accounts differ"},
		{a.OnlyInBook, "account only in the book", "accounts only in the book"},
		{a.OnlyInService, "account only in the service", "accounts only in the service"},
		{a.Unreadable, "line of the book cannot be read", "lines of the book cannot be read"},
		{a.TotalsDiffer, "total differs", "totals differ"},
	} {
		if p.n > 0 {
			parts = append(parts, countOf(p.n, p.one, p.many))
		}
	}
	return strings.Join(parts, ", ") + "."
}

func countOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// hasControl reports whether there are control totals.
func (r *report) hasControl() bool { return r.Control != "" }

// output is where a report is written.
type output struct {
	*bufio.Writer
	failed error // of the differences, which are read while the report is written
}

// each calls write for each difference of some kinds, of all kinds where none is named. It
// keeps the first error.
func (o *output) each(d *differences, kinds ...kind) func(func(*Difference) bool) {
	return func(yield func(*Difference) bool) {
		for found, err := range d.all(kinds...) {
			if err != nil {
				o.failed = err
				return
			}
			if !yield(found) {
				return
			}
		}
	}
}

// writeFile writes the report as a whole: a reader sees the file of before or the new one.
func (r *report) writeFile(path, format string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s cannot be written: %w", path, err)
		}
	}()
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	o := &output{Writer: bufio.NewWriterSize(file, 256<<10)}
	err = formats["."+format](r, o)
	err = errors.Join(err, o.failed, o.Flush(), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// writeJSON writes the report as one JSON object.
func (r *report) writeJSON(o *output) error {
	head, err := json.Marshal(r.about)
	if err != nil {
		return err
	}
	totals, err := json.Marshal(r.Totals)
	if err != nil {
		return err
	}
	fmt.Fprintf(o, `%s,"totals":%s,"differences":[`, head[:len(head)-1], totals)
	separator := ""
	for d := range o.each(r.found) {
		text, err := json.Marshal(d)
		if err != nil {
			return err
		}
		_, _ = o.WriteString(separator) // Flush returns the error
		_, _ = o.Write(jsontext.Value(text))
		separator = ",\n"
	}
	_, err = o.WriteString("]}\n")
	return err
}

var csvHead = []string{"kind", "external_account_number", "service_account_number", "state", "lines", "name", "sent", "stored", "control", "difference"}

// writeCSV writes the report as a table. Each row is a thing that the report says of itself,
// a total, or one thing in which an account differs.
func (r *report) writeCSV(o *output) error {
	table := csv.NewWriter(o)
	_ = table.Write(csvHead) // the writer keeps the error
	for _, a := range [][2]string{
		{"supplier", r.Supplier}, {"book", r.Book}, {"book_sha256", r.BookSHA256}, {"service", r.Service}, {"at", r.At.Format(time.RFC3339)},
		{"program", r.Program}, {"verdict", r.verdict()},
	} {
		_ = table.Write([]string{"about", "", "", "", "", a[0], spreadsheet.EscapeFormula(a[1]), "", "", ""})
	}
	for _, t := range r.Totals {
		_ = table.Write([]string{"total", "", "", "", "", t.Path, t.Sent, t.Stored, t.Control, t.Difference})
	}
	for d := range o.each(r.found) {
		row := []string{d.Kind.String(), spreadsheet.EscapeFormula(d.ExternalAccountNumber), d.ServiceAccountNumber, string(d.State), d.listLines()}
		if len(d.Items) == 0 {
			_ = table.Write(append(row, spreadsheet.EscapeFormula(d.Reason), "", "", "", ""))
		}
		for _, item := range d.Items {
			_ = table.Write(append(row[:5:5], spreadsheet.EscapeFormula(item.Name), item.Sent, item.Stored, "", item.Difference))
		}
	}
	table.Flush()
	return table.Error()
}

// maxShown is how many differences standard output names.
const maxShown = 20

// writeText writes the totals and the worst differences for a terminal.
func (r *report) writeText(w io.Writer, out string) error {
	o := &output{Writer: bufio.NewWriter(w)}
	fmt.Fprintf(o, "%s (SHA-256 %s) beside %s at %s\n\n", r.Book, r.BookSHA256, r.Supplier, r.Service)
	table := tabwriter.NewWriter(o, 0, 0, 2, ' ', tabwriter.AlignRight)
	control := ""
	if r.hasControl() {
		control = "control\t"
	}
	fmt.Fprintf(table, "\tsent\tstored\t%sdifference\t\n", control)
	for _, t := range r.Totals {
		if r.hasControl() {
			control = t.Control + "\t"
		}
		mark := ""
		if !t.Agrees {
			mark = "  differs"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s%s\t%s\n", t.Path, t.Sent, t.Stored, control, t.Difference, mark)
	}
	_ = table.Flush() // o keeps the error
	fmt.Fprintf(o, "\n%s\n", r.verdict())
	if limits := r.limits(); limits != "" {
		fmt.Fprintf(o, "Not compared: %s.\n", limits)
	}
	shown := 0
	for d := range o.each(r.found) {
		if shown == maxShown {
			break
		}
		fmt.Fprintln(o, d.describe())
		shown++
	}
	if more := r.found.total() - shown; more > 0 {
		where := "--out FILE names all"
		if out != "" {
			where = out + " names all"
		}
		fmt.Fprintf(o, "and %d more: %s\n", more, where)
	}
	return errors.Join(o.failed, o.Flush())
}
