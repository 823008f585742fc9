package importclient

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"dataimport/modules"
)

// interruptAtRequest ends the run's context at the nth stage request, as Ctrl-C does.
func (f *fakeService) interruptAtRequest(t *testing.T, nth int) context.Context {
	ctx, interrupt := context.WithCancel(t.Context())
	t.Cleanup(interrupt)
	f.setIntercept(func(_ http.ResponseWriter, step string, n int) bool {
		if step == "stage" && n == nth {
			interrupt()
		}
		return false
	})
	return ctx
}

func TestResume(t *testing.T) {
	f := newFakeService(t)
	lines := append(accountLines(60), "", wrongAccountLine("X-61"), "")
	lines[3] = wrongAccountLine("X-4")
	book := writeBook(t, lines...)
	r := f.runImport(f.interruptAtRequest(t, 20), "", book)
	r.expectCounts(t, "interrupted; run the same command again to continue", map[string]int{"unfinished": 0, "refused": 1})
	if !strings.HasPrefix(r.out, "interrupted; run the same command again to continue\n") {
		t.Errorf("summary:\n%s", r.out)
	}
	first := f.served["stage"]
	if r.readCount("read") != first || first > 20+8 {
		t.Errorf("%d staged after an interrupt at 20:\n%s", first, r.out)
	}

	f.setIntercept(nil)
	f.runImport(t.Context(), "", book).expectCounts(t, "2 of 61 accounts were refused",
		map[string]int{"read": 61, "staged": 59, "imported": 59, "already imported": 0, "refused": 2, "unfinished": 0})
	if f.served["stage"] != 61 || f.created != 59 {
		t.Errorf("%d stage requests for 61 accounts, %d created", f.served["stage"], f.created)
	}
	if report := readFile(t, book+".refused.ndjson"); strings.Count(report, "\n") != 2 {
		t.Errorf("report:\n%s", report)
	}
}

func TestNothingLeftToDo(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, append(accountLines(5), wrongAccountLine("X-6"))...)
	before := f.runImport(t.Context(), "", book)
	before.expectCounts(t, "1 of 6", nil)
	served := fmt.Sprint(f.served)
	report := readFile(t, book+".refused.ndjson")

	again := f.runImport(t.Context(), "", book)
	again.expectCounts(t, "1 of 6", map[string]int{"imported": 5})
	rest, ok := strings.CutPrefix(again.out, "Every line was finished by an earlier run; nothing was sent.")
	if _, summary, _ := strings.Cut(rest, "\n"); !ok || removeTimes(summary) != removeTimes(before.out) {
		t.Errorf("summary:\n%s\nwant that of before:\n%s", again.out, before.out)
	}
	if again.err.Error() != before.err.Error() || fmt.Sprint(f.served) != served || readFile(t, book+".refused.ndjson") != report {
		t.Errorf("error %v, requests %v", again.err, f.served)
	}

	f.runImport(t.Context(), "", book, "--restart").expectCounts(t, "1 of 6", map[string]int{"imported": 0, "already imported": 5})
	if got := readFile(t, book+".refused.ndjson"); got != report {
		t.Errorf("report %q, want it replaced by an equal one", got)
	}
}

// removeTimes removes the two rows that a resume log rounds.
func removeTimes(summary string) string {
	rows, _, _ := strings.Cut(summary, "duration")
	return rows
}

func TestGraceEndsWhatHangs(t *testing.T) {
	f := newFakeService(t)
	ctx, interrupt := context.WithCancel(t.Context())
	release := make(chan struct{})
	f.setIntercept(func(_ http.ResponseWriter, step string, n int) bool {
		if step == "stage" && n == 3 {
			interrupt()
			<-release
		}
		return false
	})
	book := writeBook(t, accountLines(10)...)
	begun := time.Now()
	r := f.runImport(ctx, "", book, "--concurrency", "1")
	close(release)
	r.expectCounts(t, "interrupted", map[string]int{"imported": 2, "unfinished": 1})
	if took := time.Since(begun); took < 300*time.Millisecond || took > 5*time.Second {
		t.Errorf("took %s with a grace of 300 ms", took)
	}
}

// A line that waits for its repetition has no request in flight. It ends at once.
func TestInterruptWhileWaiting(t *testing.T) {
	f := newFakeService(t)
	ctx, interrupt := context.WithCancel(t.Context())
	f.setIntercept(func(w http.ResponseWriter, step string, _ int) bool {
		if step != "stage" {
			return false
		}
		failWithStatus(503, "Retry-After", "30")(w)
		time.AfterFunc(20*time.Millisecond, interrupt)
		return true
	})
	begun := time.Now()
	f.runImport(ctx, "", writeBook(t, accountLines(1)...)).expectCounts(t, "interrupted", map[string]int{"unfinished": 1})
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
	if _, err := out.WriteString(accountLine("X-1") + "\n"); err != nil {
		t.Fatal(err)
	}
	c := newCommand(modules.PostImports(), testTimings(), io.Discard)
	var printed strings.Builder
	c.SetIn(in)
	c.SetOut(&printed)
	c.SetArgs([]string{"-", "--url", f.url, "--key", "secret", "--supplier", "ACME", "--team", "Support", "--report", t.TempDir() + "/r"})
	commandResult{err: c.ExecuteContext(f.interruptAtRequest(t, 1)), out: printed.String()}.expectCounts(t, "interrupted", map[string]int{"imported": 1})
}

func TestTornResumeLog(t *testing.T) {
	for name, tear := range map[string]func(string) string{
		"in a record":        func(journal string) string { return journal[:len(journal)-3] },
		"with a blank tail":  func(journal string) string { return journal + "\x00\x00\x00\x00" },
		"in the header":      func(journal string) string { return journal[:20] },
		"with a strange end": func(journal string) string { return journal + "what is this\n7 staged imported -\n" },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			book := writeBook(t, accountLines(60)...)
			f.runImport(f.interruptAtRequest(t, 20), "", book).expectCounts(t, "interrupted", nil)
			writeFile(t, book+".journal", tear(readFile(t, book+".journal")))
			f.setIntercept(nil)
			r := f.runImport(t.Context(), "", book)
			r.expectCounts(t, "", map[string]int{"read": 60, "unfinished": 0})
			if r.readCount("imported")+r.readCount("already imported") != 60 || f.created != 60 {
				t.Errorf("%d accounts:\n%s", f.created, r.out)
			}
			f.runImport(t.Context(), "", book).expectCounts(t, "", map[string]int{"read": 60})
		})
	}
}

func TestResumeLogOfAnotherRun(t *testing.T) {
	for name, test := range map[string]struct {
		change func(f *fakeService, book string) []string
		want   string
	}{
		"address": {func(f *fakeService, _ string) []string {
			return []string{"--url", strings.Replace(f.url, "127.0.0.1", "localhost", 1)}
		}, "another address, http://127.0.0.1"},
		"supplier": {func(*fakeService, string) []string { return []string{"--supplier", "OTHER"} }, "another import supplier, ACME"},
		"book": {func(_ *fakeService, book string) []string {
			_ = os.WriteFile(book, []byte(accountLine("Y-1")), 0o600)
			return nil
		}, "another content of the book"},
		"not a journal": {func(_ *fakeService, book string) []string {
			_ = os.WriteFile(book+".journal", []byte("my diary"), 0o600)
			return nil
		}, "is not a journal of an import"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			book := writeBook(t, accountLines(3)...)
			f.runImport(t.Context(), "", book).expectCounts(t, "", nil)
			args := append(test.change(f, book), book)
			served := fmt.Sprint(f.served)
			r := f.runImport(t.Context(), "", args...)
			r.expectCounts(t, test.want, nil)
			r.expectCounts(t, "--restart", nil)
			if fmt.Sprint(f.served) != served {
				t.Errorf("requests %v", f.served)
			}
			r = f.runImport(t.Context(), "", append(args, "--restart")...)
			if r.readCount("unfinished") != 0 {
				t.Errorf("with --restart: %v\n%s", r.err, r.out)
			}
		})
	}
}
