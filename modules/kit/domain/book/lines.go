// Package book reads books: files with one account a line (NDJSON). It knows lines, and what
// of a line is an account. It knows no member of an account but those that name it.
package book

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// MaxLine is the size of the longest line, in bytes. It bounds the memory of a reader.
const MaxLine = 32 << 20

// Line is one non-empty line of a book.
type Line struct {
	Number      int
	Start, Size int64  // of its bytes in the book
	Text        []byte // without the white space around it; valid until the next line is read
	TooLong     bool   // then Text is empty
}

// Reader reads lines from front to back with constant memory.
type Reader struct {
	reader *bufio.Reader
	number int
	offset int64
	buffer []byte
}

// NewReader returns a reader of a book.
func NewReader(r io.Reader) *Reader {
	return &Reader{reader: bufio.NewReaderSize(r, 256<<10)}
}

// Offset returns how many bytes were read.
func (r *Reader) Offset() int64 { return r.offset }

// ReadNext returns the next non-empty line. The error is io.EOF at the end of the book.
func (r *Reader) ReadNext() (Line, error) {
	for {
		r.number++
		l, err := r.readLine()
		if err != nil {
			return Line{}, err
		}
		if l.TooLong || len(l.Text) > 0 {
			return l, nil
		}
	}
}

// readLine reads to the end of the line. It stores no text of a line longer than MaxLine.
func (r *Reader) readLine() (Line, error) {
	l := Line{Number: r.number, Start: r.offset}
	r.buffer = r.buffer[:0]
	any := false
	for {
		part, err := r.reader.ReadSlice('\n')
		r.offset += int64(len(part))
		any = any || len(part) > 0
		switch {
		case l.TooLong:
		case len(r.buffer)+len(part) > MaxLine:
			l.TooLong = true
		default:
			r.buffer = append(r.buffer, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || !any) {
			return Line{}, err
		}
		if l.Size = r.offset - l.Start; !l.TooLong {
			l.Text = Trim(r.number, r.buffer)
		}
		return l, nil
	}
}

// Trim removes the white space around a line, and the byte order mark that some exporters put
// first into a file.
func Trim(number int, text []byte) []byte {
	if number == 1 {
		text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	}
	return bytes.Trim(text, " \t\r\n")
}
