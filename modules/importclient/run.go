package importclient

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/ops/cli"
)

// An importer sends a book as a run, or checks it.
type importer struct {
	options
	streams
	api   *api
	book  *book.File
	index *index
	shown *display

	id     string // of the run; "" where the lines are checked
	holder string
	unsent unsent

	begun      time.Time // of sending
	total      int       // lines to send
	done       atomic.Int64
	ok         atomic.Int64
	refused    atomic.Int64
	unfinished atomic.Int64
	givenUp    atomic.Pointer[apiclient.RetryError] // why lines are unfinished
	gaveUp     atomic.Int64                         // batches in a row

	opening opening
}

// runBook sends a book. Its error is one line for the user, with its exit code. The summary has the
// rest.
func runBook(ctx context.Context, o options, io streams) (err error) {
	m := &importer{options: o, streams: io, api: newAPI(o.service), holder: hex.EncodeToString(randomBytes(16))}
	m.shown = newDisplay(io.display, o.service)
	if m.book, err = book.Open(ctx, o.book, io.in); err != nil {
		return explainReadError(ctx, err)
	}
	defer m.book.Close()
	if err := m.readBook(ctx); err != nil {
		return explainReadError(ctx, err)
	}
	defer func() { err = errors.Join(err, m.index.close()) }()
	if m.index.Lines == 0 {
		_, _ = fmt.Fprintln(io.out, "The book has no lines: nothing was sent.")
		return nil
	}
	life, stop := newLifetime(ctx, o.timings.grace)
	defer stop(nil)
	end := m.sendBook(life, stop)
	return m.conclude(ctx, life, end)
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return b
}

func explainReadError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return cli.Failed(errInterrupted)
	}
	return cli.Failed(err)
}

// readBook makes the index of the book.
func (m *importer) readBook(ctx context.Context) (err error) {
	var read atomic.Int64
	stop := m.shown.watch(m.timings.bar, func() snapshot {
		return snapshot{phase: "reading the book", done: read.Load(), total: m.book.Size}
	})
	defer stop()
	m.index, err = indexBook(ctx, m.book.ReadAll(), read.Store)
	return err
}

// sendBook sends what the run has not finished yet. Its error is why lines are left.
func (m *importer) sendBook(life lifetime, stop context.CancelCauseFunc) error {
	path, err := m.begin(life)
	if err != nil {
		return err
	}
	if m.unsent.Refused, m.unsent.Repeated, err = m.index.recordUnsent(m.mode); err != nil {
		return err
	}
	m.refused.Add(int64(m.unsent.Refused))
	if m.total, err = m.index.count(`SELECT count(*) FROM lines l WHERE NOT EXISTS (SELECT 1 FROM outcomes o WHERE o.line = l.line)`); err != nil {
		return newScratchError(err)
	}
	if m.keepGoing || m.mode == modeCheck || m.ok.Load() > 0 {
		m.opening.end()
	}
	m.begun = time.Now()
	defer m.shown.watch(m.timings.bar, m.newSnapshot)()
	s := &sender{api: m.api, path: path, take: m.takeOutcome}
	for _, kind := range []int{kindAccount, kindFurther} {
		if err := m.sendKind(life, stop, s, kind); err != nil {
			return err
		}
	}
	return nil
}

// begin opens the run, and reads what earlier clients of it have reached. It returns the path to
// which lines are sent.
func (m *importer) begin(life lifetime) (path string, err error) {
	if m.mode == modeCheck {
		query := url.Values{"import_supplier": {m.supplier}, "if_imported": {m.ifImported}}
		if m.team != "" {
			query.Set("operations_team_name", m.team)
		}
		return paths.CheckLines + "/?" + query.Encode(), nil
	}
	defer m.shown.watch(m.timings.bar, func() snapshot {
		return snapshot{phase: "opening the run", total: -1, wait: m.api.FindWait(time.Now())}
	})()
	if m.name == "" {
		m.name = m.book.Name
	}
	run, err := m.api.openRun(life, openRequest{
		Supplier: m.supplier, Name: m.name, Mode: m.mode, IfImported: m.ifImported, Team: m.team, Book: m.index.bookSummary,
		Expected: expectation{m.index.Accounts, m.expected}, Holder: m.holder, TakeOver: m.takeOver,
	})
	if err != nil {
		return "", err
	}
	m.id = run.ID
	if m.market != "" && run.Market != m.market {
		return "", apiclient.NewStopError("the supplier %s has the market %q and not %q, see --supplier and --market", m.supplier, run.Market, m.market)
	}
	err = m.api.eachOutcome(life, run.ID, "", func(o *lineOutcome) error {
		added, err := m.index.recordEarlier(o)
		if added {
			m.countOutcome(o)
		}
		return err
	})
	return pathOfRun(run.ID, paths.RunLines) + "?holder=" + m.holder, err
}

// sendKind sends the lines of a kind, several batches at once.
func (m *importer) sendKind(life lifetime, stop context.CancelCauseFunc, s *sender, kind int) error {
	batches, sent := make(chan []pendingLine), make(chan struct{}, m.concurrency)
	ended := make(chan error, 1)
	go func() {
		defer close(batches)
		ended <- m.readBatches(life.taking, kind, batches, sent)
	}()
	var busy sync.WaitGroup
	for range m.concurrency {
		busy.Go(func() {
			for lines := range batches {
				left, err := s.sendBatch(life, lines)
				m.giveUp(left, err, stop)
				if why := m.opening.findReason(); why != nil {
					stop(why)
				}
				select {
				case sent <- struct{}{}:
				default: // the opening is over, and nothing waits for it
				}
			}
		})
	}
	busy.Wait()
	err := <-ended
	if stopped, ok := errors.AsType[*apiclient.StopError](context.Cause(life.taking)); ok {
		return stopped
	}
	switch {
	case life.taking.Err() != nil:
		return errInterrupted
	case err != nil:
		return err
	case m.unfinished.Load() > 0:
		return fmt.Errorf("%d of %d lines are not finished (%w)", m.unfinished.Load(), m.index.Lines, m.givenUp.Load())
	default:
		return nil
	}
}

// readBatches reads the lines that have no outcome and makes batches of them. While the first lines
// have no outcome, it waits until a batch is sent before it passes the next.
func (m *importer) readBatches(taking context.Context, kind int, batches chan<- []pendingLine, sent <-chan struct{}) error {
	const chunk = 1000
	var batch []pendingLine
	size := 0
	pass := func() {
		if len(batch) == 0 {
			return
		}
		waits := m.opening.isOpen()
		select {
		case batches <- batch:
		case <-taking.Done():
			waits = false
		}
		batch, size = nil, 0
		if waits {
			select {
			case <-sent:
			case <-taking.Done():
			}
		}
	}
	for after := 0; taking.Err() == nil; {
		places, err := m.index.listPending(kind, after, chunk)
		if err != nil {
			return newScratchError(err)
		}
		for _, p := range places {
			if taking.Err() != nil {
				return nil
			}
			e, err := p.readEntry(m.book)
			if err != nil {
				return err
			}
			if len(batch) == m.limitBatch() || size > 0 && size+len(e.Text) > batchBytes {
				pass()
			}
			batch, size = append(batch, pendingLine{p.number, p.sha256, e.Text}), size+len(e.Text)
			after = p.number
		}
		if len(places) < chunk {
			break
		}
	}
	pass()
	return nil
}

// limitBatch returns how many lines the next batch may have.
func (m *importer) limitBatch() int {
	if m.opening.isOpen() {
		return min(m.timings.batch, m.opening.countLeft())
	}
	return m.timings.batch
}

// maxGivenUp is how many batches in a row may be given up before the run ends. One account that the
// service cannot handle does not stop a run. A service that can handle none does.
const maxGivenUp = 3

// giveUp counts lines that a batch has left without an outcome, and ends the run where other lines
// would be left as well.
func (m *importer) giveUp(left []pendingLine, err error, stop context.CancelCauseFunc) {
	if err == nil {
		m.gaveUp.Store(0)
		return
	}
	m.unfinished.Add(int64(len(left)))
	again, isAgain := errors.AsType[*apiclient.RetryError](err)
	switch {
	case isAgain && again.Answered:
		m.givenUp.Store(again)
		if m.gaveUp.Add(1) >= maxGivenUp {
			stop(&apiclient.StopError{Reason: "the service handles no line at present: " + again.Reason})
		}
	case isAgain:
		stop(&apiclient.StopError{Reason: apiclient.JoinLines(strings.TrimPrefix(err.Error(), apiclient.ErrUnfinished.Error()+": "))})
	case errors.Is(err, apiclient.ErrUnfinished): // the run is ending already
	default:
		stop(&apiclient.StopError{Reason: apiclient.JoinLines(err.Error())})
	}
}

// takeOutcome records what became of a line.
func (m *importer) takeOutcome(o *lineOutcome) error {
	added, err := m.index.recordOutcome(o)
	if added {
		m.done.Add(1)
		m.countOutcome(o)
		m.opening.note(o)
	}
	return err
}

func (m *importer) countOutcome(o *lineOutcome) {
	if o.isRefused() {
		m.refused.Add(1)
	} else {
		m.ok.Add(1)
	}
}

func (m *importer) newSnapshot() snapshot {
	return snapshot{
		done: m.done.Load(), total: int64(m.total), ok: int(m.ok.Load()), refused: int(m.refused.Load()), mode: m.mode,
		elapsed: time.Since(m.begun), wait: m.api.FindWait(time.Now()),
	}
}

// conclude writes the files, ends the run, and prints the summary. end is why lines are left.
func (m *importer) conclude(ctx context.Context, life lifetime, end error) error {
	elapsed := time.Duration(0)
	if !m.begun.IsZero() {
		elapsed = time.Since(m.begun)
	}
	if end == nil && m.mode == modeCheck {
		end = errors.Join(m.index.refuseSharedClaims(), m.index.refuseRepetitions())
	}
	refused, err := m.index.count(`SELECT count(*) FROM outcomes WHERE outcome IN ('refused', 'incomplete')`)
	if err != nil {
		return cli.Failed(newScratchError(err))
	}
	written := m.writeFiles(end == nil, refused)
	switch {
	case m.id == "":
	case end == nil && written == nil:
		end = m.api.closeRun(life, m.id, closeRequest{Complete: true, Unsent: m.unsent})
	default:
		m.api.releaseRun(m.id)
	}
	if !m.begun.IsZero() {
		m.printSummary(end == nil, elapsed)
	}
	switch {
	case end != nil && ctx.Err() != nil:
		return cli.Failed(fmt.Errorf("%w; run the same command again to continue", errInterrupted))
	case end != nil:
		return cli.Failed(fmt.Errorf("%w; %s", end, m.describeContinuation(end)))
	case written != nil:
		return cli.Failed(fmt.Errorf("%w; run the same command again to write it", written))
	case refused > 0:
		return cli.Faulty(m.newRefusedError(refused))
	default:
		return nil
	}
}

// describeContinuation says how to continue with the lines that are left. A run that stopped itself
// would stop again while the reason lasts.
func (m *importer) describeContinuation(end error) string {
	how := "run the same command again to continue"
	if m.mode == modeCheck || m.mode == modeDryRun {
		how = "run the same command again to begin anew"
	}
	if _, stopped := errors.AsType[*apiclient.StopError](end); stopped {
		return "once that is solved, " + how
	}
	return how
}

func (m *importer) newRefusedError(refused int) error {
	verb, see := "were", ""
	if m.mode == modeCheck || m.mode == modeDryRun {
		verb = "would be"
	}
	if m.report != "" {
		see = "; see " + filepath.Clean(m.report)
	}
	return fmt.Errorf("%d of %d lines %s refused%s", refused, m.index.Lines, verb, see)
}

var errInterrupted = errors.New("interrupted")
