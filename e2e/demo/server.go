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
	startTime = 30 * time.Second // that the service may take to answer
	stopTime  = 20 * time.Second // that a program may take to end when it is told to
)

// serve starts the service and returns when it answers.
func (d *demo) serve(ctx context.Context, address string) (*server, error) {
	address, err := free(address)
	if err != nil {
		return nil, err
	}
	s := &server{url: "http://" + address, ended: make(chan error, 1)}
	// The service gets its signals from us, once the import client has finished.
	s.process = d.command(context.Background(), "serve", "--http", address, "--token-life", tokenLife,
		"--allow-network", "127.0.0.0/8", // where the receiver of events is
		"--log-level", "warn") // the refused accounts of the book are told of by the import
	apart(s.process)
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	go func() { s.ended <- s.process.Wait() }()
	if err := s.ready(ctx); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// free is the address if nobody listens there, or one with another port.
func free(address string) (string, error) {
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

func (s *server) ready(ctx context.Context) error {
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

// wait returns when the service has ended, or should.
func (s *server) wait(ctx context.Context) error {
	select {
	case err := <-s.ended:
		s.ended <- err
		return fmt.Errorf("the service ended: %v", err)
	case <-ctx.Done():
		return nil
	}
}

// stop ends the service and waits until it has written everything.
func (s *server) stop() {
	fmt.Println("\nStopping ...")
	_ = s.process.Process.Signal(os.Interrupt)
	select {
	case <-s.ended:
	case <-time.After(stopTime):
		_ = s.process.Process.Kill()
		<-s.ended
	}
}
