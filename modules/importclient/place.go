package importclient

import (
	"fmt"

	"dataimport/modules/kit/domain/book"
)

// A place is where a line stands in the book, and the SHA-256 of what is sent of it.
type place struct {
	number      int
	start, size int64
	sha256      []byte
}

// readLine reads a line again.
func (p *place) readLine(from *book.File) (book.Line, error) {
	return from.ReadLine(p.number, p.start, p.size)
}

// readEntry reads a line that is to be sent. Its bytes must be those of the index.
func (p *place) readEntry(from *book.File) (book.Entry, error) {
	l, err := p.readLine(from)
	if err != nil {
		return book.Entry{}, err
	}
	e, _ := book.ReadEntry(l.Text)
	if sum := e.SHA256(); string(sum[:]) != string(p.sha256) {
		return book.Entry{}, fmt.Errorf("line %d of the book has changed since the run began", p.number)
	}
	return e, nil
}
