package replica

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"
)

const (
	// stallTime is how long a transfer or a listing may bring nothing. A connection that is cut
	// without a word says nothing, and a server that has begun an answer may never end it.
	stallTime = 5 * time.Second
	// partTime is how long the storage may take for a part of an upload.
	partTime = time.Minute
)

// errStalled says that a transfer was given up since nothing of it went on.
var errStalled = errors.New("replica: the storage has begun an exchange and does not go on with it")

// progress ends a context where nothing happens for a time.
type progress struct {
	time  time.Duration
	timer *time.Timer
	end   context.CancelCauseFunc
}

// watchProgress returns a context that ends with errStalled unless note is called within each
// while of a length.
func watchProgress(ctx context.Context, length time.Duration) (context.Context, *progress) {
	ctx, end := context.WithCancelCause(ctx)
	return ctx, &progress{length, time.AfterFunc(length, func() { end(errStalled) }), end}
}

// note says that something has happened.
func (p *progress) note() { p.timer.Reset(p.time) }

// stop ends the context.
func (p *progress) stop() {
	p.timer.Stop()
	p.end(nil)
}

// upload is the content of an object that is written while it is made.
type upload struct {
	io.Reader
	progress *progress
}

// Read reads the next bytes to be written, and so shows that those before were written.
func (u *upload) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	u.progress.note()
	return n, err
}

// transfer is the body of an object that is read while it goes on.
type transfer struct {
	io.ReadCloser
	ctx      context.Context
	progress *progress
}

// Read reads, and says errStalled where the storage does not go on.
func (t *transfer) Read(p []byte) (int, error) {
	t.progress.note()
	n, err := t.ReadCloser.Read(p)
	t.progress.timer.Stop() // the time until the next part is read is the reader's
	if err != nil && err != io.EOF {
		err = cmp.Or(stalled(t.ctx), err)
	}
	return n, err
}

// stalled returns errStalled where ctx has ended with it.
func stalled(ctx context.Context) error {
	if err := context.Cause(ctx); errors.Is(err, errStalled) {
		return err
	}
	return nil
}

// Close ends the transfer.
func (t *transfer) Close() error {
	t.progress.stop()
	return t.ReadCloser.Close()
}
