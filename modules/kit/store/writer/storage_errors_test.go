package writer

import (
	"errors"
	"strings"
	"testing"
)

// ioError is the engine's error for a storage that failed.
type ioError int

func (ioError) Error() string { return "disk I/O error" }
func (e ioError) Code() int   { return int(e) }

const (
	failedWrite = ioError(778)
	failedFlush = ioError(1034)
)

// After the storage has failed no job is written, whether it waits already or comes
// later, and no caller gets a success.
func TestAFailedStorageStopsWriting(t *testing.T) {
	fine := fate{commits: true, answers: true}
	for _, c := range []struct {
		name string
		fate fate
		want string // the stored rows
	}{
		{"the flush fails", fate{failure: failedFlush}, "before"},
		{"the write fails", fate{failure: failedWrite}, "before"},
		{"the flush fails after all is written", fate{commits: true, failure: failedFlush}, "a b before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newFixture(t)
			w := d.flaky(fine, fine, c.fate)
			if err := w.Do(add(nil, "before")); err != nil || w.Err() != nil {
				t.Fatal(err, w.Err())
			}
			announced := false
			tell := func(tx *Tx) error {
				tx.AfterCommit(func() { announced = true })
				return add(nil, "b")(tx)
			}
			for i, err := range group(w, add(nil, "a"), tell) {
				if !errors.Is(err, ErrStorage) || !errors.Is(err, c.fate.failure) {
					t.Errorf("job %d: %v", i, err)
				}
			}
			ran := false
			err := w.Do(func(*Tx) error { ran = true; return nil })
			if !errors.Is(err, ErrStorage) || ran || announced {
				t.Errorf("afterwards: %v, ran %t, announced %t", err, ran, announced)
			}
			if !errors.Is(w.Err(), c.fate.failure) {
				t.Errorf("the reason is %v", w.Err())
			}
			d.expect(c.want)
		})
	}
}

// Jobs that are queued when the storage fails are refused, too.
func TestAFailedStorageRefusesWhatIsQueued(t *testing.T) {
	d := newFixture(t)
	w := d.flaky(fate{failure: failedFlush})
	free := hold(w)
	p := &pending{job: add(nil, "queued"), done: make(chan struct{})}
	if err := w.enqueue(p); err != nil {
		t.Fatal(err)
	}
	free()
	if <-p.done; !errors.Is(p.err, ErrStorage) {
		t.Errorf("got %v", p.err)
	}
	d.expect("")
}

// A job that reads from a failed storage and ignores the error stops the writer, too.
func TestAReadThatFailsStopsWriting(t *testing.T) {
	d := newFixture(t)
	errs := d.group(add(nil, "a"), func(*Tx) error { return ioError(266) }, add(nil, "b"))
	if errs[0] != nil || !errors.Is(errs[1], ErrStorage) || errs[2] != nil || d.writer.Err() == nil {
		t.Errorf("errors %v, reason %v", errs, d.writer.Err())
	}
	d.expect("a b")
}

// A full disk refuses jobs that need space, and the writer resumes by itself.
func TestAFullDisk(t *testing.T) {
	d := newFixture(t)
	limit := func(pages string) {
		t.Helper()
		if _, err := d.NonconcurrentDB().NewQuery(`PRAGMA max_page_count = ` + pages).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	large := func(name string) Job {
		return func(tx *Tx) error {
			count(tx, "s", "large", 1)
			_, err := tx.Exec(`INSERT INTO things (id, name, note) VALUES (?, ?, ?)`, name, name, strings.Repeat("x", 1<<20))
			return err
		}
	}
	limit("1") // the current number of pages
	errs := d.group(large("l1"), add(nil, "small"), large("l2"))
	if !errors.Is(errs[0], ErrStorage) || errs[1] != nil || !errors.Is(errs[2], ErrStorage) {
		t.Errorf("errors %v", errs)
	}
	if err := d.writer.Err(); err != nil {
		t.Errorf("a full disk stops writing: %v", err)
	}
	d.expect("small")
	limit("1000000")
	for _, err := range d.group(large("l1"), large("l2")) {
		if err != nil {
			t.Error(err)
		}
	}
	d.expect("l1 l2 small")
	if n := d.counted("s", "large"); n != 2 {
		t.Errorf("counted %d", n)
	}
}

// The same holds for a database that was read-only for a while.
func TestAReadOnlyDatabase(t *testing.T) {
	d := newFixture(t)
	readOnly := func(on string) {
		t.Helper()
		if _, err := d.NonconcurrentDB().NewQuery(`PRAGMA query_only = ` + on).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	readOnly("on")
	if err := d.writer.Do(add(nil, "a")); !errors.Is(err, ErrStorage) {
		t.Errorf("got %v", err)
	}
	readOnly("off")
	if err := d.writer.Do(add(nil, "c")); err != nil || d.writer.Err() != nil {
		t.Error(err, d.writer.Err())
	}
	d.expect("c")
}
