package writer

import (
	"bytes"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

// groups lets n jobs wait at the same time, and returns the sizes of their transactions,
// in order.
func (d *fixture) groups(n int) (sizes []int) {
	d.t.Helper()
	var last *Tx // only the writer's goroutine uses these until all jobs have answers
	var order []int
	jobs := make([]Job, n)
	for i := range jobs {
		jobs[i] = func(tx *Tx) error {
			if tx != last {
				last, sizes = tx, append(sizes, 0)
			}
			sizes[len(sizes)-1]++
			count(tx, "s", "jobs", 1)
			tx.AfterCommit(func() { order = append(order, i) })
			return nil
		}
	}
	for i, err := range d.group(jobs...) {
		if err != nil {
			d.t.Errorf("job %d: %v", i, err)
		}
	}
	if len(order) != n || !slices.IsSorted(order) || d.counted("s", "jobs") != n {
		d.t.Errorf("announced %d, counted %d, want %d", len(order), d.counted("s", "jobs"), n)
	}
	return sizes
}

// Jobs that wait together are written together, up to a number and up to a time.
func TestJobsAreGrouped(t *testing.T) {
	d := newFixture(t)
	if sizes := d.groups(64); !slices.Equal(sizes, []int{64}) {
		t.Errorf("64 jobs took transactions of %v", sizes)
	}
	d = newFixture(t)
	if sizes := d.groups(2*maxGroup + 1); !slices.Equal(sizes, []int{maxGroup, maxGroup, 1}) {
		t.Errorf("%d jobs took transactions of %v", 2*maxGroup+1, sizes)
	}
	d = newFixture(t)
	d.writer.hold = 0
	if sizes := d.groups(3); !slices.Equal(sizes, []int{1, 1, 1}) {
		t.Errorf("3 slow jobs took transactions of %v", sizes)
	}
}

// A commit that fails makes no other job fail. The other jobs' answers do not depend on
// the rolled-back rows of the failed one.
func TestFailedCommits(t *testing.T) {
	orphan := func(tx *Tx) error { // fails at the commit
		count(tx, "s", "jobs", 1)
		tx.AfterCommit(func() { panic("announced, though not stored") })
		if err := add(nil, "a")(tx); err != nil {
			return err
		}
		_, err := tx.Exec(addLine, "nobody")
		return err
	}
	errExists := errors.New("exists already")
	addOnce := func(tx *Tx) error {
		var n int
		if err := tx.QueryRow(`SELECT count(*) FROM things WHERE name = 'a'`).Scan(&n); err != nil || n > 0 {
			return errors.Join(err, errExists)
		}
		count(tx, "s", "jobs", 1)
		return add(nil, "a")(tx)
	}
	d := newFixture(t)
	errs := d.group(orphan, addOnce, orphan, add(nil, "b"), add(errJob, "c"))
	for i, want := range []string{"FOREIGN KEY", "", "UNIQUE", "", errJob.Error()} {
		if got := errs[i]; (got == nil) != (want == "") || got != nil && !strings.Contains(got.Error(), want) {
			t.Errorf("job %d: got %v, want %q", i, got, want)
		}
	}
	d.expect("a b")
	if n := d.counted("s", "jobs"); n != 1 {
		t.Errorf("counted %d, want 1", n)
	}
	if err := d.writer.Do(orphan); err == nil || !strings.Contains(err.Error(), "UNIQUE") {
		t.Errorf("alone: %v", err)
	}
	if err := d.writer.Do(func(tx *Tx) error { _, err := tx.Exec(addLine, "b"); return err }); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// An AfterCommit function is called when the written rows are visible to all. A mistake
// in it stops no other function and no job.
func TestAfterCommit(t *testing.T) {
	d := newFixture(t)
	var log bytes.Buffer
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	var seen []string
	see := func(tx *Tx) error {
		tx.AfterCommit(func() { seen = append(seen, d.names()) })
		return nil
	}
	errs := d.group(
		func(tx *Tx) error { return errors.Join(add(nil, "a")(tx), see(tx)) },
		func(tx *Tx) error { tx.AfterCommit(func() { panic("a mistake") }); return see(tx) },
		func(tx *Tx) error { return errors.Join(see(tx), errJob) },
		add(nil, "b"),
	)
	if errs[0] != nil || errs[1] != nil || errs[2] == nil || errs[3] != nil {
		t.Errorf("errors %v", errs)
	}
	if len(seen) != 2 || !strings.HasPrefix(seen[0], "a") {
		t.Errorf("seen %q", seen)
	}
	if !strings.Contains(log.String(), "a mistake") {
		t.Errorf("logged: %s", log.String())
	}
}
