package extracts

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// Form is how a file is written, where that is given; what is empty is found.
type Form struct {
	Encoding  string // one of [EncodingNames]
	Delimiter string // one character, or "tab"
	Header    string // "yes" or "no"
	// LazyQuotes accepts quotes inside of cells.
	LazyQuotes bool
}

// File is an extract: a CSV file, and how it is written.
type File struct {
	Path      string
	Name      string // of the file
	Table     string
	Encoding  string
	Delimiter rune
	Header    bool
	Headings  []string // as the file has them; empty without a header
	Columns   []string // of the table, without _line
	Size      int64    // in bytes

	lazy bool
	skip int // bytes before the text: a byte order mark
	sep  bool
}

// extensions are those of the files that are extracts.
var extensions = map[string]bool{".csv": true, ".tsv": true, ".psv": true, ".txt": true}

// List returns the extracts of a folder, and the names of its other files.
func List(dir string) (paths, others []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, entry := range entries {
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case !entry.IsDir() && extensions[strings.ToLower(filepath.Ext(entry.Name()))]:
			paths = append(paths, filepath.Join(dir, entry.Name()))
		default:
			others = append(others, entry.Name())
		}
	}
	return paths, others, nil
}

// errEmpty says that a file has no row.
var errEmpty = errors.New("the file is empty")

// Inspect finds how a file is written, as far as form does not give it.
func Inspect(path string, form Form) (*File, error) {
	f := &File{Path: path, Name: filepath.Base(path), lazy: form.LazyQuotes}
	f.Table = NameOf(strings.TrimSuffix(f.Name, filepath.Ext(f.Name)))
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	f.Size = info.Size()
	if err := f.findText(file, form.Encoding); err != nil {
		return nil, err
	}
	sample, err := f.sample()
	if err != nil {
		return nil, err
	}
	if err := f.findDelimiter(sample, form.Delimiter); err != nil {
		return nil, err
	}
	return f, f.findHeader(form.Header)
}

// findText finds the encoding, and where the text begins.
func (f *File) findText(file *os.File, given string) (err error) {
	head := make([]byte, 3)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	}
	marked, length := byteOrderMark(head[:n])
	switch {
	case given == "utf-16" || given == "UTF-16":
		given = marked
		if !strings.HasPrefix(marked, "utf-16") {
			return errors.New("the file has no byte order mark: give its encoding as utf-16le or utf-16be")
		}
		fallthrough
	case given != "":
		if f.Encoding, err = normaliseEncoding(given); err != nil {
			return err
		}
	case marked != "":
		f.Encoding = marked
	default:
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if f.Encoding, err = findEncoding(file); err != nil {
			return err
		}
	}
	if marked == f.Encoding {
		f.skip = length
	}
	return nil
}

// openText opens the text of the file in UTF-8. counted counts the bytes of the file.
func (f *File) openText(counted func(io.Reader) io.Reader) (io.Reader, io.Closer, error) {
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, nil, err
	}
	if _, err := file.Seek(int64(f.skip), io.SeekStart); err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	var r io.Reader = bufio.NewReaderSize(counted(file), 1<<18)
	if e := encodings[f.Encoding]; e != nil {
		r = e.NewDecoder().Reader(r)
	}
	if f.sep {
		b := bufio.NewReader(r)
		if _, err := b.ReadString('\n'); err != nil {
			return nil, nil, errors.Join(err, file.Close())
		}
		r = b
	}
	return r, file, nil
}

func uncounted(r io.Reader) io.Reader { return r }

// sample is the beginning of the text, without a line that is cut off.
func (f *File) sample() ([]byte, error) {
	r, file, err := f.openText(uncounted)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	sample, err := io.ReadAll(io.LimitReader(r, 1<<16))
	if end := bytes.LastIndexByte(sample, '\n'); len(sample) == 1<<16 && end > 0 {
		sample = sample[:end+1]
	}
	return sample, err
}

// delimiters are those that are found.
const delimiters = ",;\t|"

// findDelimiter finds the delimiter: the one that gives most rows of the sample as many
// cells as the first row. Spreadsheets may say it in a first line such as "sep=;".
func (f *File) findDelimiter(sample []byte, given string) error {
	first, _, _ := strings.Cut(string(sample), "\n")
	if said, found := strings.CutPrefix(strings.TrimSpace(first), "sep="); found && len(said) <= 1 {
		f.sep = true
		sample = sample[min(len(sample), len(first)+1):]
		if given == "" {
			given = said
		}
		if said == "" && given == "" {
			given = "tab" // the space that was trimmed
		}
	}
	switch runes := []rune(given); {
	case given == "tab" || given == `\t`:
		f.Delimiter = '\t'
	case len(runes) == 1 && runes[0] != '"' && runes[0] != '\n' && runes[0] != '\r':
		f.Delimiter = runes[0]
	case given != "":
		return fmt.Errorf("%q is no delimiter: give one character, or tab", given)
	default:
		best := 0.0
		f.Delimiter = ','
		for _, candidate := range delimiters {
			if score := scoreDelimiter(sample, candidate); score > best {
				f.Delimiter, best = candidate, score
			}
		}
	}
	return nil
}

// scoreDelimiter is the share of rows with as many cells as the first row, and a little more
// for more cells. It is 0 where the first row has one cell.
func scoreDelimiter(sample []byte, delimiter rune) float64 {
	r := newCSV(bytes.NewReader(sample), delimiter, true)
	cells, rows, equal := 0, 0, 0
	for rows < 500 {
		row, err := r.Read()
		if err != nil {
			break
		}
		if rows++; cells == 0 {
			cells = len(row)
		}
		if len(row) == cells {
			equal++
		}
	}
	if cells < 2 {
		return 0
	}
	return float64(equal)/float64(rows) + float64(cells)/1e4
}

func newCSV(r io.Reader, delimiter rune, lazy bool) *csv.Reader {
	c := csv.NewReader(r)
	c.Comma, c.LazyQuotes, c.FieldsPerRecord, c.ReuseRecord = delimiter, lazy, -1, true
	return c
}

// findHeader finds whether the first row is a header, and names the columns. A header has no
// cell that looks like data.
func (f *File) findHeader(given string) error {
	first, err := f.firstRow()
	if err != nil {
		return err
	}
	switch given {
	case "yes", "no":
		f.Header = given == "yes"
	case "":
		f.Header = true
		for _, cell := range first {
			f.Header = f.Header && !looksLikeData(cell)
		}
	default:
		return fmt.Errorf("a header is yes or no, not %q", given)
	}
	if !f.Header {
		f.Columns = columnNames(make([]string, len(first)))
		return nil
	}
	f.Headings = append(f.Headings, first...)
	f.Columns = columnNames(first)
	return nil
}

// firstRow is the first row of the file that has something in it.
func (f *File) firstRow() ([]string, error) {
	r, file, err := f.openText(uncounted)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	c := newCSV(&bounded{r: r}, f.Delimiter, true)
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			return nil, errEmpty
		}
		if err != nil {
			return nil, err
		}
		if !isBlankRow(row) {
			return row, nil
		}
	}
}

// looksLikeData reports whether a cell is a number, a date, an e-mail address or longer than
// a heading.
func looksLikeData(cell string) bool {
	cell = strings.TrimSpace(cell)
	digits, letters := 0, 0
	for _, r := range cell {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters == 0 || digits > 4 || strings.Contains(cell, "@") || len(cell) > 100
}
