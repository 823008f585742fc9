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
)

// Store is where documents lie. A path is the whole stored path, the root of the
// supplier included; a slash before it changes nothing. Nothing is ever written.
//
// Errors are ErrNotFound where the store has said that there is no such document,
// and ErrUnavailable for all that is not an answer.
type Store interface {
	// Stat looks a document up and computes its checksum.
	Stat(ctx context.Context, path string) (Info, error)
	// Open reads a document; it must be closed.
	Open(ctx context.Context, path string) (io.ReadCloser, error)
	// Link is an address at which a browser opens the document without logging in,
	// for as long as life. Whether the document is there shows when it is opened.
	Link(ctx context.Context, path string, life time.Duration) (string, error)
}

// Info is what is recorded of a document.
type Info struct {
	Size   int64
	SHA256 string // hexadecimal
}

// What a Store fails with; use errors.Is.
var (
	ErrNotFound    = errors.New("there is no such document")
	ErrUnavailable = errors.New("the document store is unavailable")
)

// place is a stored path as the stores take it: relative and unambiguous. One that
// could mean something else names no document.
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

// digest reads a document to its end, in constant memory.
func digest(ctx context.Context, r io.Reader) (Info, error) {
	hash := sha256.New()
	size, err := io.Copy(hash, interruptible{ctx, r})
	if err != nil {
		return Info{}, unavailable(err)
	}
	return Info{Size: size, SHA256: hex.EncodeToString(hash.Sum(nil))}, nil
}

// interruptible ends reading with its context.
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
