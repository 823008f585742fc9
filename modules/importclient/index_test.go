package importclient

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/fault"
)

// endlessBook generates n small lines without storing them.
type endlessBook struct {
	left int
	rest []byte
}

func (e *endlessBook) Read(p []byte) (int, error) {
	if len(e.rest) == 0 {
		if e.left == 0 {
			return 0, io.EOF
		}
		e.rest = []byte(accountLine(fmt.Sprintf("X-%d", e.left%90_000)) + "\n")
		e.left--
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func TestBookOfAnySizeTakesConstantMemory(t *testing.T) {
	const lines = 100_000
	before := measureHeap()
	x, err := indexBook(t.Context(), &endlessBook{left: lines}, func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer x.close()
	if grown := int64(measureHeap()) - int64(before); grown > 4<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if x.Lines != lines || x.Accounts != lines {
		t.Errorf("%d lines, %d accounts", x.Lines, x.Accounts)
	}
	if n, err := x.count(`SELECT count(*) FROM lines WHERE same_as IS NOT NULL`); n != 10_000 || err != nil {
		t.Errorf("%d lines are repeated, %v", n, err)
	}
	runtime.KeepAlive(x)
}

func measureHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestReadErrorIsReported(t *testing.T) {
	in := io.MultiReader(strings.NewReader(accountLine("X-1")+"\n"), brokenReader{})
	if _, err := indexBook(t.Context(), in, func(int64) {}); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}

var errDisk = errors.New("disk")

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errDisk }

// Lines of one number with different content are refused, all of them, and only a check sends them.
// Lines of the same bytes are sent once.
func TestRepeatedNumbers(t *testing.T) {
	other := func(number string) string { return strings.Replace(accountLine(number), "1.10", "2.20", 1) }
	lines := []string{
		accountLine("A"), other("A"), // differ
		accountLine("B"), accountLine("B"), `{"account": ` + accountLine("B") + `}`, // the last differs in its bytes
		accountLine("C"), " " + accountLine("C") + "\r", // the same but for the space around them
		accountLine("D"), strings.Replace(other("D"), `"D"`, `" \u0044 "`, 1), // the number is the same when it is read
		accountLine("E"), `{"external_account_number":"E","notes":[{"body":"1"}]}`, `{"external_account_number":"E","notes":[{"body":"2"}]}`, // further data
		`{"external_account_number":"E","notes":[{"body":"2"}]}`,
		`{"import_supplier":"ACME","customers":[]}`, `{"import_supplier":"ACME","customers":[],"x":1}`, // no numbers: the service refuses them
	}
	for name, command := range map[string]func(f *fakeService, book string) commandResult{
		"import": func(f *fakeService, book string) commandResult { return f.runImport(t.Context(), "", book) },
		"dry run": func(f *fakeService, book string) commandResult {
			return f.runImport(t.Context(), "", book, "--dry-run")
		},
		"check": func(f *fakeService, book string) commandResult { return f.runCheck(book) },
		"validate": func(f *fakeService, book string) commandResult {
			return f.runImport(t.Context(), "", book, "--validate-only")
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			book := writeBook(t, lines...)
			r := command(f, book)
			r.expectCounts(t, " of 15 lines ", map[string]int{"lines": 15, "repeated, sent once": 2, "fault " + fault.NumberRepeatedInBook + " external_account_number": 7})
			r.expectExit(t, 1)
			isCheck := name == "check" || name == "validate"
			if isCheck {
				if len(f.received) != 13 {
					t.Errorf("%d lines are checked:\n%s", len(f.received), f.received)
				}
				return
			}
			if sent := strings.Join(f.received, "\n"); strings.Contains(sent, `"A"`) || strings.Contains(sent, `"B"`) || strings.Contains(sent, `"D"`) || len(f.received) != 6 {
				t.Errorf("sent:\n%s", sent)
			}
		})
	}
	f := newFakeService(t)
	book := writeBook(t, lines...)
	f.runImport(t.Context(), "", book, "--concurrency", "8").expectCounts(t, "8 of 15", map[string]int{"further data added": 2})
	reported := map[int]string{}
	for _, l := range readReport(t, book) {
		reported[l.Line] = l.Detail
	}
	if !strings.Contains(reported[3], "in lines 4, 5:") || !strings.Contains(reported[1], "in line 2:") || !strings.Contains(reported[8], "in line 9:") {
		t.Errorf("report %v", reported)
	}
	if f.accounts["E"].notes != 2 || f.runs[0].unsent != (unsent{7, 2}) {
		t.Errorf("%d notes, unsent %+v", f.accounts["E"].notes, f.runs[0].unsent)
	}
}

// Further data goes after all accounts, wherever it stands in the book.
func TestFurtherDataGoesLast(t *testing.T) {
	f := newFakeService(t)
	lines := append([]string{`{"external_account_number":"X-40","notes":[{"body":"1"}]}`}, accountLines(40)...)
	f.runImport(t.Context(), "", writeBook(t, lines...), "--concurrency", "8").expectCounts(t, "", map[string]int{"imported": 40, "further data added": 1})
	if last := f.received[len(f.received)-1]; !strings.HasPrefix(last, `{"external`) {
		t.Errorf("sent last: %s", last)
	}
}
