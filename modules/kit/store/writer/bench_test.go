package writer

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/dbx"
)

// 64 callers, each with rows of an account's size.
func BenchmarkDo(b *testing.B) {
	app := databasetest.NewApp(b)
	db := app.NonconcurrentDB().(*dbx.DB).DB()
	if _, err := db.Exec(`CREATE TABLE things (id TEXT PRIMARY KEY, payload TEXT)`); err != nil {
		b.Fatal(err)
	}
	w := New(db, nil)
	defer w.Close()
	payload := strings.Repeat("x", 6_000)
	var transactions, jobs atomic.Int64
	var last *Tx // of the writer's goroutine
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			err := w.Do(func(tx *Tx) error {
				jobs.Add(1)
				if tx != last {
					last = tx
					transactions.Add(1)
				}
				_, err := tx.Exec(`INSERT INTO things VALUES (?, ?)`, database.NewID(), payload)
				return err
			})
			if err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(jobs.Load())/float64(transactions.Load()), "jobs/commit")
}

// Rows as wide as a transaction's and as full, some or many of them in a job.
func BenchmarkInsert(b *testing.B) {
	for _, rows := range []int{12, 100} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) { benchmarkInsert(b, rows) })
	}
}

func benchmarkInsert(b *testing.B, rows int) {
	app := databasetest.NewApp(b)
	db := app.NonconcurrentDB().(*dbx.DB).DB()
	columns := make([]string, 19)
	for i := range columns {
		columns[i] = fmt.Sprint("c", i)
	}
	if _, err := db.Exec(`CREATE TABLE wide (id TEXT PRIMARY KEY NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL, ` + strings.Join(columns, " TEXT NOT NULL, ") + ` TEXT NOT NULL);
		CREATE INDEX wide_identity ON wide (c0, c3)`); err != nil {
		b.Fatal(err)
	}
	w := New(db, nil)
	defer w.Close()
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		values := make([]any, len(columns))
		for pb.Next() {
			account := database.NewID()
			err := w.Do(func(tx *Tx) error {
				return tx.Insert("wide", columns, rows, func(i int) []any {
					for c := range values {
						values[c] = ""
						if c < 9 {
							values[c] = "IMPORTED_CHARGE"
						}
					}
					values[0], values[3] = account, strconv.Itoa(i)
					return values
				})
			})
			if err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/row")
}
