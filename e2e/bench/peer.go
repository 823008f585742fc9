package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"time"

	"dataimport/e2e/binary"
)

const (
	// peerStartTime is longer than that of our own programs, since a peer may set up a database.
	peerStartTime = 2 * time.Minute
	// peerStopTime is how long a peer may take to end before it is killed.
	peerStopTime = 5 * time.Second
)

// startPeer has the shell run a command that serves the endpoint of staging on 127.0.0.1, on the
// port in the environment variable PORT. It returns when the port takes connections.
func startPeer(ctx context.Context, command string) (s *server, err error) {
	s = &server{address: binary.Address(), process: exec.Command("sh", "-c", command)}
	_, port, err := net.SplitHostPort(s.address)
	if err != nil {
		return nil, err
	}
	s.process.Env = append(os.Environ(), "PORT="+port)
	s.process.Stderr = os.Stderr
	makeGroup(s.process)
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- s.process.Wait() }()
	s.stop = func() {
		_ = endGroup(s.process, false)
		select {
		case <-ended:
		case <-time.After(peerStopTime):
		}
		_ = endGroup(s.process, true) // also what the command has left behind
	}
	for deadline := time.Now().Add(peerStartTime); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if connected, err := net.Dial("tcp", s.address); err == nil {
			return s, connected.Close()
		}
		select {
		case err := <-ended:
			s.stop = nil
			_ = endGroup(s.process, true)
			return nil, fmt.Errorf("the peer has ended: %v", err)
		case <-ctx.Done():
			s.stop()
			return nil, ctx.Err()
		default:
		}
	}
	s.stop()
	return nil, fmt.Errorf("the peer takes no connection at %s", s.address)
}

// stageOnPeer has the peer stage an account. It gets no token.
func (w *load) stageOnPeer(c *connection, n int) error {
	c.send = w.accounts[n%len(w.accounts)].fillTemplate(c.send, n, n)
	return c.sendPost(stage, "", 201)
}
