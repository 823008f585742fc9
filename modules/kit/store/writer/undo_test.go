package writer

import (
	"errors"
	"slices"
	"testing"
)

// Jobs run once, without savepoints. If a job fails after a write, its group runs again,
// and the counts and AfterCommit functions of the first run are dropped.
func TestGroupsRunAgainWhereAJobMustBeUndone(t *testing.T) {
	look := func(tx *Tx) error { return tx.QueryRow(`SELECT count(*) FROM things`).Scan(new(int)) }
	for _, c := range []struct {
		name string
		job  Job
		runs []int // of the job before, the job and the one after it
		want string
	}{
		{"it succeeds", add(nil, "b"), []int{1, 1, 1}, "a b c"},
		{"it fails at once", func(*Tx) error { return errJob }, []int{1, 1, 1}, "a c"},
		{"it fails after it has read", func(tx *Tx) error { return errors.Join(look(tx), errJob) }, []int{1, 1, 1}, "a c"},
		{"it fails after it has written", add(errJob, "b"), []int{2, 2, 1}, "a c"},
		{"it fails after it has written by a query", func(tx *Tx) error {
			return errors.Join(tx.QueryRow(addThing+` RETURNING id`, "b", "b").Scan(new(string)), errJob)
		}, []int{2, 2, 1}, "a c"},
		{"it panics after it has written", func(tx *Tx) error { _ = add(nil, "b")(tx); panic("a mistake") }, []int{2, 2, 1}, "a c"},
		{"a savepoint of its own fails", func(tx *Tx) error {
			_ = tx.Savepoint(func() error { return add(errJob, "x")(tx) })
			return add(nil, "b")(tx)
		}, []int{1, 1, 1}, "a b c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newFixture(t)
			runs, announced := make([]int, 3), 0
			counted := func(i int, job Job) Job {
				return func(tx *Tx) error {
					runs[i]++
					count(tx, "s", "jobs", 1)
					tx.AfterCommit(func() { announced++ })
					return job(tx)
				}
			}
			d.group(counted(0, add(nil, "a")), counted(1, c.job), counted(2, add(nil, "c")))
			d.expect(c.want)
			if !slices.Equal(runs, c.runs) {
				t.Errorf("runs %v, want %v", runs, c.runs)
			}
			if done := (len(c.want) + 1) / 2; announced != done || d.counted("s", "jobs") != done {
				t.Errorf("announced %d, counted %d, want %d", announced, d.counted("s", "jobs"), done)
			}
		})
	}
}

func TestStatementsThatEndTheTransaction(t *testing.T) {
	for query, want := range map[string]bool{
		"ROLLBACK": true, "rollback": true, " COMMIT": true, "END TRANSACTION": true, "Rollback Transaction": true,
		"ROLLBACK TO job": false, "rollback to savepoint job": false, "RELEASE job": false, "SELECT 'END'": false, "": false,
	} {
		if endsTransaction(query) != want {
			t.Errorf("%q: want %v", query, want)
		}
	}
}
