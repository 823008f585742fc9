package importclient

import (
	"context"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/ops/cli"
)

// interruptAtRequest ends the run's context at the nth batch, as Ctrl-C does.
func (f *fakeService) interruptAtRequest(t *testing.T, nth int) context.Context {
	ctx, interrupt := context.WithCancel(t.Context())
	t.Cleanup(interrupt)
	f.setIntercept(func(_ http.ResponseWriter, step string, n int) bool {
		if step == "lines" && n == nth {
			interrupt()
		}
		return false
	})
	return ctx
}

// An interrupted import lets go of its run. The same command continues it, and its report and its
// results have each line once.
func TestResume(t *testing.T) {
	f := newFakeService(t)
	lines := append(accountLines(120), "", wrongAccountLine("X-121"), "")
	lines[3] = wrongAccountLine("X-4")
	book := writeBook(t, lines...)
	r := f.runImport(f.interruptAtRequest(t, 4), "", book, "--concurrency", "2")
	r.expectCounts(t, "interrupted; run the same command again to continue", map[string]int{"refused": 1})
	r.expectExit(t, cli.ExitFailed)
	if report := readFile(t, book+".refused.ndjson"); strings.Count(report, "\n") != 1 {
		t.Errorf("report after the interruption:\n%s", report)
	}
	first := len(f.received)
	if r.readCount("imported") != first-1 || first < 20 || first > 40 || f.runs[0].held {
		t.Errorf("%d sent after an interrupt at the fourth batch; held %t:\n%s", first, f.runs[0].held, r.out)
	}

	f.setIntercept(nil)
	results := book + ".csv"
	f.runImport(t.Context(), "", book, "--results", results).expectCounts(t, "2 of 121 lines were refused",
		map[string]int{"lines": 121, "imported": 119, "already imported": 0, "refused": 2, "not finished": -1})
	if len(f.received) != 121 || f.created != 119 || len(f.runs) != 1 {
		t.Errorf("%d lines sent, %d created, %d runs", len(f.received), f.created, len(f.runs))
	}
	if report := readFile(t, book+".refused.ndjson"); strings.Count(report, "\n") != 2 {
		t.Errorf("report:\n%s", report)
	}
	if text := readFile(t, results); strings.Count(text, "\n") != 122 || strings.Count(text, ",imported\n") != 119 {
		t.Errorf("results:\n%s", text)
	}
}

// The same command again is a new run: what is imported is compared, and the report is the same.
func TestAgain(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, append(accountLines(5), wrongAccountLine("X-6"))...)
	f.runImport(t.Context(), "", book).expectCounts(t, "1 of 6", nil)
	report := readFile(t, book+".refused.ndjson")
	f.runImport(t.Context(), "", book).expectCounts(t, "1 of 6", map[string]int{"imported": 0, "already imported": 5, "refused": 1})
	if readFile(t, book+".refused.ndjson") != report || len(f.runs) != 2 {
		t.Errorf("%d runs, report:\n%s", len(f.runs), readFile(t, book+".refused.ndjson"))
	}
}

// What was taken back is imported again.
func TestResumeAfterATakeBack(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLines(20)...)
	f.runImport(f.interruptAtRequest(t, 2), "", book, "--concurrency", "1").expectCounts(t, "interrupted", map[string]int{"imported": 10})
	f.setIntercept(nil)
	for _, o := range f.runs[0].lines {
		o.Outcome = outcomeTakenBack
		delete(f.accounts, o.External)
	}
	f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"imported": 20})
	if len(f.accounts) != 20 {
		t.Errorf("%d accounts", len(f.accounts))
	}
}

// A corrected book is another book, and another run.
func TestResumeWithACorrectedBook(t *testing.T) {
	f := newFakeService(t)
	lines := accountLines(40)
	lines[1] = wrongAccountLine("X-2")
	book := writeBook(t, lines...)
	f.runImport(f.interruptAtRequest(t, 2), "", book, "--concurrency", "1").expectCounts(t, "interrupted", map[string]int{"imported": 9, "refused": 1})
	f.setIntercept(nil)
	writeFile(t, book, strings.Join(accountLines(40), "\n"))
	f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"imported": 31, "already imported": 9, "refused": 0})
	if len(f.runs) != 2 || f.created != 40 {
		t.Errorf("%d runs, %d accounts", len(f.runs), f.created)
	}
	expectAbsent(t, book+".refused.ndjson")
}

// A client that was killed holds its run for a while. The same command waits for that. Where another
// client does work on the run, the command ends and says so.
func TestRunInUse(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLines(3)...)
	f.setIntercept(failOnce("lines", 1, failWithStatus(404)))
	f.runImport(t.Context(), "", book).expectCounts(t, "older than this client", nil)
	f.runs[0].held = true // as after kill -9
	inUse := func(w http.ResponseWriter) {
		w.Header().Set("Retry-After", "1")
		writeReply(w, http.StatusConflict, newFailure(fault.RunInUse))
	}
	f.setIntercept(failOnce("open", 2, func(w http.ResponseWriter) { inUse(w); f.runs[0].held = false }))
	r := f.runImport(t.Context(), "", book)
	r.expectCounts(t, "", map[string]int{"imported": 3})
	if !strings.Contains(r.display, "waiting for "+f.url+": another client holds the run, next try in 2 s\n") {
		t.Errorf("display:\n%s", r.display)
	}

	book = writeBook(t, accountLines(6)...)
	f.setIntercept(func(w http.ResponseWriter, step string, _ int) bool {
		if step == "open" {
			inUse(w)
		}
		return step == "open"
	})
	r = f.runImport(t.Context(), "", book)
	r.expectCounts(t, "another client works on this run (Detail of run_in_use.); --take-over takes the run from it", nil)
	r.expectExit(t, cli.ExitFailed)
}

func TestTakeOver(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLines(3)...)
	f.setIntercept(failOnce("lines", 1, failWithStatus(404)))
	f.runImport(t.Context(), "", book).expectCounts(t, "older than this client", nil)
	f.runs[0].held = true
	f.setIntercept(nil)
	f.runImport(t.Context(), "", book, "--take-over").expectCounts(t, "", map[string]int{"imported": 3})
}

func TestGraceEndsWhatHangs(t *testing.T) {
	f := newFakeService(t)
	ctx, interrupt := context.WithCancel(t.Context())
	release := make(chan struct{})
	f.setIntercept(func(_ http.ResponseWriter, step string, n int) bool {
		if step == "lines" && n == 3 {
			interrupt()
			<-release
		}
		return false
	})
	book := writeBook(t, accountLines(50)...)
	begun := time.Now()
	go func() { time.Sleep(2 * time.Second); close(release) }()
	r := f.runImport(ctx, "", book, "--concurrency", "1")
	r.expectCounts(t, "interrupted", map[string]int{"imported": 10, "not finished": 40})
	if took := time.Since(begun); took < 300*time.Millisecond || took > 5*time.Second {
		t.Errorf("took %s with a grace of 300 ms", took)
	}
}

// A batch that waits for its repetition has no request in flight. It ends at once.
func TestInterruptWhileWaiting(t *testing.T) {
	f := newFakeService(t)
	ctx, interrupt := context.WithCancel(t.Context())
	f.setIntercept(func(w http.ResponseWriter, step string, _ int) bool {
		if step != "lines" {
			return false
		}
		failWithStatus(503, "Retry-After", "30")(w)
		time.AfterFunc(20*time.Millisecond, interrupt)
		return true
	})
	begun := time.Now()
	f.runImport(ctx, "", writeBook(t, accountLines(1)...)).expectCounts(t, "interrupted", map[string]int{"not finished": 1})
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestInterruptWithStandardInputOpen(t *testing.T) {
	f := newFakeService(t)
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = in.Close(), out.Close() })
	ctx, interrupt := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, interrupt)
	var printed strings.Builder
	c := newImportCommand(testKinds(), readTestTotals, testTimings(), &streams{in: in, out: &printed, display: &strings.Builder{}})
	c.SetArgs([]string{"-", "--url", f.url, "--key", "secret", "--supplier", "ACME", "--team", "Support", "--report", t.TempDir() + "/r"})
	r := commandResult{err: c.ExecuteContext(ctx), out: printed.String()}
	r.expectCounts(t, "interrupted", nil)
	r.expectExit(t, cli.ExitFailed)
}
