package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"
)

// server is the running service.
type server struct {
	url     string
	process *exec.Cmd
	ended   chan error
}

const (
	startTime = 30 * time.Second // for the service's first answer
	stopTime  = 20 * time.Second // for a program's end after its signal
)

// startService starts the service and returns when it answers.
func (d *demo) startService(ctx context.Context, address string) (*server, error) {
	address, err := findFreeAddress(address)
	if err != nil {
		return nil, err
	}
	s := &server{url: "http://" + address, ended: make(chan error, 1)}
	// The demo signals the service after the import client has finished.
	s.process = d.newCommand(context.Background(), "serve", "--http", address, "--token-life", tokenLife, "--public-url", s.url,
		"--allow-network", "127.0.0.0/8", // the receiver of events is there
		"--log-level", "warn") // the import client reports the refused accounts of the book
	separateSignals(s.process)
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	go func() { s.ended <- s.process.Wait() }()
	if err := s.awaitReady(ctx); err != nil {
		s.stopService()
		return nil, err
	}
	return s, nil
}

// findFreeAddress returns the address where its port is free, and one with another port otherwise.
func findFreeAddress(address string) (string, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		host, _, splitErr := net.SplitHostPort(address)
		if splitErr != nil {
			return "", splitErr
		}
		if listener, err = net.Listen("tcp", net.JoinHostPort(host, "0")); err != nil {
			return "", err
		}
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

func (s *server) awaitReady(ctx context.Context) error {
	deadline := time.After(startTime)
	for {
		response, err := http.Get(s.url + "/api/health")
		if err == nil {
			_ = response.Body.Close()
			return nil
		}
		select {
		case err := <-s.ended:
			s.ended <- err
			return fmt.Errorf("the service ended: %v", err)
		case <-ctx.Done():
			return ctx.Err()
		case <-deadline:
			return fmt.Errorf("the service does not answer at %s", s.url)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// waitForEnd returns when the service has ended, or when ctx ends.
func (s *server) waitForEnd(ctx context.Context) error {
	select {
	case err := <-s.ended:
		s.ended <- err
		return fmt.Errorf("the service ended: %v", err)
	case <-ctx.Done():
		return nil
	}
}

// stopService ends the service and waits until it has written everything.
func (s *server) stopService() {
	fmt.Println("\nStopping ...")
	_ = s.process.Process.Signal(os.Interrupt)
	select {
	case <-s.ended:
	case <-time.After(stopTime):
		_ = s.process.Process.Kill()
		<-s.ended
	}
}
