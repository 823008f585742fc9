package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/foreign"
)

// Store holds documents. It finds a document below the root of its supplier alone. A Store
// never writes.
//
// Errors are ErrNotFound where the store has answered that there is no such document, and
// ErrUnavailable for every failure that is not an answer.
type Store interface {
	// Stat looks a document up and computes its checksum.
	Stat(ctx context.Context, at Location) (document.Info, error)
	// Open opens a document for reading. The caller closes it.
	Open(ctx context.Context, at Location) (io.ReadCloser, error)
	// Link returns an address at which a browser opens the document without a log-in for
	// the time life. It does not check whether the document is there.
	Link(ctx context.Context, at Location, life time.Duration) (string, error)
}

// The errors of a Store, for errors.Is.
var (
	ErrNotFound    = errors.New("there is no such document")
	ErrUnavailable = errors.New("the document store is unavailable")
)

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
