package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// server is a program under load, in a process of its own.
type server struct {
	address string
	profile string // address of its profiles; empty where it has none
	dir     string
	process *exec.Cmd
	began   time.Duration // from its start to its first answer
}

const (
	startTime = 30 * time.Second
	// ticks are how many of them the system counts in a second of processor time.
	ticks = 100
)

// start runs a program on a fresh port and returns when it answers.
func start(ctx context.Context, dir, program string, args ...string) (s *server, err error) {
	s = &server{dir: dir}
	for _, address := range []*string{&s.address, &s.profile} {
		if *address, err = freeAddress(); err != nil {
			return nil, err
		}
	}
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
			s.began = time.Since(started)
			return s, response.Body.Close()
		}
	}
	s.stop()
	return nil, fmt.Errorf("%s does not answer", program)
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// stop ends the server and waits for its end.
func (s *server) stop() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

// resident is the server's memory in MB, as the system counts it; 0 where it does
// not tell.
func (s *server) resident() float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	line, _, _ := strings.Cut(rest, "kB")
	kilobytes, _ := strconv.Atoi(strings.TrimSpace(line))
	return float64(kilobytes) / 1024
}

// processor is how much processor time a process has used; 0 where the system does
// not tell.
func processor(pid int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// The name, in parentheses, may hold spaces. User and system time follow it as
	// fields 12 and 13.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticks
}

// commits is how many write transactions the database has had since it was opened.
// SQLite counts them in the header of its shared write-ahead index
// (https://sqlite.org/walformat.html#the_wal_index_header), so nobody is asked.
func (s *server) commits() uint32 {
	file, err := os.Open(filepath.Join(s.dir, "data.db-shm"))
	if err != nil {
		return 0
	}
	defer file.Close()
	var counter [4]byte
	if _, err := file.ReadAt(counter[:], 8); err != nil {
		return 0
	}
	return binary.NativeEndian.Uint32(counter[:])
}
