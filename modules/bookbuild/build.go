package bookbuild

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"dataimport/modules/kit/ops/cli"
)

// build is one run of `book build`.
type build struct {
	source
	query, out, report, orphans string
	onlyValid                   bool
	checker                     checker
	stdout                      io.Writer
	progress                    *progress

	scratch *scratch
	known   *known
	faults  *report
	views   map[string]string // by which orphans are found
	lines   int               // of the query
	written int               // to the book
}

// run builds the book. The error is faulty where the book has faults.
func (b *build) run(ctx context.Context) (err error) {
	began := time.Now()
	text, err := os.ReadFile(b.query)
	if err != nil {
		return cli.Misuse(fmt.Errorf("the query cannot be read: %w", err))
	}
	statements := splitStatements(string(text))
	if len(statements) == 0 {
		return cli.Misuse(fmt.Errorf("%s has no statement: `book init` writes a first query", b.query))
	}
	files, others, err := b.inspect()
	if err != nil {
		return err
	}
	if b.scratch, err = newScratch(ctx, b.checker.now); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.scratch.close()) }()
	defer b.progress.clear()
	if err := b.scratch.load(ctx, files, b.progress); err != nil {
		return err
	}
	if b.known, err = newKnown(ctx, b.scratch); err != nil {
		return cli.Failed(err)
	}
	defer func() { err = errors.Join(err, b.known.close()) }()
	b.faults = newReport(b.report)
	if err := b.faults.addProblems(b.scratch.problems); err != nil {
		return err
	}
	if err := b.write(ctx, statements); err != nil {
		return errors.Join(err, b.faults.close())
	}
	if err := b.faults.close(); err != nil {
		return err
	}
	orphans, err := b.listOrphans(ctx)
	if err != nil {
		return err
	}
	b.progress.clear()
	printFiles(b.stdout, files, b.scratch.counts, others)
	printProblems(b.stdout, b.scratch.problems, b.scratch.hidden)
	b.faults.print(b.stdout)
	printOrphans(b.stdout, orphans, b.orphans)
	return b.conclude(time.Since(began))
}

// conclude prints what was done, and returns the error of a book with faults.
func (b *build) conclude(took time.Duration) error {
	fmt.Fprintf(b.stdout, "\n%s has %s (%s).\n", b.out, plural(b.written, "line", "lines"), took.Round(time.Millisecond*100))
	if left := b.lines - b.written; left > 0 {
		fmt.Fprintf(b.stdout, "%s left out: --only-valid.\n", plural(left, "faulty line is", "faulty lines are"))
	}
	fmt.Fprintln(b.stdout, "Not checked here, since the server alone knows: closed lists, teams, documents, payment vendors, and what is imported already.")
	problems := len(b.scratch.problems) + b.scratch.hidden
	if b.faults.lines == 0 && problems == 0 {
		return nil
	}
	var parts []string
	if b.faults.lines > 0 {
		parts = append(parts, plural(b.faults.lines, "line", "lines")+" of the query")
	}
	if problems > 0 {
		parts = append(parts, plural(problems, "row", "rows")+" of the extracts")
	}
	verb := "have"
	if b.faults.lines+problems == 1 {
		verb = "has"
	}
	return cli.Faulty(fmt.Errorf("%s %s faults: see %s", strings.Join(parts, " and "), verb, b.report))
}

// write runs the statements, and writes the lines that the last one gives.
func (b *build) write(ctx context.Context, statements []statement) error {
	last := len(statements) - 1
	for _, s := range statements[:last] {
		b.progress.update(func() string { return fmt.Sprintf("running the statement at line %d of %s", s.line, b.query) })
		if _, err := b.scratch.conn.ExecContext(ctx, s.text); err != nil {
			return b.explain(ctx, s, err)
		}
	}
	s := statements[last]
	var err error
	if b.views, err = b.scratch.listAccountViews(ctx); err != nil {
		return cli.Misuse(fmt.Errorf("%s: %w", b.query, err))
	}
	rows, err := b.scratch.conn.QueryContext(ctx, s.text)
	if err != nil {
		return b.explain(ctx, s, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return b.explain(ctx, s, err)
	}
	if len(columns) != 1 {
		return cli.Misuse(fmt.Errorf("%s line %d: the last statement gives %d columns: it must give one, with a JSON object a row", b.query, s.line, len(columns)))
	}
	return writeFile(b.out, func(w *bufio.Writer) error {
		err := b.checkLines(ctx, rows, func(l *checked) error { return b.writeLine(w, l) })
		if err != nil && rows.Err() != nil {
			return b.explain(ctx, s, rows.Err())
		}
		return err
	})
}

// explain says which statement of the query has an error.
func (b *build) explain(ctx context.Context, s statement, err error) error {
	if ctx.Err() != nil {
		return cli.Failed(errors.New("interrupted; no book was written"))
	}
	return cli.Misuse(fmt.Errorf("%s, the statement at line %d: %w", b.query, s.line, err))
}

// job is a line on its way: read, being checked, to be written.
type job struct {
	number int
	text   []byte
	done   chan *checked
}

// linesUnderWay bounds the lines between the query and the book.
const linesUnderWay = 256

// checkLines reads the rows of the query, has several goroutines check them, and calls use
// for each line in order.
func (b *build) checkLines(ctx context.Context, rows *sql.Rows, use func(*checked) error) error {
	ctx, cancel := context.WithCancel(ctx)
	jobs, ordered := make(chan job, linesUnderWay), make(chan job, linesUnderWay)
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	var readErr error
	work.Go(func() {
		defer close(ordered)
		defer close(jobs)
		readErr = b.readLines(ctx, rows, func(j job) bool {
			for _, to := range []chan job{ordered, jobs} {
				select {
				case to <- j:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	})
	for range runtime.GOMAXPROCS(0) {
		work.Go(func() {
			for j := range jobs {
				j.done <- b.checker.check(j.number, j.text)
			}
		})
	}
	for j := range ordered {
		select {
		case l := <-j.done:
			if err := use(l); err != nil {
				return err
			}
		case <-ctx.Done():
			return cli.Failed(ctx.Err())
		}
	}
	return readErr
}

// readLines reads the rows of the query. The first one says which supplier the book is of.
func (b *build) readLines(ctx context.Context, rows *sql.Rows, send func(job) bool) error {
	for number := 1; rows.Next(); number++ {
		var text []byte
		if err := rows.Scan(&text); err != nil {
			return cli.Misuse(fmt.Errorf("line %d of the query: %w", number, err))
		}
		if number == 1 {
			b.checker.prepare(text)
		}
		if !send(job{number, text, make(chan *checked, 1)}) {
			return ctx.Err()
		}
	}
	return rows.Err()
}

// writeLine writes a line to the book, and its faults to the report.
func (b *build) writeLine(w *bufio.Writer, l *checked) error {
	b.lines++
	b.progress.update(func() string {
		return fmt.Sprintf("writing %s: %s lines, %s with faults", b.out, groupDigits(b.lines), groupDigits(b.faults.lines))
	})
	if err := b.known.add(l); err != nil {
		return cli.Failed(err)
	}
	if len(l.faults) > 0 {
		if err := b.faults.addLine(l); err != nil {
			return err
		}
		if b.onlyValid || len(l.text) == 0 {
			return nil
		}
	}
	b.written++
	if _, err := w.Write(append(l.text, '\n')); err != nil {
		return cli.Failed(err)
	}
	return nil
}

// listOrphans finds the rows that reached no account, and names them where that is asked
// for.
func (b *build) listOrphans(ctx context.Context) (counts []orphanCount, err error) {
	if err := b.known.commit(); err != nil {
		return nil, cli.Failed(err)
	}
	find := func(out io.Writer) error {
		counts, err = b.scratch.findOrphans(ctx, b.views, out, b.progress)
		return cli.Failed(err)
	}
	if b.orphans == "" {
		return counts, find(io.Discard)
	}
	err = writeFile(b.orphans, func(w *bufio.Writer) error { return find(w) })
	return counts, err
}
