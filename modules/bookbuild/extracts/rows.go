package extracts

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Codes of the problems of rows.
const (
	CodeRagged      = "row_is_ragged"
	CodeQuotes      = "row_has_faulty_quotes"
	CodeInvalidText = "row_is_not_in_the_encoding"
)

// Problem is a row that cannot be read.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// Counts are the counts of a file's rows.
type Counts struct {
	Rows  int
	Blank int // rows without any content
	Bad   int // problems
}

// maxRow bounds the memory that a row takes. A quote that is never closed makes the rest of
// a file one row.
const maxRow = 16 << 20

// bounded reads up to maxRow bytes after each reset.
type bounded struct {
	r    io.Reader
	read int
}

var errRowTooLong = errors.New("a row is longer than 16 MiB: a quote may not be closed")

func (b *bounded) Read(p []byte) (int, error) {
	if b.read > maxRow {
		return 0, errRowTooLong
	}
	n, err := b.r.Read(p)
	b.read += n
	return n, err
}

// counting counts the bytes of a file as they are read.
type counting struct {
	r     io.Reader
	total int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.total += int64(n)
	return n, err
}

// ReadRows calls row for each row of the file, with the line at which it begins and the
// bytes that were read so far. The cells are valid until row returns. Rows that cannot be
// read go to bad.
func (f *File) ReadRows(row func(line int, cells []string, read int64) error, bad func(Problem)) (n Counts, err error) {
	total := &counting{}
	text, file, err := f.openText(func(r io.Reader) io.Reader {
		total.r = r
		return total
	})
	if err != nil {
		return n, err
	}
	defer file.Close()
	limited := &bounded{r: text}
	c := newCSV(limited, f.Delimiter, f.lazy)
	report := func(line int, code, detail string) {
		n.Bad++
		bad(Problem{f.Name, line + f.linesBefore(), code, detail})
	}
	for header := f.Header; ; {
		cells, err := c.Read()
		limited.read = 0
		var faulty *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return n, nil
		case errors.As(err, &faulty):
			report(faulty.StartLine, CodeQuotes, explainQuotes(faulty))
			continue
		case err != nil:
			line, _ := c.FieldPos(0)
			return n, fmt.Errorf("%s, after line %d: %w", f.Name, line+f.linesBefore(), err)
		case isBlankRow(cells):
			n.Blank++
			continue
		case header:
			header = false
			continue
		}
		line, _ := c.FieldPos(0)
		switch {
		case len(cells) != len(f.Columns):
			report(line, CodeRagged, fmt.Sprintf("The row has %d cells where the table has %d columns.", len(cells), len(f.Columns)))
			continue
		case !isText(cells):
			report(line, CodeInvalidText, "The row is not "+f.Encoding+" text, or has a NUL in it.")
			continue
		}
		n.Rows++
		if err := row(line+f.linesBefore(), cells, total.total); err != nil {
			return n, err
		}
	}
}

// linesBefore is the number of lines before the text.
func (f *File) linesBefore() int {
	if f.sep {
		return 1
	}
	return 0
}

func explainQuotes(e *csv.ParseError) string {
	if errors.Is(e.Err, csv.ErrBareQuote) {
		return "A quote stands inside of a cell that does not begin with one; --lazy-quotes accepts that."
	}
	return "A quote is not closed, or text stands after the closing quote; --lazy-quotes accepts quotes inside of cells."
}

func isBlankRow(cells []string) bool {
	for _, cell := range cells {
		if strings.TrimSpace(cell) != "" {
			return false
		}
	}
	return true
}

// isText reports whether all cells are valid text.
func isText(cells []string) bool {
	for _, cell := range cells {
		if !utf8.ValidString(cell) || strings.IndexByte(cell, 0) >= 0 {
			return false
		}
	}
	return true
}
