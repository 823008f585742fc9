package crash

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"
)

var (
	rounds = flag.Int("rounds", 10, "how often the service is killed")
	seed   = flag.Uint64("seed", 0, "repeats the choices of an earlier run; 0 is another one each time")
)

// dice returns the random numbers of a test, and the seed, which a failure prints.
func dice(t testing.TB) (*rand.Rand, uint64) {
	chosen := *seed
	if chosen == 0 {
		chosen = rand.Uint64()
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the choices were those of -seed %d", chosen)
		}
	})
	return rand.New(rand.NewPCG(chosen, 0)), chosen
}

// However often the service is killed, and at whatever moment, all acknowledged data is
// there once, and every other request can be sent again.
func TestKilled(t *testing.T) {
	t.Parallel()
	random, chosen := dice(t)
	s := newService(t, filepath.Join(t.TempDir(), "data"), 3)
	l := newLoad(s, chosen, 12)
	s.start()
	for round := range *rounds {
		l.connect()
		before := l.record.total()
		goal, pause := before+1+random.IntN(150), time.Duration(random.IntN(20_000))*time.Microsecond
		killed := make(chan struct{})
		go func() {
			defer close(killed)
			for deadline := time.Now().Add(30 * time.Second); l.record.total() < goal && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(pause) // so that the kill may come at any moment of a request
			s.kill()
		}()
		l.run(forever)
		<-killed
		if l.record.total() < goal {
			t.Fatalf("round %d: %d requests were acknowledged, want %d: %s", round, l.record.total(), goal, s.output)
		}
		s.start()
		db := open(t, s.dir)
		consistent(t, db)
		l.record.isIn(t, read(t, db))
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Fatalf("round %d: %s", round, s.output)
		}
	}
	l.connect()
	l.finish()
	db := open(t, s.dir)
	consistent(t, db)
	l.record.isIn(t, read(t, db))
	t.Logf("%d requests acknowledged, %d accounts, %d kills", l.record.total(), len(l.record.accounts), *rounds)
}
