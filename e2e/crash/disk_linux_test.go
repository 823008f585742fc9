package crash

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"
)

// smallDisk is a folder on a file system of its own.
func smallDisk(t testing.TB, size string) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("NOT TESTED: only root can mount a small disk")
	}
	dir := t.TempDir()
	if output, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: a small disk cannot be mounted here: %v %s", err, output)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fill uses up the space of the disk.
func fill(t testing.TB, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 4096)
	for {
		if _, err := f.Write(block); errors.Is(err, syscall.ENOSPC) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// With a full disk the service refuses requests that need space and answers requests that
// only read. When there is space again, it resumes by itself.
func TestAFullDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, "48m")
	_, chosen := dice(t)
	s := newService(t, filepath.Join(disk, "data"), 2)
	l := newLoad(s, chosen, 8)
	s.start()
	l.connect()
	stop := working(l)
	l.moves(t, 20)
	for range 2 {
		fill(t, filepath.Join(disk, "filler"))
		refused := l.record.waited("storage_unavailable")
		eventually(t, "requests are refused", func() bool { return l.record.waited("storage_unavailable") > refused+20 })
		if a, err := l.workers[0].client.get(statusPath + "nobody/"); err != nil || a.status != http.StatusNotFound {
			t.Errorf("a question: %d %s %v", a.status, a.body, err)
		}
		if err := os.Remove(filepath.Join(disk, "filler")); err != nil {
			t.Fatal(err)
		}
		l.moves(t, 20)
	}
	stop()
	l.finish()
	s.kill()
	db := open(t, s.dir)
	consistent(t, db)
	l.record.isIn(t, read(t, db))
}

// limitFiles sets the maximum size of the files of a process.
func limitFiles(t testing.TB, pid int, bytes uint64) {
	t.Helper()
	limit := syscall.Rlimit{Cur: bytes, Max: ^uint64(0)}
	_, _, failed := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), syscall.RLIMIT_FSIZE, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
	if failed != 0 {
		t.Fatal(failed)
	}
}

// After a failed write the service stores nothing more until it is restarted, even if the
// disk works again. After the restart all acknowledged data is there.
func TestAStorageThatFails(t *testing.T) {
	t.Parallel()
	_, chosen := dice(t)
	s := newService(t, filepath.Join(t.TempDir(), "data"), 2)
	s.hire()
	l := newLoad(s, chosen, 8)
	s.start()
	l.connect()
	operator := s.operator()
	stop := working(l)
	defer func() { stop() }()
	l.moves(t, 20)
	limitFiles(t, s.process.Process.Pid, 0)
	eventually(t, "requests are refused at first", func() bool { return l.record.waited("storage_unavailable") > 20 })
	limitFiles(t, s.process.Process.Pid, ^uint64(0))
	done, refused := l.record.total(), l.record.waited("storage_unavailable")
	eventually(t, "requests are still refused", func() bool { return l.record.waited("storage_unavailable") > refused+50 })
	if l.record.total() != done {
		t.Error("requests are acknowledged after the storage has failed")
	}
	if a, err := operator.post("/api/collections/suppliers/records", `{"code":"LATE"}`); err != nil || a.status != http.StatusServiceUnavailable {
		t.Errorf("a save in the dashboard: %d %s %v", a.status, a.body, err)
	}
	if a, err := l.workers[0].client.get(statusPath + "nobody/"); err != nil || a.status != http.StatusNotFound {
		t.Errorf("a question: %d %s %v", a.status, a.body, err)
	}
	s.kill()
	stop()
	stop = func() {}
	s.start()
	db := open(t, s.dir)
	consistent(t, db)
	l.record.isIn(t, read(t, db))
	l.connect()
	l.finish()
	consistent(t, db)
	l.record.isIn(t, read(t, db))
}
