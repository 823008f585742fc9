package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
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
	stop          func()        // ends it in another way than killing its process; nil where it has none
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
	if s.stop != nil {
		s.stop()
		return
	}
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

// listProcesses returns a process and those below it.
func listProcesses(pid int) []int {
	pids := []int{pid}
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, thread := range threads {
		text, _ := os.ReadFile(thread)
		for _, field := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(field); err == nil {
				pids = append(pids, listProcesses(child)...)
			}
		}
	}
	return pids
}

// readMemory returns the resident memory of a process and those below it, in MB. It is 0 where the
// system does not tell it.
func readMemory(pid int) (megabytes float64) {
	for _, pid := range listProcesses(pid) {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		_, rest, _ := strings.Cut(string(text), "VmRSS:")
		line, _, _ := strings.Cut(rest, "kB")
		kilobytes, _ := strconv.Atoi(strings.TrimSpace(line))
		megabytes += float64(kilobytes) / 1024
	}
	return megabytes
}

// readProcessorTime returns how much processor time a process has used, with the processes that it
// has waited for. It is 0 where the system does not tell it.
func readProcessorTime(pid int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// The name, in parentheses, may hold spaces. User and system time follow it as fields 12 and
	// 13, and those of ended children as 14 and 15.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 15 {
		return 0
	}
	sum := 0
	for _, field := range fields[11:15] {
		n, _ := strconv.Atoi(field)
		sum += n
	}
	return time.Duration(sum) * time.Second / ticks
}
