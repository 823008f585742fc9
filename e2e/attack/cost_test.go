package attack

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// processor returns the processor time that the program has used. It is what Linux
// keeps, in steps of 10 ms. Another process on the machine does not change it.
func (s *service) processor(t testing.TB) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Process.Pid))
	if err != nil {
		t.Skipf("the processor time of a process cannot be read here: %v", err)
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name of the program may have spaces
	var ticks int
	for _, field := range strings.Fields(rest)[11:13] { // in user mode, and in the kernel
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// processorOf returns the processor time that the program uses for each of n calls of do.
func (s *service) processorOf(t testing.TB, n int, do func()) time.Duration {
	t.Helper()
	before := s.processor(t)
	for range n {
		do()
	}
	return (s.processor(t) - before) / time.Duration(n)
}

// resident returns the memory that the program holds, in bytes: VmRSS at this moment, or
// VmHWM, the most since resetPeak.
func (s *service) resident(t testing.TB, field string) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		t.Skipf("the memory of a process cannot be read here: %v", err)
	}
	_, rest, _ := strings.Cut(string(text), field+":")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}

// resetPeak has VmHWM begin anew. Where the system does not allow that, VmHWM is the most
// since the start, and a test is stricter.
func (s *service) resetPeak() {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.process.Process.Pid), []byte("5"), 0)
}

// stored returns the size of all files of the data folder.
func (s *service) stored(t testing.TB) (bytes int64) {
	t.Helper()
	err := filepath.WalkDir(s.dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return nil // a file may have gone meanwhile
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}
