package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"dataimport/e2e/binary"
)

// server is a program under load, in a process of its own.
type server struct {
	address       string
	profile       string // address of its profiles; empty where it has none
	dir           string
	process       *exec.Cmd
	startDuration time.Duration // from its start to its first answer
}

const (
	startTime = 30 * time.Second
	// ticks is the system's unit of processor time: so many ticks are a second.
	ticks = 100
)

// startServer runs a program on a free port and returns when it answers.
func startServer(ctx context.Context, dir, program string, args ...string) (s *server, err error) {
	s = &server{address: binary.Address(), profile: binary.Address(), dir: dir}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	s.process = exec.CommandContext(ctx, program, append(args, "--http", s.address, "--dir", dir)...)
	s.process.Stderr = os.Stderr
	s.process.Env = append(os.Environ(), "DATAIMPORT_PROFILE="+s.profile)
	started := time.Now()
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(startTime); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if response, err := http.Get("http://" + s.address + "/api/health"); err == nil {
			s.startDuration = time.Since(started)
			return s, response.Body.Close()
		}
	}
	s.killProcess()
	return nil, fmt.Errorf("%s does not answer", program)
}

// killProcess ends the server and waits for its end.
func (s *server) killProcess() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

// readMemory returns the server's resident memory in MB. It is 0 where the system does not tell it.
func (s *server) readMemory() float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	line, _, _ := strings.Cut(rest, "kB")
	kilobytes, _ := strconv.Atoi(strings.TrimSpace(line))
	return float64(kilobytes) / 1024
}

// readProcessorTime returns how much processor time a process has used. It is 0 where the system
// does not tell it.
func readProcessorTime(pid int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// The name, in parentheses, may hold spaces. User and system time follow it as fields 12 and
	// 13.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticks
}
