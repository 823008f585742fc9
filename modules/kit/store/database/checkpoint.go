package database

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

const (
	// checkpointEvery so often the log is moved, or looked at where nobody writes.
	checkpointEvery = 200 * time.Millisecond
	checkpointIdle  = 500 * time.Millisecond
	// maxLog pages the log may have before it is begun anew, of which so many may have to
	// be moved while everybody waits.
	maxLog  = 4000
	maxRest = 1000
)

// Checkpoints move what was written from the log into data.db, beside the writer: a
// commit that did so would have everybody wait for it. No connection does so by itself.
// The writer begins the log anew when all of it has been moved, which beside it never is,
// so now and then the rest is moved in a turn of the writer's connection. While somebody
// reads for long the log only grows, and is moved when they have ended.
type Checkpoints struct {
	app core.App
	err atomic.Pointer[error]
}

// NewCheckpoints are the checkpoints of app, once they run.
func NewCheckpoints(app core.App) *Checkpoints { return &Checkpoints{app: app} }

// Err is why the log could not be moved at the last try: what is in it is on the disk, so
// no write fails, but it grows for ever.
func (c *Checkpoints) Err() error {
	if err := c.err.Load(); err != nil {
		return *err
	}
	return nil
}

// Run makes checkpoints until ctx ends.
func (c *Checkpoints) Run(ctx context.Context) {
	var before log
	for {
		found, err := c.move(ctx)
		rest := checkpointIdle
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if c.err.Swap(&err) == nil {
				slog.Error("the database's log cannot be moved into its file, and grows", "error", err)
			}
		default:
			c.err.Store(nil)
			if found != before {
				rest = checkpointEvery
			}
		}
		before = found
		select {
		case <-ctx.Done():
			return
		case <-time.After(rest):
		}
	}
}

// log is how many pages it has, and how many of these were moved.
type log struct{ pages, moved int }

func (c *Checkpoints) move(ctx context.Context) (log, error) {
	found, err := checkpoint(ctx, c.app.ConcurrentDB())
	if err != nil || found.pages < maxLog || found.pages-found.moved > maxRest {
		return found, err
	}
	return checkpoint(ctx, c.app.NonconcurrentDB())
}

// checkpoint moves as much of the log as it can without waiting for anybody.
func checkpoint(ctx context.Context, db dbx.Builder) (l log, err error) {
	var busy int
	err = db.(*dbx.DB).DB().QueryRowContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &l.pages, &l.moved)
	return l, err
}
