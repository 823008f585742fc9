package bookbuild

import (
	"bufio"
	"cmp"
	"encoding/json/v2"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"dataimport/modules/bookbuild/extracts"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/ops/cli"
)

// report writes the faults of a book, one faulty line or row a line, and counts them by code
// and member.
type report struct {
	path   string
	file   *os.File // nil until there is a fault
	out    *bufio.Writer
	groups map[group]*groupCount
	lines  int // with a fault
}

// group is a kind of fault at a member of the account object.
type group struct{ code, member string }

type groupCount struct {
	group
	lines, last int
	example     string
}

// maxGroups bounds what is counted apart. A member that the query names by data would give a
// group for each line.
const maxGroups = 10_000

func newReport(path string) *report {
	return &report{path: path, groups: make(map[group]*groupCount)}
}

// reportedLine is a faulty line of the book in the report.
type reportedLine struct {
	Line                  int        `json:"line"`
	ExternalAccountNumber string     `json:"external_account_number"`
	Errors                fault.List `json:"errors"`
}

// addLine adds a line with faults.
func (r *report) addLine(l *checked) error {
	r.lines++
	for _, f := range l.faults {
		g := group{f.Code, memberOf(f.Attr)}
		count := r.groups[g]
		if count == nil {
			if len(r.groups) == maxGroups {
				continue
			}
			count = &groupCount{group: g, example: fmt.Sprintf("line %s, account %s: %s", groupDigits(l.number), fault.Shown(l.account), f.Detail)}
			r.groups[g] = count
		}
		if count.last != l.number {
			count.last, count.lines = l.number, count.lines+1
		}
	}
	return r.write(reportedLine{l.number, l.account, l.faults})
}

// addProblems adds the rows of extracts that cannot be read.
func (r *report) addProblems(problems []extracts.Problem) error {
	for i := range problems {
		if err := r.write(problems[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *report) write(value any) (err error) {
	if r.file == nil {
		if r.file, err = os.OpenFile(r.path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); err != nil {
			return cli.Failed(err)
		}
		r.out = bufio.NewWriterSize(r.file, 1<<16)
	}
	if err := json.MarshalWrite(r.out, value); err != nil {
		return cli.Failed(err)
	}
	return cli.Failed(r.out.WriteByte('\n'))
}

// close completes the report. Where there is no fault, the report of an earlier build is
// removed.
func (r *report) close() error {
	if r.file == nil {
		if err := os.Remove(r.path); err != nil && !os.IsNotExist(err) {
			return cli.Failed(err)
		}
		return nil
	}
	err := r.out.Flush()
	return cli.Failed(cmp.Or(err, r.file.Close()))
}

// memberOf is a place without its indexes: customers.0.mobile is at customers.*.mobile.
func memberOf(attr string) string {
	if attr == "" {
		return "(the line)"
	}
	parts := strings.Split(attr, ".")
	for i, part := range parts {
		if _, err := strconv.Atoi(part); err == nil {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, ".")
}

// worstFirst are the groups, those of most lines first.
func (r *report) worstFirst() []*groupCount {
	list := make([]*groupCount, 0, len(r.groups))
	for _, count := range r.groups {
		list = append(list, count)
	}
	slices.SortFunc(list, func(a, b *groupCount) int {
		return cmp.Or(b.lines-a.lines, strings.Compare(a.code, b.code), strings.Compare(a.member, b.member))
	})
	return list
}

// maxShown is how many kinds of faults, and rows, are printed.
const maxShown = 40

// print prints the faults, the worst first.
func (r *report) print(out io.Writer) {
	list := r.worstFirst()
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s a fault, the worst first:\n", plural(r.lines, "line has", "lines have"))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  lines\tcode\tmember\tfor example")
	for _, g := range list[:min(len(list), maxShown)] {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", groupDigits(g.lines), g.code, g.member, g.example)
	}
	_ = w.Flush()
	if more := len(list) - maxShown; more > 0 {
		fmt.Fprintf(out, "  and %s\n", plural(more, "more kind of fault", "more kinds of faults"))
	}
}

// printFiles prints what was read, and how the files are written.
func printFiles(out io.Writer, files []*extracts.File, counts []extracts.Counts, others []string) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, f := range files {
		fmt.Fprintf(w, "%s\t%s\t%s columns\t%s\tdelimiter %s\t%s\n", f.Name, plural(counts[i].Rows, "row", "rows"), strconv.Itoa(len(f.Columns)),
			f.Encoding, showDelimiter(f.Delimiter), showHeader(f.Header))
	}
	_ = w.Flush()
	if len(others) > 0 {
		fmt.Fprintf(out, "left out, no CSV files: %s\n", fault.Some(others))
	}
}

func showDelimiter(r rune) string {
	if r == '\t' {
		return "tab"
	}
	return string(r)
}

func showHeader(header bool) string {
	if header {
		return "header"
	}
	return "no header"
}

// printProblems prints the rows that could not be read.
func printProblems(out io.Writer, problems []extracts.Problem, hidden int) {
	n := len(problems) + hidden
	if n == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s could not be read and %s left out:\n", plural(n, "row", "rows"), one(n, "is", "are"))
	for _, p := range problems[:min(len(problems), maxShown)] {
		fmt.Fprintf(out, "  %s line %s: %s (%s)\n", p.File, groupDigits(p.Line), p.Detail, p.Code)
	}
	if n > maxShown {
		fmt.Fprintf(out, "  and %s more\n", groupDigits(n-maxShown))
	}
}

// printOrphans prints how many rows reached no account.
func printOrphans(out io.Writer, counts []orphanCount, path string) {
	var unknown []string
	total := 0
	for _, count := range counts {
		if !count.known {
			unknown = append(unknown, count.file.Table)
		}
		total += count.rows
	}
	if total > 0 {
		fmt.Fprintf(out, "\n%s reached no account:\n", plural(total, "row", "rows"))
		for _, count := range counts {
			if count.rows > 0 {
				fmt.Fprintf(out, "  %s: %s\n", count.file.Name, groupDigits(count.rows))
			}
		}
		if path == "" {
			fmt.Fprintln(out, "  --orphans FILE names each of them.")
		} else {
			fmt.Fprintf(out, "  %s names each of them.\n", path)
		}
	}
	if len(unknown) > 0 {
		fmt.Fprintf(out, "\nRows of these tables are not looked for, since the query has no view %s...: %s\n", accountOf, strings.Join(unknown, ", "))
	}
}

func plural(n int, singular, several string) string {
	return groupDigits(n) + " " + one(n, singular, several)
}

func one(n int, singular, several string) string {
	if n == 1 {
		return singular
	}
	return several
}
