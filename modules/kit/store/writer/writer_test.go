package writer

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/pocketbase/pocketbase/core"
)

func TestDo(t *testing.T) {
	d := newFixture(t)
	if err := d.writer.Do(add(nil, "a")); err != nil {
		t.Error(err)
	}
	if err := d.writer.Do(add(errJob, "b")); !errors.Is(err, errJob) {
		t.Errorf("got %v", err)
	}
	d.expect("a")
}

// Close runs the waiting jobs. Later jobs are refused and not run.
func TestClose(t *testing.T) {
	d := newFixture(t)
	free := hold(d.writer)
	var waiting []*pending
	for i := range 10 {
		p := &pending{job: add(nil, fmt.Sprint(i)), done: make(chan struct{})}
		if err := d.writer.enqueue(p); err != nil {
			t.Fatal(err)
		}
		waiting = append(waiting, p)
	}
	var closing sync.WaitGroup
	closing.Go(d.writer.Close)
	closing.Go(d.writer.Close) // a second Close has no effect
	free()
	closing.Wait()
	for i, p := range waiting {
		select {
		case <-p.done:
		default:
			t.Errorf("job %d has no answer", i)
		}
	}
	if err := d.writer.Do(add(nil, "late")); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
	d.expect("0 1 2 3 4 5 6 7 8 9")
}

// A call of Do while the writer closes returns the truth: the job was done, or ErrClosed.
func TestDoWhileClosing(t *testing.T) {
	d := newFixture(t)
	var done sync.Map
	var group sync.WaitGroup
	var calls atomic.Int32
	for worker := range 16 {
		group.Go(func() {
			for i := 0; ; i++ {
				name := fmt.Sprintf("w%d-%d", worker, i)
				switch err := d.writer.Do(add(nil, name)); {
				case err == nil:
					done.Store(name, true)
				case errors.Is(err, ErrClosed):
					return
				default:
					t.Error(err)
					return
				}
				if calls.Add(1) == 100 {
					group.Go(d.writer.Close)
				}
			}
		})
	}
	group.Wait()
	n := 0
	done.Range(func(name, _ any) bool {
		n++
		return true
	})
	stored := strings.Fields(d.names())
	if len(stored) != n {
		t.Errorf("%d things are stored, %d were acknowledged", len(stored), n)
	}
}

// A queue that stays full refuses a job after maxWait, and not earlier.
func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &Writer{queue: make(chan *pending, 1)} // no goroutine takes jobs from it
		if err := w.enqueue(&pending{}); err != nil {
			t.Fatal(err)
		}
		if err := w.enqueue(&pending{}); !errors.Is(err, ErrBusy) {
			t.Errorf("got %v", err)
		}
		result := make(chan error)
		go func() { result <- w.enqueue(&pending{}) }()
		synctest.Wait()
		<-w.queue
		if err := <-result; err != nil {
			t.Errorf("there was a place: %v", err)
		}
	})
}

// Operators' saves get their turn while imports keep the writer busy, and neither waits
// for the other without end.
func TestDashboardSaves(t *testing.T) {
	d := newFixture(t)
	var stop atomic.Bool
	var group sync.WaitGroup
	for worker := range 16 {
		group.Go(func() {
			for i := 0; !stop.Load(); i++ {
				if err := d.writer.Do(add(nil, fmt.Sprintf("w%d-%d", worker, i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	teams, err := d.FindCollectionByNameOrId("teams")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		record := core.NewRecord(teams)
		record.Set("name", fmt.Sprintf("Team %d", i))
		save := d.Save
		if i%2 == 0 {
			save = func(model core.Model) error {
				return d.RunInTransaction(func(app core.App) error { return app.Save(model) })
			}
		}
		if err := save(record); err != nil {
			t.Error(err)
		}
	}
	stop.Store(true)
	group.Wait()
	var n int
	if err := d.reader.QueryRow(`SELECT count(*) FROM teams`).Scan(&n); err != nil || n != 50 {
		t.Errorf("%d teams %v", n, err)
	}
}
