package database_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"
)

// ledger is a database whose log is moved while a test runs.
type ledger struct {
	testing.TB
	*core.BaseApp
	*database.Checkpoints
}

func newLedger(t *testing.T) *ledger {
	app := databasetest.NewApp(t)
	l := &ledger{t, app, database.NewCheckpoints(app)}
	l.write(`CREATE TABLE things (payload)`)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { l.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return l
}

func (l *ledger) write(statement string) {
	l.Helper()
	if _, err := l.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
		l.Fatal(err)
	}
}

// pages writes a number of pages in one commit.
func (l *ledger) pages(n int) {
	l.Helper()
	l.write(fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO things SELECT zeroblob(4000) FROM n`, n))
}

// log returns how many pages the log has, and how many of them are in the file.
func (l *ledger) log() (pages, moved int) {
	l.Helper()
	var busy int
	if err := l.NonconcurrentDB().NewQuery(`PRAGMA wal_checkpoint(NOOP)`).Row(&busy, &pages, &moved); err != nil {
		l.Fatal(err)
	}
	return pages, moved
}

func (l *ledger) eventually(what string, is func() bool) {
	l.Helper()
	for until := time.Now().Add(20 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			pages, moved := l.log()
			l.Fatalf("in vain: %s; of %d pages in the log %d are moved, %v", what, pages, moved, l.Err())
		}
	}
}

// While writes never pause, the log begins anew again and again.
func TestTheLogStaysShort(t *testing.T) {
	l := newLedger(t)
	before, anew := 0, 0
	l.eventually("the log is begun anew three times", func() bool {
		for range 20 {
			l.pages(50)
			pages, _ := l.log()
			if pages > 30_000 {
				t.Fatalf("the log has %d pages", pages)
			}
			if pages < before {
				anew++
			}
			before = pages
		}
		return anew >= 3
	})
	if err := l.Err(); err != nil {
		t.Error(err)
	}
}

// During a long read the log grows. When the read has ended, all of it is moved.
func TestTheLogOfALongReader(t *testing.T) {
	l := newLedger(t)
	reading := beginReading(t, l.BaseApp)
	for range 5 {
		l.pages(1000)
	}
	time.Sleep(time.Second) // enough time to move everything
	if pages, moved := l.log(); pages < 5000 || moved > 1000 {
		t.Errorf("of %d pages in the log %d are moved beside a reader", pages, moved)
	}
	if err := reading.Rollback(); err != nil {
		t.Fatal(err)
	}
	l.eventually("all is moved, and the log begun anew", func() bool {
		l.pages(1)
		pages, _ := l.log()
		return pages < 1000
	})
}
