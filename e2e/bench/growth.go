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

// originalCount is how many accounts are imported through the interface. The other preloaded
// accounts are copies of their rows.
const originalCount = 256

// growth is what the preloaded accounts cost.
type growth struct {
	Accounts int     `json:"accounts"`
	Rows     float64 `json:"rows_per_account"`
	Bytes    float64 `json:"bytes_per_account"` // on the disk, with indexes
	Start    float64 `json:"start_ms"`          // of the service, until its first answer
}

// preloadAccounts imports accounts before the measurement. The service imports the first ones. It
// is not running before and after the call.
func (b *bench) preloadAccounts(ctx context.Context, key string) error {
	path := filepath.Join(b.dir, "dataimport", "data.db")
	empty, err := measureFile(path)
	if err != nil {
		return err
	}
	if err := b.importOriginals(ctx, key); err != nil {
		return err
	}
	copies := (b.preload + originalCount - 1) / originalCount
	db, err := database.Connect(path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := copyAccounts(ctx, db, copies); err != nil {
		return err
	}
	full, err := measureFile(path)
	if err != nil {
		return err
	}
	n := float64(copies * originalCount)
	b.load.preloaded = copies * originalCount
	b.growth = &growth{Accounts: copies * originalCount, Rows: float64(full.rows-empty.rows) / n, Bytes: float64(full.bytes-empty.bytes) / n}
	return nil
}

func (b *bench) importOriginals(ctx context.Context, key string) error {
	s, err := startServer(ctx, filepath.Join(b.dir, "dataimport"), filepath.Join(b.programs, "dataimport"), "serve")
	if err != nil {
		return err
	}
	defer s.killProcess()
	w := &load{accounts: b.load.accounts}
	if w.authorization, err = obtainToken(s.address, key); err != nil {
		return err
	}
	c := &connection{}
	if err := c.dialServer(s.address); err != nil {
		return err
	}
	defer c.Close()
	way := w.newFullImport()
	for n := range originalCount {
		if err := way(c, n-firstFullImport); err != nil {
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
	n, err := countAllRows(db)
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

// copyAccounts multiplies the accounts of the benchmark's supplier by copies.
func copyAccounts(ctx context.Context, db *dbx.DB, copies int) error {
	tables, err := listCopiedTables(db)
	if err != nil {
		return err
	}
	db.DB().SetMaxOpenConns(1) // one connection, because it holds the temporary tables and moves the log
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
				if _, err := tx.NewQuery(t.newCopyStatement(from, to)).Execute(); err != nil {
					return fmt.Errorf("%s: %w", t.name, err)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		fmt.Printf("\r%d accounts after %.0f s", (to+1)*originalCount, time.Since(began).Seconds())
	}
	fmt.Print("\r" + strings.Repeat(" ", 60) + "\r")
	_, err = db.NewQuery(fmt.Sprintf(`UPDATE progress SET n = n * %d WHERE supplier = %s`, copies, supplierID)).Execute()
	return err
}
