package importclient

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the size of the longest line, in bytes. It bounds the memory of a run.
const maxLine = 32 << 20

// A line is one non-empty line of a book.
type line struct {
	number      int
	start, size int64  // of its text in the book
	text        []byte // without the white space around it; valid until the next line is read
	tooLong     bool   // then text is empty
}

// A lineReader reads lines from front to back with constant memory.
type lineReader struct {
	reader *bufio.Reader
	number int
	offset int64 // bytes read
	buffer []byte
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{reader: bufio.NewReaderSize(r, 256<<10)}
}

// readNext returns the next non-empty line. The error is io.EOF at the end of the book.
func (r *lineReader) readNext() (line, error) {
	for {
		r.number++
		l, err := r.readLine()
		if err != nil {
			return line{}, err
		}
		if l.tooLong || len(l.text) > 0 {
			return l, nil
		}
	}
}

// readLine reads to the end of the line. It stores no text of a line longer than maxLine.
func (r *lineReader) readLine() (line, error) {
	l := line{number: r.number, start: r.offset}
	r.buffer = r.buffer[:0]
	any := false
	for {
		part, err := r.reader.ReadSlice('\n')
		r.offset += int64(len(part))
		any = any || len(part) > 0
		switch {
		case l.tooLong:
		case len(r.buffer)+len(part) > maxLine:
			l.tooLong = true
		default:
			r.buffer = append(r.buffer, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || !any) {
			return line{}, err
		}
		if l.size = r.offset - l.start; !l.tooLong {
			l.text = trimLine(r.number, r.buffer)
		}
		return l, nil
	}
}

// trimLine removes the white space around a line, and the byte order mark that some exporters put
// first into a file.
func trimLine(number int, text []byte) []byte {
	if number == 1 {
		text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	}
	return bytes.Trim(text, " \t\r\n")
}
