package writer

import (
	"errors"
	"strings"
	"testing"
)

func TestFailedJobsFailAlone(t *testing.T) {
	d := newFixture(t)
	errs := d.group(
		add(nil, "a"),
		add(errJob, "b"),
		add(nil, "c"),
		func(*Tx) error { panic("a mistake") },
		add(nil, "d", "a"), // its second name is taken
		func(tx *Tx) error {
			return errors.Join(add(nil, "e")(tx), tx.Savepoint(func() error { panic("a mistake within") }))
		},
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

// announced is what the savepoints of a test have announced after the commit.
type announced []string

// part adds a thing, a count and an announcement in a savepoint that ends with result.
func (a *announced) part(tx *Tx, result error, name string) error {
	return tx.Savepoint(func() error {
		count(tx, "s", "things", 1)
		tx.AfterCommit(func() { *a = append(*a, name) })
		return add(result, name)(tx)
	})
}

// A savepoint within a job undoes its part alone: rows, counters and announcements.
func TestNestedSavepoints(t *testing.T) {
	for _, c := range []struct {
		name string
		then func(tx *Tx, a *announced) error // follows the part "a" of the job
		want string
	}{
		{"both hold", func(tx *Tx, a *announced) error { return a.part(tx, nil, "b") }, "a b"},
		{"the inner fails", func(tx *Tx, a *announced) error {
			_ = a.part(tx, errJob, "b")
			return nil
		}, "a"},
		{"the inner fails and more follows", func(tx *Tx, a *announced) error {
			_ = a.part(tx, errJob, "b")
			return a.part(tx, nil, "c")
		}, "a c"},
		{"the outer fails after it", func(tx *Tx, a *announced) error {
			return errors.Join(a.part(tx, nil, "b"), errJob)
		}, ""},
		{"the inner panics", func(tx *Tx, a *announced) error {
			return tx.Savepoint(func() error {
				_ = a.part(tx, nil, "b")
				panic("a mistake")
			})
		}, ""},
		{"the outer panics after it", func(tx *Tx, a *announced) error {
			_ = a.part(tx, nil, "b")
			panic("a mistake")
		}, ""},
		{"the inner panics and more follows", func(tx *Tx, a *announced) error {
			_ = tx.Savepoint(func() error {
				_ = a.part(tx, nil, "b")
				panic("a mistake")
			})
			return a.part(tx, nil, "c")
		}, "a c"},
		{"three deep, the middle fails", func(tx *Tx, a *announced) error {
			_ = tx.Savepoint(func() error {
				return errors.Join(a.part(tx, nil, "b"), a.part(tx, errJob, "c"), a.part(tx, nil, "d"))
			})
			return a.part(tx, nil, "e")
		}, "a e"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newFixture(t)
			var a announced
			errs := d.group(add(nil, "0"), func(tx *Tx) error {
				return errors.Join(a.part(tx, nil, "a"), c.then(tx, &a))
			}, add(nil, "z"))
			if errs[0] != nil || errs[2] != nil || (errs[1] != nil) != (c.want == "") {
				t.Errorf("errors %v", errs)
			}
			d.expect(strings.Join(strings.Fields("0 "+c.want+" z"), " "))
			if got := strings.Join(a, " "); got != c.want {
				t.Errorf("announced %q, want %q", got, c.want)
			}
			if got, want := d.counted("s", "things"), len(strings.Fields(c.want)); got != want {
				t.Errorf("counted %d, want %d", got, want)
			}
		})
	}
}
