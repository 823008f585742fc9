package importclient

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A book is a file. It is read once from front to back, for its index, and then line by line.
type book struct {
	name string
	file *os.File
	size int64
}

// openBook opens a book. What is no file that can be read twice, such as standard input, is copied
// into a temporary file, which has no name.
func openBook(ctx context.Context, path string, stdin io.Reader) (*book, error) {
	if path == standardInput {
		return spoolBook(ctx, "stdin", stdin)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the book cannot be opened: %w", err)
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, errors.Join(fmt.Errorf("the book cannot be opened: %w", err), file.Close())
	case info.IsDir():
		return nil, errors.Join(fmt.Errorf("the book %s is a directory", path), file.Close())
	case !info.Mode().IsRegular():
		defer func() { _ = file.Close() }() // it was read to its end
		return spoolBook(ctx, filepath.Base(path), file)
	}
	return &book{name: filepath.Base(path), file: file, size: info.Size()}, nil
}

func spoolBook(ctx context.Context, name string, from io.Reader) (*book, error) {
	file, err := os.CreateTemp("", "dataimport-*.ndjson")
	if err != nil {
		return nil, fmt.Errorf("no temporary file can be made: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	type copied struct {
		size int64
		err  error
	}
	ended := make(chan copied, 1) // reading from a pipe cannot be interrupted
	go func() {
		size, err := io.Copy(file, from)
		ended <- copied{size, err}
	}()
	select {
	case end := <-ended:
		if end.err != nil {
			return nil, errors.Join(fmt.Errorf("the book cannot be read: %w", end.err), file.Close())
		}
		return &book{name: name, file: file, size: end.size}, nil
	case <-ctx.Done():
		return nil, errInterrupted
	}
}

// openReader returns a reader of the whole book.
func (b *book) openReader() io.Reader { return io.NewSectionReader(b.file, 0, b.size) }

// closeFile closes the file. It was opened for reading, so nothing can be lost.
func (b *book) closeFile() { _ = b.file.Close() }

// A place is where a line stands in the book, and the SHA-256 of what is sent of it.
type place struct {
	number      int
	start, size int64
	sha256      []byte
}

// readLine reads a line again.
func (b *book) readLine(p place) (line, error) {
	l := line{number: p.number, start: p.start, size: p.size}
	if p.size > maxLine {
		l.tooLong = true
		return l, nil
	}
	text := make([]byte, p.size)
	if _, err := b.file.ReadAt(text, p.start); err != nil {
		return line{}, fmt.Errorf("line %d of the book cannot be read again: %w", p.number, err)
	}
	l.text = trimLine(p.number, text)
	return l, nil
}

// readEntry reads a line that is to be sent. Its bytes must be those of the index.
func (b *book) readEntry(p place) (entry, error) {
	l, err := b.readLine(p)
	if err != nil {
		return entry{}, err
	}
	e, _ := readEntry(l)
	if sum := sha256.Sum256(e.text); string(sum[:]) != string(p.sha256) {
		return entry{}, fmt.Errorf("line %d of the book has changed since the run began", p.number)
	}
	return e, nil
}
