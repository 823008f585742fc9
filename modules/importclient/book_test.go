package importclient

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
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
		e.left--
		e.rest = []byte(accountLine("X") + "\n")
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func TestBookOfAnySizeTakesConstantMemory(t *testing.T) {
	const lines = 200_000
	b := newBook("-", &endlessBook{left: lines})
	before := measureHeap()
	for i := 1; ; i++ {
		l, err := b.nextLine(func(n int) bool { return n%10 == 0 })
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || l.number%10 == 0 {
			t.Fatalf("line %d: %v", l.number, err)
		}
	}
	if b.number != lines+1 || b.startOffset.Load() != 0 || b.offset.Load() != lines*int64(len(accountLine("X"))+1) {
		t.Errorf("read to line %d, byte %d", b.number, b.offset.Load())
	}
	if grown := int64(measureHeap()) - int64(before); grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	runtime.KeepAlive(b)
}

func measureHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestReadErrorIsReported(t *testing.T) {
	in := io.MultiReader(strings.NewReader(accountLine("X-1")+"\n"), brokenReader{})
	b := newBook("-", in)
	none := func(int) bool { return false }
	if _, err := b.nextLine(none); err != nil {
		t.Fatal(err)
	}
	if _, err := b.nextLine(none); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}

var errDisk = errors.New("disk")

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errDisk }

func TestLineSet(t *testing.T) {
	var s lineSet
	for _, n := range []int{5, 3, 4, 1, 9, 7, 8, 10} {
		if !s.addLine(n) || s.addLine(n) {
			t.Errorf("adding %d twice", n)
		}
	}
	if got := fmt.Sprint(s); got != "[{1 1} {3 5} {7 10}]" {
		t.Errorf("spans %s", got)
	}
	for n, want := range map[int]bool{0: false, 1: true, 2: false, 3: true, 6: false, 10: true, 11: false} {
		if s.hasLine(n) != want {
			t.Errorf("has %d: %t", n, !want)
		}
	}
}

func TestResumeLogLoadsIntoLittleMemory(t *testing.T) {
	j := &resumeLog{counts: newCounts()}
	before := measureHeap()
	for n := 1; n <= 200_000; n++ {
		if n != 77 && !j.readRecord(fmt.Sprintf("%d staged imported -", n)) {
			t.Fatalf("record %d is none", n)
		}
	}
	if grown := int64(measureHeap()) - int64(before); grown > 1<<20 || len(j.finished) != 2 || j.counts.finished != 199_999 {
		t.Errorf("the heap grew by %d bytes, %d spans, %d finished", grown, len(j.finished), j.counts.finished)
	}
	runtime.KeepAlive(j)
}
