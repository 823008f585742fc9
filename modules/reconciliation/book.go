package reconciliation

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/store/database"
)

// standardInput is the name of a book that is read from standard input.
const standardInput = "-"

// sentBook is a book with an index of its lines. The index is a temporary file.
type sentBook struct {
	Name, SHA256 string
	Bytes        int64
	Lines        int // that are not empty

	file    *os.File
	changed time.Time // when the file was changed last
	index   *sql.DB
}

// openBook opens a book and reads it once. It calls unreadable for each line that names no
// account. What is no file that can be read twice is copied into a temporary file.
func openBook(ctx context.Context, path string, stdin io.Reader, unreadable func(line int, reason string) error) (b *sentBook, err error) {
	b = &sentBook{Name: filepath.Base(path)}
	if err := b.openFile(path, stdin); err != nil {
		return nil, fmt.Errorf("the book cannot be opened: %w", err)
	}
	if b.index, err = database.OpenScratch(); err == nil {
		err = b.readLines(ctx, unreadable)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the book cannot be read: %w", err), b.close())
	}
	return b, nil
}

func (b *sentBook) openFile(path string, stdin io.Reader) (err error) {
	from := stdin
	if path == standardInput {
		b.Name = "standard input"
	} else {
		if b.file, err = os.Open(path); err != nil {
			return err
		}
		info, err := b.file.Stat()
		switch {
		case err != nil:
			return errors.Join(err, b.file.Close())
		case info.IsDir():
			return errors.Join(errors.New("it is a directory"), b.file.Close())
		case info.Mode().IsRegular():
			b.changed = info.ModTime()
			return nil
		}
		defer b.file.Close() // the pipe, which is copied below
		from = b.file
	}
	b.file, err = copyToTemporary(from)
	if err != nil {
		return err
	}
	info, err := b.file.Stat()
	b.changed = info.ModTime()
	return err
}

// copyToTemporary copies what cannot be read twice into a file without a name.
func copyToTemporary(from io.Reader) (*os.File, error) {
	file, err := os.CreateTemp("", "dataimport-*.ndjson")
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(file, from)
	if err = errors.Join(err, os.Remove(file.Name())); err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// close removes the temporary files.
func (b *sentBook) close() error {
	err := b.file.Close()
	if b.index != nil {
		err = errors.Join(err, b.index.Close())
	}
	return err
}

// checkUnchanged returns an error where the book was changed since it was opened.
func (b *sentBook) checkUnchanged() error {
	info, err := b.file.Stat()
	if err == nil && (info.Size() != b.Bytes || !info.ModTime().Equal(b.changed)) {
		err = errors.New("the book was changed while it was compared: start again")
	}
	return err
}

// commitEvery is how many lines are written to the index in one transaction.
const commitEvery = 10_000

func (b *sentBook) readLines(ctx context.Context, unreadable func(int, string) error) error {
	if _, err := b.index.Exec(`CREATE TABLE lines (line INTEGER PRIMARY KEY, start INTEGER, size INTEGER, number TEXT, further INTEGER, sha256 BLOB)`); err != nil {
		return err
	}
	whole := sha256.New()
	lines := book.NewReader(io.TeeReader(b.file, whole))
	for more := true; more; {
		tx, err := b.index.Begin()
		if err != nil {
			return err
		}
		if more, err = b.readSome(ctx, lines, tx, unreadable); err != nil {
			return errors.Join(err, tx.Rollback())
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	b.SHA256, b.Bytes = hex.EncodeToString(whole.Sum(nil)), lines.Offset()
	return nil
}

// readSome reads some lines and reports whether there are more.
func (b *sentBook) readSome(ctx context.Context, lines *book.Reader, tx *sql.Tx, unreadable func(int, string) error) (more bool, err error) {
	insert, err := tx.Prepare(`INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return false, err
	}
	defer insert.Close()
	for range commitEvery {
		l, err := lines.ReadNext()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return false, err
		}
		b.Lines++
		e, err := readEntry(l)
		if err != nil {
			if err := unreadable(l.Number, err.Error()); err != nil {
				return false, err
			}
			continue
		}
		if _, err := insert.Exec(l.Number, l.Start, l.Size, e.Number, e.Account == nil, e.SHA256[:]); err != nil {
			return false, err
		}
	}
	return true, nil
}

func readEntry(l book.Line) (book.Entry, error) {
	if l.TooLong {
		return book.Entry{}, fmt.Errorf("the line is longer than %d MiB", book.MaxLine>>20)
	}
	return book.ReadEntry(l.Text)
}
