package book

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// StandardInput is the path of a book that is read from standard input.
const StandardInput = "-"

// File is a book that can be read several times.
type File struct {
	Name string
	Size int64

	file    *os.File
	changed time.Time // when the file was changed last
}

// Open opens a book. What is no file that can be read twice, such as standard input, is copied
// into a temporary file, which has no name.
func Open(ctx context.Context, path string, stdin io.Reader) (*File, error) {
	if path == StandardInput {
		return spool(ctx, "stdin", stdin)
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
		return spool(ctx, filepath.Base(path), file)
	}
	return &File{Name: filepath.Base(path), Size: info.Size(), file: file, changed: info.ModTime()}, nil
}

func spool(ctx context.Context, name string, from io.Reader) (*File, error) {
	file, err := os.CreateTemp("", "dataimport-*.ndjson")
	if err != nil {
		return nil, fmt.Errorf("no temporary file can be made: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	ended := make(chan error, 1) // reading from a pipe cannot be interrupted
	go func() {
		_, err := io.Copy(file, from)
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil {
			return nil, errors.Join(fmt.Errorf("the book cannot be read: %w", err), file.Close())
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &File{Name: name, Size: info.Size(), file: file, changed: info.ModTime()}, nil
}

// ReadAll returns a reader of the whole book.
func (f *File) ReadAll() io.Reader { return io.NewSectionReader(f.file, 0, f.Size) }

// ReadLine reads a line again, at its place in the book.
func (f *File) ReadLine(number int, start, size int64) (Line, error) {
	l := Line{Number: number, Start: start, Size: size}
	if size > MaxLine {
		l.TooLong = true
		return l, nil
	}
	text := make([]byte, size)
	if _, err := f.file.ReadAt(text, start); err != nil {
		return Line{}, fmt.Errorf("line %d of the book cannot be read again: %w", number, err)
	}
	l.Text = Trim(number, text)
	return l, nil
}

// CheckUnchanged returns an error where the book was changed since it was opened.
func (f *File) CheckUnchanged() error {
	info, err := f.file.Stat()
	if err == nil && (info.Size() != f.Size || !info.ModTime().Equal(f.changed)) {
		err = errors.New("the book was changed while it was read: start again")
	}
	return err
}

// Close closes the file. It was opened for reading, so nothing can be lost.
func (f *File) Close() { _ = f.file.Close() }
