package database

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

const (
	// checkpointAfter so many pages in the log the engine moves them into the data file,
	// within the commit that comes next. It is what the engine does by itself.
	checkpointAfter = 1000
	// catchUpTime is how long the log is moved beside the writer, where other readers
	// keep that from coming to its end.
	catchUpTime = 5 * time.Minute
	catchUpRest = 100 * time.Millisecond
)

// LongRead has read take its time on the readers of data.db without holding up writes.
// While somebody reads, the log beside the file only grows, and the first commit
// afterwards would move all of it into the file, with everybody waiting. So the writer
// moves nothing meanwhile, and what has gathered is moved beside it.
func LongRead(ctx context.Context, app core.App, read func() error) (err error) {
	if err := checkpointAt(app, 0); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, checkpointAt(app, checkpointAfter)) }()
	return errors.Join(read(), catchUp(ctx, app))
}

// checkpointAt sets with how many pages in the log the writer moves them; 0 is never.
func checkpointAt(app core.App, pages int) error {
	_, err := app.NonconcurrentDB().NewQuery(fmt.Sprintf("PRAGMA wal_autocheckpoint(%d)", pages)).Execute()
	return err
}

// catchUp moves the log into the data file, until so little is left that a commit can do
// the rest.
func catchUp(ctx context.Context, app core.App) error {
	ctx, cancel := context.WithTimeout(ctx, catchUpTime)
	defer cancel()
	for {
		var busy, inLog, moved int
		if err := app.ConcurrentDB().NewQuery("PRAGMA wal_checkpoint(PASSIVE)").Row(&busy, &inLog, &moved); err != nil {
			return err
		}
		if inLog-moved <= checkpointAfter {
			return nil
		}
		select {
		case <-ctx.Done():
			slog.Warn("another reader keeps the database's log from being moved into its file", "pages", inLog-moved)
			return nil
		case <-time.After(catchUpRest):
		}
	}
}
