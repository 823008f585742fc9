//go:build unix

package crash

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var moments = flag.Int("moments", 3, "how many random moments of a recorded run are restored")

// staged says when an account was sent, and when it was acknowledged.
type staged struct {
	number         string
	sent, answered time.Time
}

// stageAll stages accounts, one after the other on each of some connections, until the end.
func stageAll(t testing.TB, s *service, seed uint64, end time.Time) (list []staged) {
	l := newLoad(s, seed, 6)
	l.connect()
	var mu sync.Mutex
	var group sync.WaitGroup
	for _, w := range l.workers {
		group.Go(func() {
			for time.Now().Before(end) {
				w.take()
				one := staged{number: w.number, sent: time.Now()}
				a, err := w.client.post(w.todo[0].path, w.todo[0].body)
				if one.answered = time.Now(); err != nil || !a.done() {
					t.Errorf("%s: %v %d %s", w.number, err, a.status, a.body)
					return
				}
				mu.Lock()
				list = append(list, one)
				mu.Unlock()
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
	group.Wait()
	return list
}

// The database can be restored as it was at any moment of a run: with all that was acknowledged
// before, and nothing that was sent after it.
func TestMoments(t *testing.T) {
	t.Parallel()
	r, seed := dice(t)
	p := newPair(t, "sync", 3)
	m := p.machines[0]
	m.run("serve")
	eventually(t, "the service serves", m.isPrimary)
	const length = 12 * time.Second
	began := time.Now()
	list := stageAll(t, m.service, seed, began.Add(length))
	checked := 0
	for range *moments {
		at := began.Add(time.Duration(r.Int64N(int64(length)))).UTC().Truncate(time.Millisecond)
		dir := filepath.Join(t.TempDir(), "restored")
		command := exec.Command(program, "restore", "--at", at.Format("2006-01-02T15:04:05.000Z"), "--verify", "--dir", dir)
		command.Env = append(os.Environ(), m.storageVariables()...)
		out, err := command.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "the counters are those of the rows") {
			t.Fatalf("%s: %v\n%s", at, err, out)
		}
		db := open(t, dir)
		d := read(t, db)
		for _, one := range list {
			_, exists := d.processes[one.number]
			switch {
			case one.answered.Before(at) && !exists:
				t.Errorf("%s was acknowledged at %s, and is not in the restore of %s", one.number, one.answered, at)
			case one.sent.After(at) && exists:
				t.Errorf("%s was sent at %s, and is in the restore of %s", one.number, one.sent, at)
			}
			checked++
		}
		t.Logf("%s: %d of %d accounts", at.Format("15:04:05.000"), len(d.processes), len(list))
		_ = db.Close()
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d restores agree with the record of %d accounts, in %d comparisons", *moments, len(list), checked)
}
