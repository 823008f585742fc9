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
	// checkpointEvery is the pause between two checkpoints. While no data is written, a
	// checkpoint only looks at the log.
	checkpointEvery = 200 * time.Millisecond
	checkpointIdle  = 500 * time.Millisecond
	// maxLog is how many pages the log may have before it begins anew. As many pages may
	// have to be moved in a turn of the writer's connection, while all writes wait.
	maxLog  = 4000
	maxRest = 1000
)

// Checkpoints move the written pages from the log into data.db, beside the writer. A
// commit that did so would make all requests wait for it. No connection does it by
// itself. The writer begins the log anew when all of it was moved. Beside a busy writer
// that never happens. So at times the rest is moved in a turn of the writer's connection.
// While a long read is under way the log only grows. It is moved when the read has ended.
type Checkpoints struct {
	app core.App
	err atomic.Pointer[error]
}

// NewCheckpoints returns the checkpoints of app. Run makes them.
func NewCheckpoints(app core.App) *Checkpoints { return &Checkpoints{app: app} }

// Err returns why the last checkpoint could not move the log, or nil. The log's content
// is on the disk, so no write fails, but the log grows without limit.
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

// log holds the number of the log's pages, and how many of them were moved.
type log struct{ pages, moved int }

func (c *Checkpoints) move(ctx context.Context) (log, error) {
	found, err := checkpoint(ctx, c.app.ConcurrentDB())
	if err != nil || found.pages < maxLog || found.pages-found.moved > maxRest {
		return found, err
	}
	return checkpoint(ctx, c.app.NonconcurrentDB())
}

// checkpoint moves as much of the log as it can without waiting for a lock.
func checkpoint(ctx context.Context, db dbx.Builder) (l log, err error) {
	var busy int
	err = db.(*dbx.DB).DB().QueryRowContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &l.pages, &l.moved)
	return l, err
}
