package writer

import (
	"errors"
	"testing"
)

// The engine may give up the whole transaction under a job. Then nothing that the
// job does afterwards may be stored, even if it takes no notice of the error.
func TestLostTransactions(t *testing.T) {
	poison := func(tx *Tx) error { return add(nil, "poison")(tx) }
	for _, c := range []struct {
		name string
		job  Job
	}{
		{"the job gives up", poison},
		{"the job goes on", func(tx *Tx) error {
			_ = poison(tx)
			_ = add(nil, "after")(tx)
			return nil
		}},
		{"the job goes on with rows", func(tx *Tx) error {
			_ = tx.QueryRow(addThing+` RETURNING id`, "i", "poison").Scan(new(string))
			_ = tx.QueryRow(addThing+` RETURNING id`, "i", "after").Scan(new(string))
			if rows, err := tx.Query(addThing+` RETURNING id`, "j", "later"); err == nil {
				_ = rows.Close()
			}
			return nil
		}},
		{"in a savepoint", func(tx *Tx) error {
			_ = tx.Savepoint(func() error { return poison(tx) })
			_ = tx.Savepoint(func() error { return add(nil, "after")(tx) })
			return nil
		}},
		{"by a job that panics", func(tx *Tx) error {
			_ = poison(tx)
			panic("a mistake")
		}},
		{"by a job with its own error", func(tx *Tx) error {
			_ = poison(tx)
			return errJob
		}},
		{"by a job that ends the transaction", func(tx *Tx) error {
			_, err := tx.Exec(`ROLLBACK`)
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newFixture(t)
			var commits int
			count := func(tx *Tx) error {
				count(tx, "s", "jobs", 1)
				tx.AfterCommit(func() { commits++ })
				return nil
			}
			both := func(job Job) Job { return func(tx *Tx) error { return errors.Join(count(tx), job(tx)) } }
			errs := d.group(both(add(nil, "a")), both(c.job), both(add(nil, "b")))
			if errs[0] != nil || errs[1] == nil || errs[2] != nil {
				t.Errorf("errors %v", errs)
			}
			d.expect("a b")
			if err := d.writer.Do(add(nil, "c")); err != nil {
				t.Errorf("afterwards: %v", err)
			}
			d.expect("a b c")
			if n := d.counted("s", "jobs"); n != 2 || commits != 2 {
				t.Errorf("counted %d, announced %d, want 2", n, commits)
			}
		})
	}
}
