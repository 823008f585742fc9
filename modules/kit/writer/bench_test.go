package writer

import (
	"strings"
	"sync/atomic"
	"testing"

	"dataimport/modules/kit/database"
	"dataimport/modules/kit/database/databasetest"
	"dataimport/modules/kit/settings"

	"github.com/pocketbase/dbx"
)

// 64 callers, each with rows of an account's size.
func BenchmarkDo(b *testing.B) {
	app := databasetest.NewApp(b)
	db := app.NonconcurrentDB().(*dbx.DB).DB()
	if _, err := db.Exec(`CREATE TABLE things (id TEXT PRIMARY KEY, payload TEXT)`); err != nil {
		b.Fatal(err)
	}
	w := New(db, settings.NewStore(database.NewReader(app)))
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
