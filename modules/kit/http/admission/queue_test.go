package admission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dataimport/modules/kit/domain/settings"
)

// fixture is the requests at a queue, in a bubble of their own time.
type fixture struct {
	*testing.T
	queue    *queue
	mu       sync.Mutex
	answered []string // the clients of requests that were admitted, or refused: then after a "-"
}

// ticketOf is the ticket of a request of a client; anonymous callers are those whose
// name begins so.
func ticketOf(client string) *Ticket {
	if strings.HasPrefix(client, "anonymous") {
		return &Ticket{caller: Caller{Address: client}}
	}
	return &Ticket{caller: Caller{Client: &settings.Client{ID: client}}}
}

// send sends a request of a client to the queue.
func (c *fixture) send(ctx context.Context, client string, weight int) (release func()) {
	tickets := make(chan *Ticket, 1)
	go func() {
		ticket := ticketOf(client)
		if err := c.queue.admit(ctx, ticket, weight); errors.Is(err, ErrThrottled) {
			client = "-" + client
		}
		c.mu.Lock()
		c.answered = append(c.answered, client)
		c.mu.Unlock()
		tickets <- ticket
	}()
	synctest.Wait()
	return func() {
		select {
		case ticket := <-tickets:
			ticket.Release()
			ticket.Release() // which has no further effect
			synctest.Wait()
		default:
			c.Errorf("%s is not admitted", client)
		}
	}
}

// expect fails the test unless these were admitted or refused since the last call.
func (c *fixture) expect(want string) {
	c.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.answered)
	if got := strings.Join(c.answered, " "); got != want {
		c.Errorf("got %q, want %q", got, want)
	}
	c.answered = nil
}

func withQueue(t *testing.T, room int, do func(*fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &fixture{T: t, queue: newQueue(room)}
		do(c)
		if len(c.queue.clients) > 0 || len(c.queue.turns) > 0 || c.queue.waiting > 0 || c.queue.free != room {
			t.Errorf("something is left: %+v", c.queue)
		}
	})
}

func TestAClientGetsHalfOfTheRoom(t *testing.T) {
	withQueue(t, 4, func(c *fixture) {
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

// Beside a light client the others get little, until it has sent nothing for a while,
// or wants more.
func TestTheQueueGivesWayToALightClient(t *testing.T) {
	withQueue(t, 64, func(c *fixture) {
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
		c.expect("") // a holds two
		flood[30]()
		c.expect("a")
		time.Sleep(demandMemory + 1)
		flood[31]()
		c.expect(many(31)) // the demand of b is forgotten
		b := send("b", 3)
		c.expect("b b b")
		flood[32]()
		c.expect("a") // b is not light
		for _, leave := range slices.Concat(b, flood[33:]) {
			leave()
		}
		c.expect(many(7))
	})
}

// An anonymous caller slows no client down.
func TestTheQueueDoesNotGiveWayToAnonymousCallers(t *testing.T) {
	withQueue(t, 64, func(c *fixture) {
		c.send(c.Context(), "anonymous", 1)()
		var inside []func()
		for range 8 {
			inside = append(inside, c.send(c.Context(), "a", 1))
		}
		c.expect("a a a a a a a a anonymous")
		for _, leave := range inside {
			leave()
		}
	})
}

// Requests that wait for another service delay no request of their client, beside a light
// client or not.
func TestARequestThatIsReleasedWhileItWaitsDelaysNone(t *testing.T) {
	withQueue(t, 16, func(c *fixture) {
		c.send(c.Context(), "b", 1)()
		answered := make(chan struct{})
		for range 12 {
			go func() {
				ticket := ticketOf("a")
				if err := c.queue.admit(c.Context(), ticket, 1); err != nil {
					t.Error(err)
					return
				}
				defer ticket.Release()
				err := ticket.ReleaseWhile(func() error {
					<-answered
					return ErrThrottled
				})
				if !errors.Is(err, ErrThrottled) {
					t.Errorf("got %v", err)
				}
			}()
		}
		synctest.Wait()
		if a := c.queue.clients["a"]; a.held != 8 || a.idle != 8 {
			t.Errorf("the client does not hold half of the room: %+v", a)
		}
		c.send(c.Context(), "b", 1)()
		close(answered)
		synctest.Wait()
		c.expect("b b")
	})
}

// A client with many waiting requests is not admitted before one with few.
func TestClientsTakeTurns(t *testing.T) {
	withQueue(t, 2, func(c *fixture) {
		inside := []func(){c.send(c.Context(), "a", 1), c.send(c.Context(), "b", 1)}
		for _, client := range []string{"a", "a", "a", "c", "c", "d"} {
			inside = append(inside, c.send(c.Context(), client, 1))
		}
		c.expect("a b")
		inside[1]() // a has its full share
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

// A heavy request waits until there is room, and light requests of others do not delay
// it. A request that is heavier than half of the room is admitted alone.
func TestHeavyRequests(t *testing.T) {
	withQueue(t, 8, func(c *fixture) {
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

func TestARequestThatWaitsTooLongIsRefused(t *testing.T) {
	withQueue(t, 2, func(c *fixture) {
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

// When a heavy request gives up, the light requests behind it are admitted.
func TestARequestThatGivesUpMakesWay(t *testing.T) {
	withQueue(t, 4, func(c *fixture) {
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

// A full queue refuses at once, and the queue of one client is not that of another.
func TestFullQueues(t *testing.T) {
	withQueue(t, 2, func(c *fixture) {
		inside := c.send(c.Context(), "a", 1)
		gone, leave := context.WithCancel(c.Context())
		for range maxWaiting {
			go func() { _ = c.queue.admit(gone, ticketOf("a"), 1) }()
		}
		synctest.Wait()
		c.send(c.Context(), "a", 1)
		b := c.send(c.Context(), "b", 1)
		c.expect("-a a b")
		for i := range maxWaitingAll - maxWaiting {
			go func() { _ = c.queue.admit(gone, ticketOf(fmt.Sprint(i%8)), 1) }()
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

func TestWeight(t *testing.T) {
	for bytes, want := range map[int64]int{0: 1, 1: 1, bytesPerWeight: 1, bytesPerWeight + 1: 2, 10 << 20: 640} {
		if got := weightOf(bytes); got != want {
			t.Errorf("%d bytes weigh %d, want %d", bytes, got, want)
		}
	}
}

// No request is lost or admitted twice, whenever others give up.
func TestManyRequestsAtTheQueue(t *testing.T) {
	withQueue(t, 8, func(c *fixture) {
		var group sync.WaitGroup
		for i := range 500 {
			group.Go(func() {
				ctx, end := context.WithTimeout(c.Context(), time.Duration(i%40)*time.Millisecond)
				defer end()
				ticket := ticketOf(fmt.Sprint(i % 5))
				if c.queue.admit(ctx, ticket, 1+i%6) != nil {
					return
				}
				nap := func() error { time.Sleep(time.Duration(i%7) * time.Millisecond); return nil }
				if i%2 == 0 {
					_ = ticket.ReleaseWhile(nap)
				} else {
					_ = nap()
				}
				ticket.Release()
			})
		}
		group.Wait()
	})
}
