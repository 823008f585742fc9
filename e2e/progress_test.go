package e2e

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminal is a program on a terminal of 80 columns, and what it has written there.
type terminal struct {
	testing.TB
	process *exec.Cmd
	mu      sync.Mutex
	text    bytes.Buffer
	ended   chan struct{}
}

func startOnTerminal(t testing.TB, command *exec.Cmd) *terminal {
	t.Helper()
	device, err := pty.StartWithSize(command, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{TB: t, process: command, ended: make(chan struct{})}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = device.Close() })
	go func() {
		defer close(term.ended)
		_, _ = io.Copy(term, device) // ends with the program
	}()
	return term
}

// Write takes what the program writes.
func (t *terminal) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(text)
}

func (t *terminal) shown() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// awaitText returns when the terminal has shown text of a pattern.
func (t *terminal) awaitText(pattern string) {
	t.Helper()
	wanted := regexp.MustCompile(pattern)
	for until := time.Now().Add(30 * time.Second); !wanted.MatchString(t.shown()); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("the terminal does not show %s:\n%s", pattern, t.shown())
		}
	}
}

// The client says at once that the service is down. When the service is there, the client
// draws a bar that fits into a row of the terminal.
func TestProgressOnATerminal(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	path, _, _ := writeBook(t, 3000, 0.05)
	term := startOnTerminal(t, s.importer(t.Context(), key, path))
	term.awaitText(`waiting for ` + s.url + `: connection refused, next try in 1 s\r\n`)
	s.start()
	term.awaitText(s.url + ` answers again\r\n`)
	term.awaitText(`\d+% \|[█ ]+\| +\d+ imported, [1-9]\d* refused, \d+\.\d/s, \S+s left`)
	<-term.ended
	if err := term.process.Wait(); err == nil {
		t.Errorf("a book with refused accounts ended with success:\n%s", term.shown())
	}
	for line := range strings.SplitSeq(term.shown(), "\n") {
		for row := range strings.SplitSeq(line, "\r") {
			row = regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]`).ReplaceAllString(row, "")
			if strings.Contains(row, "%") && len([]rune(row)) > 80 {
				t.Errorf("a row of %d columns: %q", len([]rune(row)), row)
			}
		}
	}
}

// Without a terminal there is a line every few seconds, and none of the bar.
func TestProgressInALog(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	path, _, _ := writeBook(t, 5, 0)
	log, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	client := s.importer(t.Context(), key, path)
	client.Stderr = log
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	var text []byte
	for until := time.Now().Add(30 * time.Second); !bytes.Contains(text, []byte("\nopening the run\n")); time.Sleep(10 * time.Millisecond) {
		if text, err = os.ReadFile(log.Name()); err != nil || time.Now().After(until) {
			t.Fatalf("no line of progress: %v\n%s", err, text)
		}
	}
	s.start()
	if err := client.Wait(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	if bytes.Contains(text, []byte("\x1b")) || !bytes.Contains(text, []byte("connection refused, next try in 1 s\n")) {
		t.Errorf("log:\n%s", text)
	}
}
