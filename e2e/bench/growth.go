package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/store/database"
)

// originals are so many accounts that are imported through the interface; all
// others that are there before are copies of theirs, row by row.
const originals = 256

// growth is what the accounts cost that were there before.
type growth struct {
	Accounts int     `json:"accounts"`
	Rows     float64 `json:"rows_per_account"`
	Bytes    float64 `json:"bytes_per_account"` // on the disk, with indexes
	Start    float64 `json:"start_ms"`          // of the service, until its first answer
}

// grow has accounts imported before the service is measured: the first ones by the
// service, which is not running when this is called or returns.
func (b *bench) grow(ctx context.Context, key string) error {
	path := filepath.Join(b.dir, "dataimport", "data.db")
	empty, err := measureFile(path)
	if err != nil {
		return err
	}
	if err := b.importOriginals(ctx, key); err != nil {
		return err
	}
	copies := (b.preload + originals - 1) / originals
	db, err := database.Connect(path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := multiply(ctx, db, copies); err != nil {
		return err
	}
	full, err := measureFile(path)
	if err != nil {
		return err
	}
	n := float64(copies * originals)
	b.load.before = copies * originals
	b.grown = &growth{Accounts: copies * originals, Rows: float64(full.rows-empty.rows) / n, Bytes: float64(full.bytes-empty.bytes) / n}
	return nil
}

func (b *bench) importOriginals(ctx context.Context, key string) error {
	s, err := start(ctx, filepath.Join(b.dir, "dataimport"), filepath.Join(b.programs, "dataimport"), "serve")
	if err != nil {
		return err
	}
	defer s.stop()
	w := &load{accounts: b.load.accounts}
	if w.authorization, err = obtainToken(s.address, key); err != nil {
		return err
	}
	c := &connection{}
	if err := c.dial(s.address); err != nil {
		return err
	}
	defer c.Close()
	way := w.wholeWay()
	for n := range originals {
		if err := way(c, n-firstWhole); err != nil {
			return err
		}
	}
	return nil
}

type fileSize struct{ rows, bytes int64 }

func measureFile(path string) (size fileSize, err error) {
	db, err := database.Connect(path)
	if err != nil {
		return size, err
	}
	defer db.Close()
	n, err := rows(db)
	if err != nil {
		return size, err
	}
	if _, err := db.NewQuery(`PRAGMA wal_checkpoint(TRUNCATE)`).Execute(); err != nil {
		return size, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return size, err
	}
	return fileSize{int64(n), info.Size()}, nil
}

// multiply makes all accounts of the benchmark's supplier copies times as many.
func multiply(ctx context.Context, db *dbx.DB, copies int) error {
	tables, err := copiedTables(db)
	if err != nil {
		return err
	}
	db.DB().SetMaxOpenConns(1) // which has the temporary tables, and moves the log
	if _, err := db.NewQuery(`PRAGMA wal_autocheckpoint(1000)`).Execute(); err != nil {
		return err
	}
	for _, t := range tables {
		if _, err := db.NewQuery(`CREATE TEMP TABLE original_` + t.name + ` AS SELECT * FROM main.` + t.name + t.condition).Execute(); err != nil {
			return err
		}
	}
	const step = 16 // copies in one transaction, each of all originals
	began := time.Now()
	for from := 1; from < copies; from += step {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		to := min(from+step, copies) - 1
		err := db.Transactional(func(tx *dbx.Tx) error {
			for _, t := range tables {
				if _, err := tx.NewQuery(t.copy(from, to)).Execute(); err != nil {
					return fmt.Errorf("%s: %w", t.name, err)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		fmt.Printf("\r%d accounts after %.0f s", (to+1)*originals, time.Since(began).Seconds())
	}
	fmt.Print("\r" + strings.Repeat(" ", 60) + "\r")
	_, err = db.NewQuery(fmt.Sprintf(`UPDATE progress SET n = n * %d WHERE supplier = %s`, copies, supplierID)).Execute()
	return err
}
