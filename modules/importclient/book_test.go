package importclient

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// endless is a book of n small lines that is nowhere in memory.
type endless struct {
	left int
	rest []byte
}

func (e *endless) Read(p []byte) (int, error) {
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
	b := newBook("-", &endless{left: lines})
	before := heap()
	for i := 1; ; i++ {
		l, err := b.next(func(n int) bool { return n%10 == 0 })
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || l.number%10 == 0 {
			t.Fatalf("line %d: %v", l.number, err)
		}
	}
	if b.number != lines+1 || b.begun.Load() != 0 || b.offset.Load() != lines*int64(len(accountLine("X"))+1) {
		t.Errorf("read to line %d, byte %d", b.number, b.offset.Load())
	}
	if grown := int64(heap()) - int64(before); grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	runtime.KeepAlive(b)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestReadErrorIsTold(t *testing.T) {
	in := io.MultiReader(strings.NewReader(accountLine("X-1")+"\n"), broken{})
	b := newBook("-", in)
	none := func(int) bool { return false }
	if _, err := b.next(none); err != nil {
		t.Fatal(err)
	}
	if _, err := b.next(none); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}

var errDisk = errors.New("disk")

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errDisk }

func TestSpans(t *testing.T) {
	var s spans
	for _, n := range []int{5, 3, 4, 1, 9, 7, 8, 10} {
		if !s.add(n) || s.add(n) {
			t.Errorf("adding %d twice", n)
		}
	}
	if got := fmt.Sprint(s); got != "[{1 1} {3 5} {7 10}]" {
		t.Errorf("spans %s", got)
	}
	for n, want := range map[int]bool{0: false, 1: true, 2: false, 3: true, 6: false, 10: true, 11: false} {
		if s.has(n) != want {
			t.Errorf("has %d: %t", n, !want)
		}
	}
}

func TestJournalLoadsIntoLittleMemory(t *testing.T) {
	j := &journal{tally: newTally()}
	before := heap()
	for n := 1; n <= 200_000; n++ {
		if n != 77 && !j.read(fmt.Sprintf("%d staged imported -", n)) {
			t.Fatalf("record %d is none", n)
		}
	}
	if grown := int64(heap()) - int64(before); grown > 1<<20 || len(j.finished) != 2 || j.tally.finished != 199_999 {
		t.Errorf("the heap grew by %d bytes, %d spans, %d finished", grown, len(j.finished), j.tally.finished)
	}
	runtime.KeepAlive(j)
}
