package reconciliation

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/store/database"
)

// sentBook is a book with an index of its lines. The index is a temporary file.
type sentBook struct {
	*book.File
	SHA256 string
	Lines  int // that are not empty

	index    *sql.DB
	progress *progress
}

// openBook opens a book and reads it once. It calls unreadable for each line that names no
// account.
func openBook(ctx context.Context, path string, stdin io.Reader, done *progress, unreadable func(line int, reason string) error) (b *sentBook, err error) {
	b = &sentBook{progress: done}
	if b.File, err = book.Open(ctx, path, stdin); err != nil {
		return nil, err
	}
	if b.index, err = database.OpenScratch(); err == nil {
		err = b.readLines(ctx, unreadable)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the book cannot be read: %w", err), b.close())
	}
	return b, nil
}

// close removes the temporary files.
func (b *sentBook) close() error {
	b.File.Close()
	if b.index == nil {
		return nil
	}
	return b.index.Close()
}

// commitEvery is how many lines are written to the index in one transaction.
const commitEvery = 10_000

func (b *sentBook) readLines(ctx context.Context, unreadable func(int, string) error) error {
	if _, err := b.index.Exec(`CREATE TABLE lines (line INTEGER PRIMARY KEY, start INTEGER, size INTEGER, number TEXT, further INTEGER, sha256 BLOB)`); err != nil {
		return err
	}
	whole := sha256.New()
	lines := book.NewReader(io.TeeReader(b.ReadAll(), whole))
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
	b.SHA256 = hex.EncodeToString(whole.Sum(nil))
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
		b.progress.lines.Store(int64(b.Lines))
		e, err := readEntry(l)
		if err != nil {
			if err := unreadable(l.Number, err.Error()); err != nil {
				return false, err
			}
			continue
		}
		sum := e.SHA256()
		if _, err := insert.Exec(l.Number, l.Start, l.Size, e.Number, e.IsFurther(), sum[:]); err != nil {
			return false, err
		}
	}
	return true, nil
}

var errNoNumber = errors.New("the account has no external_account_number")

func readEntry(l book.Line) (book.Entry, error) {
	if l.TooLong {
		return book.Entry{}, fmt.Errorf("the line is longer than %d MiB", book.MaxLine>>20)
	}
	e, err := book.ReadEntry(l.Text)
	if err == nil && e.Number == "" {
		err = errNoNumber
	}
	return e, err
}
