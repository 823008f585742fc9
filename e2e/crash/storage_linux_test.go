package crash

import (
	"encoding/binary"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"
)

// disk is a file system of its own, in an image on a small tmpfs. It can fail as a real
// one does, and no other file system fails with it.
type disk struct {
	testing.TB
	under, at string // the folders of the image and of its files
}

// newDisk returns an ext4 file system that becomes read-only after an error, as on most
// servers.
func newDisk(t testing.TB) *disk {
	t.Helper()
	d := &disk{TB: t, under: smallDisk(t, "128m"), at: t.TempDir()}
	d.run("truncate", "-s", "96M", d.image())
	d.run("mkfs.ext4", "-q", "-F", d.image())
	t.Cleanup(func() { _ = syscall.Unmount(d.at, syscall.MNT_DETACH) })
	d.mount()
	return d
}

func (d *disk) image() string { return filepath.Join(d.under, "image") }

func (d *disk) run(command string, args ...string) {
	d.Helper()
	if output, err := exec.Command(command, args...).CombinedOutput(); err != nil {
		d.Skipf("NOT TESTED: %s does not work here: %v %s", command, err, output)
	}
}

// mounting serialises mounts: two that look for a free loop device at once may both take
// the same one.
var mounting sync.Mutex

func (d *disk) mount() {
	d.Helper()
	mounting.Lock()
	defer mounting.Unlock()
	d.run("mount", "-o", "loop,errors=remount-ro", d.image(), d.at)
}

// again mounts the disk anew, as after a repair. Data that was only in memory is lost.
func (d *disk) again() {
	d.Helper()
	if err := syscall.Unmount(d.at, 0); err != nil {
		d.Fatal(err)
	}
	d.mount()
}

// device returns the name of the loop device in /sys.
func (d *disk) device() string {
	d.Helper()
	output, err := exec.Command("findmnt", "-n", "-o", "SOURCE", d.at).Output()
	if err != nil {
		d.Fatal(err)
	}
	return filepath.Base(strings.TrimSpace(string(output)))
}

// turnReadOnly makes the file system detect an error, so that it becomes read-only.
func (d *disk) turnReadOnly() {
	d.Helper()
	if err := os.WriteFile("/sys/fs/ext4/"+d.device()+"/trigger_fs_error", []byte("1"), 0); err != nil {
		d.Fatal(err)
	}
}

// pullOut loses all data that is not on the disk, at once.
func (d *disk) pullOut() {
	d.Helper()
	const shutdown, withoutLog = 0x8004587d, 2 // EXT4_IOC_SHUTDOWN, EXT4_GOING_FLAGS_NOLOGFLUSH
	dir, err := os.Open(d.at)
	if err != nil {
		d.Fatal(err)
	}
	defer dir.Close()
	how := uint32(withoutLog)
	if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, dir.Fd(), shutdown, uintptr(unsafe.Pointer(&how))); failed != 0 {
		d.Fatal(failed)
	}
}

// refuseFlushes fills the disk under the image. Writes still go into memory, and fail on
// their way to the disk.
func (d *disk) refuseFlushes() {
	d.Helper()
	fill(d, filepath.Join(d.under, "filler"))
}

func (d *disk) takeFlushes() {
	d.Helper()
	if err := os.Remove(filepath.Join(d.under, "filler")); err != nil {
		d.Fatal(err)
	}
}

// immutable forbids or allows changes of the data folder's files. It also affects
// processes that have the files open.
func (d *disk) immutable(sign string, files ...string) {
	d.Helper()
	for _, file := range files {
		d.run("chattr", sign+"i", filepath.Join(d.at, "data", file))
	}
}

// grown waits until the database's log is overwritten from its beginning, which is its
// usual state. While the log grows, the system itself may report success for a flush that
// meets the end of an ext4, and this cannot be detected.
func (s *service) grown() {
	s.Helper()
	eventually(s, "the log begins anew", func() bool {
		header := make([]byte, 16)
		log, err := os.Open(filepath.Join(s.dir, "data.db-wal"))
		if err != nil {
			return false
		}
		defer log.Close()
		_, err = io.ReadFull(log, header)
		return err == nil && binary.BigEndian.Uint32(header[12:]) > 0 // how often the log has begun anew
	})
}

// ready returns the service's answer about its readiness.
func (s *service) ready() answer {
	s.Helper()
	a, err := (&client{http: http.DefaultClient, url: s.url}).get("/readyz")
	if err != nil {
		s.Fatal(err)
	}
	return a
}

// ails reports whether the service says that it is not ready, and why. The answer may be
// a second old.
func (s *service) ails(why string) bool {
	s.Helper()
	a := s.ready()
	return a.status == http.StatusServiceUnavailable && strings.Contains(a.body, why)
}

// However the storage fails, no write is acknowledged afterwards, and all requests get an
// error that says so. When the disk works again and the service is restarted, all
// acknowledged data is there.
func TestADiskThatFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		fail, repair func(*disk)
		gone         bool // so that reading fails, too
	}{
		{name: "the file system turns read-only", fail: (*disk).turnReadOnly},
		{name: "the file system is gone", fail: (*disk).pullOut, gone: true},
		{name: "flushes fail", fail: (*disk).refuseFlushes, repair: (*disk).takeFlushes},
		{
			name:   "the files turn read-only",
			fail:   func(d *disk) { d.immutable("+", "data.db", "data.db-wal") },
			repair: func(d *disk) { d.immutable("-", "data.db", "data.db-wal") },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newDisk(t)
			_, chosen := dice(t)
			s := newService(t, filepath.Join(d.at, "data"), 2, "--min-disk", "0")
			d.run("sync", "-f", d.at) // the folder was copied, and the program writes its identity once
			l := newLoad(s, chosen, 8)
			s.start()
			l.connect()
			stop := working(l)
			defer func() { stop() }()
			l.moves(t, 20)
			if a := s.ready(); a.status != http.StatusOK {
				t.Errorf("before: %d %s", a.status, a.body)
			}
			s.grown()
			c.fail(d)
			eventually(t, "requests are refused", func() bool { return l.record.waited("storage_unavailable") > 20 })
			done, refused := l.record.total(), l.record.waited("storage_unavailable")
			eventually(t, "requests are still refused", func() bool { return l.record.waited("storage_unavailable") > refused+50 })
			if l.record.total() != done {
				t.Error("requests are acknowledged after the storage has failed")
			}
			eventually(t, "the service says why", func() bool { return s.ails("nothing can be written") })
			a, err := l.workers[0].client.get(statusPath + "nobody/")
			if err != nil || a.status != http.StatusNotFound && !(c.gone && a.later(t) && a.code() == "storage_unavailable") {
				t.Errorf("a question: %d %s %v", a.status, a.body, err)
			}
			s.kill()
			stop()
			stop = func() {}
			if c.repair != nil {
				c.repair(d)
			}
			d.again()
			s.start()
			db := open(t, s.dir)
			consistent(t, db)
			l.record.isIn(t, read(t, db))
			l.connect()
			l.finish()
			consistent(t, db)
			l.record.isIn(t, read(t, db))
			t.Logf("%d requests acknowledged, %d refused", l.record.total(), l.record.waited("storage_unavailable"))
		})
	}
}

// A data file that accepts no writes fails no request, because the log beside it accepts
// them. The log would grow without limit, so the service says that it is not ready.
func TestADataFileThatTakesNothing(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	_, chosen := dice(t)
	s := newService(t, filepath.Join(d.at, "data"), 2, "--min-disk", "0")
	l := newLoad(s, chosen, 4)
	s.start()
	l.connect()
	stop := working(l)
	l.moves(t, 20)
	d.immutable("+", "data.db")
	eventually(t, "it says so", func() bool {
		a := s.ready()
		return a.status == http.StatusServiceUnavailable && strings.Contains(a.body, "data file takes nothing")
	})
	l.moves(t, 20)
	before := l.record.snapshot()
	s.kill()
	stop()
	d.immutable("-", "data.db")
	s.start()
	db := open(t, s.dir)
	before.isIn(t, read(t, db))
	l.connect()
	l.finish()
	if a := s.ready(); a.status != http.StatusOK {
		t.Errorf("afterwards: %d %s", a.status, a.body)
	}
	consistent(t, db)
	l.record.isIn(t, read(t, db))
}
