package endpoint

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// crowd is requests before a gate, in a bubble of their own time.
type crowd struct {
	*testing.T
	gate *gate
	mu   sync.Mutex
	told []string // who came in or was turned away
}

// send has a request of a client come to the gate.
func (c *crowd) send(ctx context.Context, client string, weight int) (leave func()) {
	visits := make(chan *visit, 1)
	go func() {
		visit, err := c.gate.enter(ctx, client, strings.HasPrefix(client, "stranger"), weight)
		if errors.Is(err, errThrottled) {
			client = "-" + client
		}
		c.mu.Lock()
		c.told = append(c.told, client)
		c.mu.Unlock()
		visits <- visit
	}()
	synctest.Wait()
	return func() {
		select {
		case visit := <-visits:
			visit.leave()
			visit.leave() // which is once
			synctest.Wait()
		default:
			c.Errorf("%s has not come in", client)
		}
	}
}

// expect fails the test unless these came in or were turned away since last time.
func (c *crowd) expect(want string) {
	c.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.told)
	if got := strings.Join(c.told, " "); got != want {
		c.Errorf("got %q, want %q", got, want)
	}
	c.told = nil
}

func crowded(t *testing.T, room int, do func(*crowd)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &crowd{T: t, gate: newGate(room)}
		do(c)
		if len(c.gate.clients) > 0 || len(c.gate.turns) > 0 || c.gate.waiting > 0 || c.gate.room != room {
			t.Errorf("something is left: %+v", c.gate)
		}
	})
}

func TestAClientGetsHalfOfTheRoom(t *testing.T) {
	crowded(t, 4, func(c *crowd) {
		var inside []func()
		for range 3 {
			inside = append(inside, c.send(c.Context(), "a", 1))
		}
		c.expect("a a")
		other := c.send(c.Context(), "b", 2)
		c.expect("b")
		inside[0]()
		c.expect("a")
		inside[1]()
		inside[2]()
		other()
		c.expect("")
	})
}

// Beside a client that wants little the others get little, until it has not come for
// a while, or wants more.
func TestAModestClientIsGivenWay(t *testing.T) {
	crowded(t, 64, func(c *crowd) {
		send := func(client string, n int) (inside []func()) {
			for range n {
				inside = append(inside, c.send(c.Context(), client, 1))
			}
			return inside
		}
		many := func(n int) string { return strings.TrimSpace(strings.Repeat("a ", n)) }
		flood := send("a", 72)
		c.expect(many(32))
		send("b", 1)[0]()
		c.expect("b")
		for _, leave := range flood[:30] {
			leave()
		}
		c.expect("") // a has two
		flood[30]()
		c.expect("a")
		time.Sleep(memory + 1)
		flood[31]()
		c.expect(many(31)) // b is forgotten
		b := send("b", 3)
		c.expect("b b b")
		flood[32]()
		c.expect("a") // b is none that wants little
		for _, leave := range slices.Concat(b, flood[33:]) {
			leave()
		}
		c.expect(many(7))
	})
}

// Somebody without a token slows no client down.
func TestAStrangerIsNotGivenWay(t *testing.T) {
	crowded(t, 64, func(c *crowd) {
		c.send(c.Context(), "stranger", 1)()
		var inside []func()
		for range 8 {
			inside = append(inside, c.send(c.Context(), "a", 1))
		}
		c.expect("a a a a a a a a stranger")
		for _, leave := range inside {
			leave()
		}
	})
}

// Requests that wait for others hold up none of their client, beside a modest one or not.
func TestWhoIsAwayHoldsUpNobody(t *testing.T) {
	crowded(t, 16, func(c *crowd) {
		c.send(c.Context(), "b", 1)()
		answered := make(chan struct{})
		for range 12 {
			go func() {
				visit, err := c.gate.enter(c.Context(), "a", false, 1)
				if err != nil {
					t.Error(err)
					return
				}
				defer visit.leave()
				err = (&Call{visit: visit}).WaitOutside(func() error {
					<-answered
					return errThrottled
				})
				if !errors.Is(err, errThrottled) {
					t.Errorf("got %v", err)
				}
			}()
		}
		synctest.Wait()
		if a := c.gate.clients["a"]; a.has != 8 || a.away != 8 {
			t.Errorf("half of the room is not theirs: %+v", a)
		}
		c.send(c.Context(), "b", 1)()
		close(answered)
		synctest.Wait()
		c.expect("b b")
	})
}

// A client with many requests waiting does not go before one with few.
func TestClientsTakeTurns(t *testing.T) {
	crowded(t, 2, func(c *crowd) {
		inside := []func(){c.send(c.Context(), "a", 1), c.send(c.Context(), "b", 1)}
		for _, client := range []string{"a", "a", "a", "c", "c", "d"} {
			inside = append(inside, c.send(c.Context(), client, 1))
		}
		c.expect("a b")
		inside[1]() // a has its share
		c.expect("c")
		inside[5]()
		c.expect("d")
		inside[7]()
		c.expect("c")
		inside[0]()
		c.expect("a")
		for _, i := range []int{2, 6, 3, 4} {
			inside[i]()
		}
		c.expect("a a")
	})
}

// A heavy request waits until there is room, and light ones of others do not keep it
// out; one that is heavier than a share comes in alone.
func TestHeavyRequests(t *testing.T) {
	crowded(t, 8, func(c *crowd) {
		a, b := c.send(c.Context(), "a", 3), c.send(c.Context(), "b", 3)
		heavy := c.send(c.Context(), "c", 1000)
		light := c.send(c.Context(), "d", 1)
		c.expect("a b")
		a()
		c.expect("c d")
		next := c.send(c.Context(), "c", 1)
		c.expect("")
		heavy()
		c.expect("c")
		b()
		light()
		next()
	})
}

func TestWhoWaitsTooLongIsTurnedAway(t *testing.T) {
	crowded(t, 2, func(c *crowd) {
		inside := c.send(c.Context(), "a", 1)
		gone, leave := context.WithCancel(c.Context())
		c.send(gone, "a", 1)
		c.send(c.Context(), "a", 1)
		leave()
		synctest.Wait()
		c.expect("-a a")
		time.Sleep(maxWait)
		synctest.Wait()
		c.expect("-a")
		inside()
		c.send(c.Context(), "a", 1)()
		c.expect("a")
	})
}

// When the heavy request that all wait for gives up, the light ones come in.
func TestWhoGivesUpMakesWay(t *testing.T) {
	crowded(t, 4, func(c *crowd) {
		a, b := c.send(c.Context(), "a", 2), c.send(c.Context(), "b", 1)
		gone, leave := context.WithCancel(c.Context())
		c.send(gone, "c", 2)
		d := c.send(c.Context(), "d", 1)
		c.expect("a b")
		leave()
		synctest.Wait()
		c.expect("-c d")
		a()
		b()
		d()
	})
}

// A queue that is full refuses at once, and that of one client is not another's.
func TestFullQueues(t *testing.T) {
	crowded(t, 2, func(c *crowd) {
		inside := c.send(c.Context(), "a", 1)
		gone, leave := context.WithCancel(c.Context())
		for range maxWaiting {
			go func() { _, _ = c.gate.enter(gone, "a", false, 1) }()
		}
		synctest.Wait()
		c.send(c.Context(), "a", 1)
		b := c.send(c.Context(), "b", 1)
		c.expect("-a a b")
		for i := range maxWaitingAll - maxWaiting {
			go func() { _, _ = c.gate.enter(gone, fmt.Sprint(i%8), false, 1) }()
		}
		synctest.Wait()
		c.send(c.Context(), "late", 1)
		c.expect("-late")
		leave()
		synctest.Wait()
		inside()
		b()
	})
}

// Who may not even wait is told so when it had time to calm down, unless it has gone.
func TestTheCrowdedCalmDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Server{MaxBody: 100, writes: newGate(2), reads: newGate(2)}
		s.writes.waiting, s.reads.waiting = maxWaitingAll, maxWaitingAll
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			for _, stays := range []time.Duration{time.Hour, calming / 2} {
				ctx, end := context.WithTimeout(t.Context(), stays)
				r := httptest.NewRequestWithContext(ctx, method, "/v1/x", strings.NewReader("{}"))
				r.Header.Set("Content-Type", "application/json")
				x, began := begin(httptest.NewRecorder(), r), time.Now()
				_, err := s.admit(x, &Call{Request: r}, Endpoint{Method: method})
				if took := time.Since(began); !errors.Is(err, errThrottled) || took != min(stays, calming) {
					t.Errorf("%s: %v after %s", method, err, took)
				}
				end()
			}
		}
	})
}

func TestWeight(t *testing.T) {
	for bytes, want := range map[int64]int{0: 1, 1: 1, portion: 1, portion + 1: 2, 10 << 20: 640} {
		if got := weight(bytes); got != want {
			t.Errorf("%d bytes weigh %d, want %d", bytes, got, want)
		}
	}
}

// Nobody is lost or let in twice, whoever gives up when.
func TestManyAtTheGate(t *testing.T) {
	crowded(t, 8, func(c *crowd) {
		var group sync.WaitGroup
		for i := range 500 {
			group.Go(func() {
				ctx, end := context.WithTimeout(c.Context(), time.Duration(i%40)*time.Millisecond)
				defer end()
				visit, err := c.gate.enter(ctx, fmt.Sprint(i%5), false, 1+i%6)
				if err != nil {
					return
				}
				nap := func() error { time.Sleep(time.Duration(i%7) * time.Millisecond); return nil }
				if i%2 == 0 {
					_ = (&Call{visit: visit}).WaitOutside(nap)
				} else {
					_ = nap()
				}
				visit.leave()
			})
		}
		group.Wait()
	})
}
