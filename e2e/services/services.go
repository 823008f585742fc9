// Package services gives tests the real programs that the service works with: an S3
// server and Stripe's own mock of its interface. They are built once per machine, from
// the versions that the module in the folder tools names. Where a Docker engine answers,
// each runs in a container of its own, from an image that holds the program alone.
// Otherwise the same program runs as a process. In both cases it listens on a loopback
// port and ends with the test. A test can stop it and start it again.
//
// No image is pulled and no service is shared. So tests may run side by side, and offline
// after the modules were downloaded.
package services

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"dataimport/e2e/binary"
)

// Service is a program that runs for one test.
type Service struct {
	Mode string // Docker or Process
	URL  string // without a trailing slash

	t       testing.TB
	addr    string
	program program
	runner  runner
}

// program says how one of the tools runs as a service.
type program struct {
	name string
	args func(addr, data string) []string
	data string // folder that is kept when the program stops; empty for none
}

// runner is one of the two ways in which a program runs.
type runner interface {
	start(p program, addr string) error
	alive() bool
	stop() error
	output() string
}

// patience is how long a program may take until its first answer.
const patience = 30 * time.Second

// run starts a program for a test, and fails the test where the program cannot be built
// or started.
func run(t testing.TB, p program) *Service {
	t.Helper()
	mode, err := chosen()
	if err != nil {
		t.Fatal(err)
	}
	s, err := runIn(t, mode, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func runIn(t testing.TB, mode string, p program) (*Service, error) {
	t.Helper()
	s := &Service{Mode: mode, t: t, program: p}
	var err error
	if s.runner, err = newRunner(mode, p.name); err != nil {
		return nil, err
	}
	t.Cleanup(s.end)
	for range 5 { // another program may take a port between its choice and its use
		s.addr = binary.Address()
		if err = s.start(); err == nil {
			s.URL = "http://" + s.addr
			t.Logf("services: %s runs %s, at %s", p.name, mode, s.addr)
			return s, nil
		}
	}
	return nil, fmt.Errorf("%s does not start: %w\n%s", p.name, err, ends(s.runner.output()))
}

// Start starts the program again after Stop, at the same address and with its data. Start
// and Stop may be called from any goroutine.
func (s *Service) Start() {
	s.t.Helper()
	if err := s.start(); err != nil {
		s.t.Errorf("%s does not start again: %v\n%s", s.program.name, err, ends(s.runner.output()))
	}
}

// Stop ends the program as a crash does: requests get no answer, and connections are
// refused.
func (s *Service) Stop() {
	s.t.Helper()
	if err := s.runner.stop(); err != nil {
		s.t.Errorf("%s does not stop: %v", s.program.name, err)
	}
}

func (s *Service) start() error {
	if err := s.runner.start(s.program, s.addr); err != nil {
		return err
	}
	if err := s.answers(); err != nil {
		_ = s.runner.stop() // the first error is the useful one
		return err
	}
	return nil
}

// answers waits for the program's first answer. A refusal is an answer, too.
func (s *Service) answers() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.addr+"/", nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			return response.Body.Close()
		}
		if !s.runner.alive() {
			return fmt.Errorf("it ended before it answered: %w", err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("it does not answer after %s: %w", patience, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// end is the cleanup of the test.
func (s *Service) end() {
	if err := s.runner.stop(); err != nil {
		s.t.Errorf("%s does not stop: %v", s.program.name, err)
	}
	if s.t.Failed() {
		s.t.Logf("what %s wrote:\n%s", s.program.name, ends(s.runner.output()))
	}
}

// ends returns the first and the last lines of a program's output, more than enough to
// explain a failure. The program's two outputs may follow each other.
func ends(output string) string {
	const most = 30
	lines := strings.Split(output, "\n")
	if len(lines) > 2*most {
		lines = slices.Concat(lines[:most], []string{"..."}, lines[len(lines)-most:])
	}
	return strings.Join(lines, "\n")
}
