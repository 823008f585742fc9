package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/foreign"
)

// Store holds documents. A path is the whole stored path, with the root of the supplier;
// a slash before it changes nothing. A Store never writes.
//
// Errors are ErrNotFound where the store has answered that there is no such document, and
// ErrUnavailable for every failure that is not an answer.
type Store interface {
	// Stat looks a document up and computes its checksum.
	Stat(ctx context.Context, path string) (document.Info, error)
	// Open opens a document for reading. The caller closes it.
	Open(ctx context.Context, path string) (io.ReadCloser, error)
	// Link returns an address at which a browser opens the document without a log-in for
	// the time life. It does not check whether the document is there.
	Link(ctx context.Context, path string, life time.Duration) (string, error)
}

// The errors of a Store, for errors.Is.
var (
	ErrNotFound    = errors.New("there is no such document")
	ErrUnavailable = errors.New("the document store is unavailable")
)

// place returns a stored path in the form that the stores use: relative and unambiguous.
// It returns ErrNotFound for a path with two possible meanings.
func place(path string) (string, error) {
	clean, ok := CleanPath(strings.TrimLeft(path, "/"))
	if !ok || clean == "" || !utf8.ValidString(clean) {
		return "", fmt.Errorf("%w: the path is not one", ErrNotFound)
	}
	return clean, nil
}

func unavailable(cause error) error {
	if errors.Is(cause, ErrUnavailable) {
		return cause
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, cause)
}

// digest reads a document to its end, in constant memory, and returns its size and
// checksum.
func digest(ctx context.Context, r io.Reader) (document.Info, error) {
	hash := sha256.New()
	size, err := io.Copy(hash, interruptible{ctx, r})
	if err != nil {
		return document.Info{}, unavailable(foreign.Hide(err))
	}
	return document.Info{Size: size, SHA256: hex.EncodeToString(hash.Sum(nil))}, nil
}

// interruptible ends reading when its context ends.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.r.Read(p)
}
