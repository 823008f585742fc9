package writer

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Counters that cannot be written are an error of the jobs that changed them, and of no
// others.
func TestFailedCounters(t *testing.T) {
	d := newFixture(t)
	if _, err := d.NonconcurrentDB().NewQuery(`CREATE TRIGGER broken BEFORE INSERT ON progress WHEN NEW.name = 'broken' BEGIN SELECT RAISE(ABORT, 'broken'); END`).Execute(); err != nil {
		t.Fatal(err)
	}
	count := func(name string) Job {
		return func(tx *Tx) error {
			count(tx, "s", name, 1)
			return add(nil, name)(tx)
		}
	}
	errs := d.group(count("fine"), count("broken"), count("good"))
	if errs[0] != nil || errs[1] == nil || errs[2] != nil {
		t.Errorf("errors %v", errs)
	}
	d.expect("fine good")
	if d.counted("s", "fine") != 1 || d.counted("s", "broken") != 0 {
		t.Error("the counters are not those of the rows")
	}
}

// The counters equal the rows, whatever fails.
func TestCountersEqualRows(t *testing.T) {
	d := newFixture(t)
	var group sync.WaitGroup
	for worker := range 16 {
		group.Go(func() {
			for i := range 20 {
				name := fmt.Sprintf("w%d-%d", worker, i)
				_ = d.writer.Do(func(tx *Tx) error {
					count(tx, "s", "things", 1)
					switch {
					case i%5 == 4:
						return add(errJob, name)(tx)
					case i == 7:
						return add(nil, "poison")(tx)
					case i == 9:
						_, err := tx.Exec(addLine, "nobody")
						return err
					case i%3 == 0: // one thing moves: one counter goes up, one down
						count(tx, "s", "things", -1)
						count(tx, "other", "things", 1)
					}
					return add(nil, name)(tx)
				})
			}
		})
	}
	group.Wait()
	stored := len(strings.Fields(d.names()))
	if n := d.counted("s", "things") + d.counted("other", "things"); n != stored || stored == 0 {
		t.Errorf("counted %d, stored %d", n, stored)
	}
}
