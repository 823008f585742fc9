package importclient

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"
)

// A display shows the progress of a run.
type display interface {
	update(snapshot)
	close()
}

// A snapshot is what a display shows. The share of the book is measured in bytes, because the
// number of lines is unknown before the end.
type snapshot struct {
	startOffset, offset, size int64 // in bytes; size is -1 for a stream
	ok, refused, finishedHere int   // finishedHere: lines finished by this run
	elapsed                   time.Duration
	retryReason               string // why requests are repeated, "" if none is
}

// computeShare returns how much of this run's part of the book is read, from 0 to 1.
func (s snapshot) computeShare() float64 {
	if s.size <= s.startOffset {
		return 0
	}
	return float64(s.offset-s.startOffset) / float64(s.size-s.startOffset)
}

func (s snapshot) computeRate() float64 { return computeRate(s.finishedHere, s.elapsed) }

func (s snapshot) formatText(m mode) string {
	text := fmt.Sprintf("%d %s, %d refused, %.1f accounts/s", s.ok, describeSuccess(m), s.refused, s.computeRate())
	if s.retryReason != "" {
		text += fmt.Sprintf(", waiting: %.60s", s.retryReason) // the bar has one row
	}
	return text
}

// describeSuccess returns the word for an account that did not fail.
func describeSuccess(m mode) string {
	switch m {
	case modeDryRun:
		return "would import"
	case modeValidate:
		return "valid"
	default:
		return "imported"
	}
}

// newDisplay returns a bar on a terminal and plain lines otherwise, with the time between two
// updates.
func newDisplay(out io.Writer, m mode, p timings) (display, time.Duration) {
	if file, ok := out.(*os.File); ok && isatty.IsTerminal(file.Fd()) {
		return &barDisplay{out: out, mode: m}, p.bar
	}
	return &plainDisplay{out: out, mode: m}, p.plain
}

// plainDisplay writes a line for each update, for a log.
type plainDisplay struct {
	out  io.Writer
	mode mode
}

func (d *plainDisplay) update(s snapshot) {
	share, left := "", ""
	if part := s.computeShare(); s.size >= 0 {
		share = fmt.Sprintf("%.0f%% ", 100*part)
		if part > 0 {
			left = ", " + time.Duration(float64(s.elapsed)*(1-part)/part).Round(time.Second).String() + " left"
		}
	}
	_, _ = fmt.Fprintln(d.out, share+s.formatText(d.mode)+left) // a display that fails does not stop the run
}

func (d *plainDisplay) close() {}

// barDisplay starts its bar with the first line sent. Lines that an earlier run finished do not
// shorten the time left.
type barDisplay struct {
	out  io.Writer
	mode mode
	bar  *progressbar.ProgressBar
}

func (d *barDisplay) update(s snapshot) {
	if d.bar == nil {
		d.bar = newProgressBar(d.out, s)
	}
	d.bar.Describe(s.formatText(d.mode))
	at := s.offset - s.startOffset
	if s.size >= 0 {
		at = min(at, s.size-s.startOffset-1) // a full bar means that the run has ended, but lines are still in flight
	}
	_ = d.bar.Set64(max(0, at)) // a display that fails does not stop the run
}

func (d *barDisplay) close() {
	if d.bar != nil {
		_ = d.bar.Exit()
		_, _ = fmt.Fprintln(d.out)
	}
}

func newProgressBar(out io.Writer, s snapshot) *progressbar.ProgressBar {
	length := int64(-1)
	if s.size >= 0 {
		length = max(1, s.size-s.startOffset)
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
