package importclient

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
)

// maxLine is the size of the longest line, in bytes. It leaves room for an account of the service's
// own limit (10 MiB) and as much post-import data. Together with the concurrency it bounds the
// memory of a run.
const maxLine = 32 << 20

// A line is one non-empty line of the book.
type line struct {
	number  int
	text    []byte
	tooLong bool // then text is empty
}

// A book is read once, from front to back, by one goroutine. All goroutines may read its offsets.
type book struct {
	path   string
	file   *os.File // nil for a stream, which cannot be resumed
	size   int64    // -1 for a stream
	reader *bufio.Reader
	number int

	offset      atomic.Int64 // bytes read
	startOffset atomic.Int64 // offset of the first line taken, -1 before
}

func openBook(path string, stdin io.Reader) (*book, error) {
	if path == standardInput {
		return newBook(path, stdin), nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the book cannot be opened: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the book cannot be opened: %w", err), file.Close())
	}
	if info.IsDir() {
		return nil, errors.Join(fmt.Errorf("the book %s is a directory", path), file.Close())
	}
	b := newBook(path, file)
	if info.Mode().IsRegular() {
		b.file, b.size = file, info.Size()
	}
	return b, nil
}

func newBook(path string, r io.Reader) *book {
	b := &book{path: path, size: -1, reader: bufio.NewReaderSize(r, 256<<10)}
	b.startOffset.Store(-1)
	return b
}

// nextLine returns the next non-empty line that is not finished. The error is io.EOF at the end of
// the book.
func (b *book) nextLine(finished func(number int) bool) (line, error) {
	for {
		b.number++
		before := b.offset.Load()
		l, err := b.readLine(finished(b.number))
		if err != nil {
			return line{}, err
		}
		if l.tooLong || len(l.text) > 0 {
			b.startOffset.CompareAndSwap(-1, before)
			return l, nil
		}
	}
}

// readLine reads to the end of the line. It stores no text of a line that is skipped or longer than
// maxLine.
func (b *book) readLine(skip bool) (line, error) {
	l := line{number: b.number}
	any := false
	for {
		part, err := b.reader.ReadSlice('\n')
		b.offset.Add(int64(len(part)))
		any = any || len(part) > 0
		switch {
		case skip || l.tooLong:
		case len(l.text)+len(part) > maxLine:
			l.text, l.tooLong = nil, true
		default:
			l.text = append(l.text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || !any) {
			return line{}, err
		}
		l.text = bytes.Trim(trimByteOrderMark(l), " \t\r\n")
		return l, nil
	}
}

// trimByteOrderMark removes the byte order mark that some exporters put first.
func trimByteOrderMark(l line) []byte {
	if l.number != 1 {
		return l.text
	}
	return bytes.TrimPrefix(l.text, []byte("\xef\xbb\xbf"))
}
