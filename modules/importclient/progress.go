package importclient

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"
)

// A display tells how far a run is while it lasts.
type display interface {
	update(snapshot)
	close()
}

// A snapshot is what a display shows. The share of the book is measured in
// bytes, since nobody knows its number of lines before its end.
type snapshot struct {
	begun, offset, size    int64 // size is -1 for a stream
	ok, refused, sinceHere int   // sinceHere: lines finished by this run
	elapsed                time.Duration
	trouble                string // why requests are being repeated, "" if none is
}

// share is how much of this run's part of the book is read.
func (s snapshot) share() float64 {
	if s.size <= s.begun {
		return 0
	}
	return float64(s.offset-s.begun) / float64(s.size-s.begun)
}

func (s snapshot) rate() float64 { return perSecond(s.sinceHere, s.elapsed) }

func (s snapshot) text(m mode) string {
	text := fmt.Sprintf("%d %s, %d refused, %.1f accounts/s", s.ok, done(m), s.refused, s.rate())
	if s.trouble != "" {
		text += fmt.Sprintf(", waiting: %.60s", s.trouble) // the bar has one row
	}
	return text
}

// done is the word for an account that did not fail.
func done(m mode) string {
	switch m {
	case modeDryRun:
		return "would import"
	case modeValidate:
		return "valid"
	default:
		return "imported"
	}
}

// newDisplay returns a bar on a terminal, plain lines anywhere else, and how
// often to update it.
func newDisplay(out io.Writer, m mode, p pace) (display, time.Duration) {
	if file, ok := out.(*os.File); ok && isatty.IsTerminal(file.Fd()) {
		return &barDisplay{out: out, mode: m}, p.bar
	}
	return &plainDisplay{out: out, mode: m}, p.plain
}

// plainDisplay writes a line for each update, as a log wants it.
type plainDisplay struct {
	out  io.Writer
	mode mode
}

func (d *plainDisplay) update(s snapshot) {
	share, left := "", ""
	if part := s.share(); s.size >= 0 {
		share = fmt.Sprintf("%.0f%% ", 100*part)
		if part > 0 {
			left = ", " + time.Duration(float64(s.elapsed)*(1-part)/part).Round(time.Second).String() + " left"
		}
	}
	_, _ = fmt.Fprintln(d.out, share+s.text(d.mode)+left) // a display that fails is no reason to stop
}

func (d *plainDisplay) close() {}

// barDisplay begins its bar with the first line sent, so that lines finished by
// an earlier run do not make the time left look short.
type barDisplay struct {
	out  io.Writer
	mode mode
	bar  *progressbar.ProgressBar
}

func (d *barDisplay) update(s snapshot) {
	if d.bar == nil {
		d.bar = newBar(d.out, s)
	}
	d.bar.Describe(s.text(d.mode))
	at := s.offset - s.begun
	if s.size >= 0 {
		at = min(at, s.size-s.begun-1) // a full bar is a finished one, and lines are still in flight
	}
	_ = d.bar.Set64(max(0, at)) // a display that fails is no reason to stop
}

func (d *barDisplay) close() {
	if d.bar != nil {
		_ = d.bar.Exit()
		_, _ = fmt.Fprintln(d.out)
	}
}

func newBar(out io.Writer, s snapshot) *progressbar.ProgressBar {
	length := int64(-1)
	if s.size >= 0 {
		length = max(1, s.size-s.begun)
	}
	return progressbar.NewOptions64(length,
		progressbar.OptionSetWriter(out),
		progressbar.OptionSetWidth(20),
		progressbar.OptionShowBytes(true),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowDescriptionAtLineEnd(),
	)
}
