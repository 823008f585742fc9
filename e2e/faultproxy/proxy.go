// Package faultproxy stands between a client and a real server and makes the network
// between them fail: it delays, resets and half-closes connections, cuts answers off,
// answers in the server's place, or is not there at all. The client under test and the
// server stay as they are.
//
// A fault is a connection's. A client that keeps connections open meets the next fault
// with its next connection; Cut ends the ones that are open.
package faultproxy

import (
	"net"
	"sync"
	"testing"
	"time"
)

// Proxy forwards the connections that it accepts to one target.
type Proxy struct {
	t       testing.TB
	target  string
	address string
	ended   chan struct{}
	serving sync.WaitGroup

	mu       sync.Mutex
	listener net.Listener
	next     []Fault
	always   Fault
	open     map[net.Conn]struct{}
	accepted int
	stopped  bool
}

// New is a proxy on an address of its own that ends with the test. Until it is told
// otherwise it passes everything to target, which is host:port and may be empty for a
// server that nothing is passed to.
func New(t testing.TB, target string) *Proxy {
	t.Helper()
	p := &Proxy{t: t, target: target, address: "127.0.0.1:0", always: Pass, ended: make(chan struct{}), open: make(map[net.Conn]struct{})}
	p.Start()
	t.Cleanup(func() {
		close(p.ended)
		p.Stop()
		p.serving.Wait()
	})
	return p
}

// Address is where the proxy listens, as host:port. It stays the same when the proxy
// is stopped and started.
func (p *Proxy) Address() string { return p.address }

// URL is the address for an HTTP client.
func (p *Proxy) URL() string { return "http://" + p.address }

// Next are the faults of the next connections, one each, after those that are already
// waiting.
func (p *Proxy) Next(faults ...Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next = append(p.next, faults...)
}

// Always is the fault of every connection for which Next named none.
func (p *Proxy) Always(fault Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.always = fault
}

// Connections is how many connections were accepted so far.
func (p *Proxy) Connections() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.accepted
}

// Start listens, again after Stop.
func (p *Proxy) Start() {
	p.t.Helper()
	listener, err := net.Listen("tcp", p.address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	p.listener, p.address, p.stopped = listener, listener.Addr().String(), false
	p.mu.Unlock()
	p.serving.Go(func() { p.accept(listener) })
}

// Stop refuses new connections and ends the open ones.
func (p *Proxy) Stop() {
	p.mu.Lock()
	p.stopped = true
	_ = p.listener.Close() // closed already when it was stopped before
	p.mu.Unlock()
	p.Cut()
}

// Cut resets the connections that are open.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		reset(conn)
	}
}

func (p *Proxy) accept(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		fault := p.take(conn)
		p.serving.Go(func() {
			fault(&Conn{Conn: conn, proxy: p})
			p.forget(conn)
		})
	}
}

func (p *Proxy) take(conn net.Conn) Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped { // it was accepted in the very moment of stopping
		return func(c *Conn) { reset(c.Conn) }
	}
	p.accepted++
	p.open[conn] = struct{}{}
	if len(p.next) == 0 {
		return p.always
	}
	fault := p.next[0]
	p.next = p.next[1:]
	return fault
}

func (p *Proxy) forget(conn net.Conn) {
	_ = conn.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, conn)
}

// wait pauses, and reports false when the test has ended in between.
func (p *Proxy) wait(pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.ended:
		return false
	}
}
