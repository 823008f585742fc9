package bookbuild

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/mattn/go-isatty"
)

// progress shows what is being done: on a terminal in one line, which is written anew, and
// otherwise in a line at times.
type progress struct {
	out      io.Writer
	terminal bool
	every    time.Duration
	next     time.Time
	shown    bool
}

const (
	refreshTerminal = 200 * time.Millisecond
	refreshLog      = 10 * time.Second
)

func newProgress(out *os.File) *progress {
	p := &progress{out: out, every: refreshLog}
	if isatty.IsTerminal(out.Fd()) {
		p.terminal, p.every = true, refreshTerminal
	}
	p.next = time.Now().Add(p.every)
	return p
}

// update shows a text, unless one was shown a moment ago.
func (p *progress) update(text func() string) {
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(p.every), true
	if p.terminal {
		fmt.Fprintf(p.out, "\r\x1b[K%.78s", text())
		return
	}
	fmt.Fprintln(p.out, text())
}

// clear removes the line from a terminal.
func (p *progress) clear() {
	if p.terminal && p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

func percent(part, whole int64) int64 { return 100 * part / max(1, whole) }

func groupDigits(n int) string { return humanize.Comma(int64(n)) }
