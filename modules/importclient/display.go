package importclient

import (
	"dataimport/modules/kit/http/apiclient"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"
)

// A display shows the progress of a run: a bar on a terminal, and a line every few seconds
// elsewhere. It tells a wait for the service at once, on a line of its own. An error of its output
// does not stop the run.
type display struct {
	out      io.Writer
	base     string        // the address of the service
	every    time.Duration // between two lines
	terminal bool

	bar      *progressbar.ProgressBar // nil before the first update of a phase
	lastLine time.Time                // of the progress
	told     string                   // the reason of the wait that was told last, "" after its end
	lastTold time.Time
	lastWait time.Time
}

// A snapshot is what a display shows.
type snapshot struct {
	phase       string // what is done; "" while lines are sent
	quiet       bool   // waits alone are shown
	done, total int64  // parts of the work; total is -1 where it is unknown
	mode        mode
	ok, refused int
	elapsed     time.Duration
	wait        apiclient.Wait
}

func newDisplay(out io.Writer, s service) *display {
	file, ok := out.(*os.File)
	return &display{out: out, base: s.url, every: s.timings.plain, terminal: ok && isatty.IsTerminal(file.Fd()), lastLine: time.Now()}
}

// watch shows snapshots until stop is called. The last one is shown then.
func (d *display) watch(every time.Duration, take func() snapshot) (stop func()) {
	ticks := time.NewTicker(every)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticks.C:
				d.update(take())
			case <-end:
				return
			}
		}
	}()
	return func() {
		ticks.Stop()
		close(end)
		<-ended
		d.endPhase(take())
	}
}

// update shows a snapshot. It is called several times a second.
func (d *display) update(s snapshot) {
	now := time.Now()
	d.tellWait(s.wait, now)
	switch {
	case s.quiet:
	case d.terminal:
		d.drawBar(s)
	case now.Sub(d.lastLine) >= d.every:
		d.lastLine = now
		_, _ = fmt.Fprintln(d.out, s.formatLine())
	}
}

// tellWait writes a line when a wait begins, has another reason, or goes on, and when it has ended.
// A busy service answers some requests and not others: a wait has ended a second after the last one.
func (d *display) tellWait(w apiclient.Wait, now time.Time) {
	switch {
	case w.Reason != "":
		d.lastWait = now
		if since := now.Sub(d.lastTold); w.Reason == d.told && since < d.every || since < min(d.every, time.Second) {
			return
		}
		d.told, d.lastTold = w.Reason, now
		d.writeLine(w.Describe(d.base, now))
	case d.told != "" && now.Sub(d.lastWait) >= min(d.every, time.Second):
		d.told = ""
		d.writeLine(d.base + " answers again")
	}
}

// writeLine writes a line above the bar.
func (d *display) writeLine(text string) {
	if d.bar != nil {
		_ = d.bar.Clear()
	}
	_, _ = fmt.Fprintln(d.out, text)
}

func (d *display) drawBar(s snapshot) {
	if d.bar == nil {
		d.bar = newProgressBar(d.out, s.total)
	}
	d.bar.Describe(s.formatText())
	_ = d.bar.Set64(s.done)
}

// endPhase leaves the bar of the lines sent on the terminal, and removes any other.
func (d *display) endPhase(s snapshot) {
	if d.bar == nil {
		return
	}
	if s.phase == "" {
		d.drawBar(s)
		_, _ = fmt.Fprintln(d.out)
	} else {
		_ = d.bar.Clear()
	}
	d.bar = nil
}

// newProgressBar returns a bar that fits into 80 columns with its text.
func newProgressBar(out io.Writer, total int64) *progressbar.ProgressBar {
	if total >= 0 {
		total = max(1, total)
	}
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(out),
		progressbar.OptionSetWidth(10),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionShowDescriptionAtLineEnd(),
	)
}

// formatText returns the counts, the rate and the time left.
func (s snapshot) formatText() string {
	if s.phase != "" {
		return s.phase
	}
	text := fmt.Sprintf("%d %s, %d refused, %.1f/s", s.ok, describeSuccess(s.mode), s.refused, computeRate(s.done, s.elapsed))
	if part := s.computeShare(); part > 0 {
		text += ", " + time.Duration(float64(s.elapsed)*(1-part)/part).Round(time.Second).String() + " left"
	}
	return text
}

// computeShare returns how much of the work is done, from 0 to 1.
func (s snapshot) computeShare() float64 {
	if s.total <= 0 {
		return 0
	}
	return float64(s.done) / float64(s.total)
}

func (s snapshot) formatLine() string {
	if s.total <= 0 {
		return s.formatText()
	}
	return fmt.Sprintf("%.0f%% ", 100*s.computeShare()) + s.formatText()
}

func computeRate(n int64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(n) / d.Seconds()
}

// describeSuccess returns the word for a line that did not fail.
func describeSuccess(m mode) string {
	switch m {
	case modeDryRun:
		return "would import"
	case modeCheck:
		return "valid"
	default:
		return "imported"
	}
}
