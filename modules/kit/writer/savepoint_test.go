package writer

import (
	"errors"
	"strings"
	"testing"
)

func TestFailedJobsFailAlone(t *testing.T) {
	d := newDesk(t)
	errs := d.group(
		add(nil, "a"),
		add(errJob, "b"),
		add(nil, "c"),
		func(*Tx) error { panic("a mistake") },
		add(nil, "d", "a"), // its second name is taken
		func(tx *Tx) error { return errors.Join(add(nil, "e")(tx), tx.Savepoint(func() error { panic("a mistake within") })) },
		add(nil, "f"),
	)
	for i, want := range []string{"", errJob.Error(), "", "a mistake", "UNIQUE", "a mistake within", ""} {
		if got := errs[i]; (got == nil) != (want == "") || got != nil && !strings.Contains(got.Error(), want) {
			t.Errorf("job %d: got %v, want %q", i, got, want)
		}
	}
	if !errors.Is(errs[1], errJob) {
		t.Error("the caller cannot tell the job's own error")
	}
	d.expect("a c f")
}

// A savepoint within a job undoes its part alone: rows, counters and announcements.
func TestNestedSavepoints(t *testing.T) {
	inner := func(tx *Tx, result error, name string) error {
		return tx.Savepoint(func() error {
			tx.Count("s", "things", 1)
			tx.AfterCommit(func() { announced = append(announced, name) })
			return add(result, name)(tx)
		})
	}
	outer := func(result error, name string, then func(tx *Tx) error) Job {
		return func(tx *Tx) error {
			return errors.Join(inner(tx, nil, name), then(tx), result)
		}
	}
	for _, c := range []struct {
		name string
		job  Job
		want string
	}{
		{"both hold", outer(nil, "a", func(tx *Tx) error { return inner(tx, nil, "b") }), "a b"},
		{"the inner fails", outer(nil, "a", func(tx *Tx) error { _ = inner(tx, errJob, "b"); return nil }), "a"},
		{"the inner fails, and more follows", outer(nil, "a", func(tx *Tx) error { _ = inner(tx, errJob, "b"); return inner(tx, nil, "c") }), "a c"},
		{"the outer fails after it", outer(errJob, "a", func(tx *Tx) error { return inner(tx, nil, "b") }), ""},
		{"the inner panics", outer(nil, "a", func(tx *Tx) error {
			return tx.Savepoint(func() error { _ = inner(tx, nil, "b"); panic("a mistake") })
		}), ""},
		{"the inner panics, and that is no matter", outer(nil, "a", func(tx *Tx) error {
			_ = tx.Savepoint(func() error { _ = inner(tx, nil, "b"); panic("a mistake") })
			return inner(tx, nil, "c")
		}), "a c"},
		{"three deep, the middle fails", outer(nil, "a", func(tx *Tx) error {
			_ = tx.Savepoint(func() error { return errors.Join(inner(tx, nil, "b"), inner(tx, errJob, "c"), inner(tx, nil, "d")) })
			return inner(tx, nil, "e")
		}), "a e"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			announced = nil
			errs := d.group(add(nil, "before"), c.job, add(nil, "later"))
			if errs[0] != nil || errs[2] != nil || (errs[1] != nil) != (c.want == "") {
				t.Errorf("errors %v", errs)
			}
			d.expect(strings.Join(strings.Fields(strings.Join([]string{only(c.want, "a"), "before", without(c.want, "a"), "later"}, " ")), " "))
			if got := strings.Join(announced, " "); got != c.want {
				t.Errorf("announced %q, want %q", got, c.want)
			}
			if got, want := d.counted("s", "things"), len(strings.Fields(c.want)); got != want {
				t.Errorf("counted %d, want %d", got, want)
			}
		})
	}
}
