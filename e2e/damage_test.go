package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A database that is damaged, empty, missing or another one is refused when the service starts. The
// message says what to do.
func TestADamagedDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	s, other := newService(t), newService(t)
	s.setUp()
	other.must("team", "create", "Migration")
	path := filepath.Join(s.dir, "data.db")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	another, err := os.ReadFile(filepath.Join(other.dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	middle := append([]byte(nil), whole...)
	copy(middle[len(middle)/8:], strings.Repeat("damage! ", 20_000))
	for name, c := range map[string]struct {
		content []byte
		says    string
	}{
		"empty":         {[]byte{}, "is empty, and it was not before"},
		"missing":       {nil, "is missing, and it was not before"},
		"half":          {whole[:len(whole)/2], "is damaged"},
		"no header":     {append(make([]byte, 100), whole[100:]...), "is damaged"},
		"in the middle": {middle, "is damaged"},
		"another":       {another, "is not the one that was here before"},
	} {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if c.content != nil {
			if err := os.WriteFile(path, c.content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, complaint, err := s.command("serve", "--http", s.address)
		if err == nil || !strings.Contains(complaint, c.says) || !strings.Contains(complaint, path) {
			t.Errorf("%s: %v %s", name, err, complaint)
		}
		for _, suffix := range []string{"-wal", "-shm"} {
			_ = os.Remove(path + suffix)
		}
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	s.start()
}

// A running service is not ready any more when its database is damaged.
func TestADamagedDatabaseIsNotReady(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(path string) error{
		"empty":   func(path string) error { return os.Truncate(path, 0) },
		"half":    func(path string) error { return os.Truncate(path, 300_000) },
		"removed": os.Remove,
		"no header": func(path string) error {
			file, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer file.Close()
			_, err = file.Write(make([]byte, 100))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t)
			s.setUp()
			s.start()
			eventually(t, "ready", func() bool { return readyStatus(t, s) == http.StatusOK })
			path := filepath.Join(s.dir, "data.db")
			if err := damage(path); err != nil {
				t.Fatal(err)
			}
			eventually(t, "not ready", func() bool {
				_ = damage(path) // again: a checkpoint may have written the page anew
				return readyStatus(t, s) == http.StatusServiceUnavailable
			})
		})
	}
}

func readyStatus(t *testing.T, s *service) int {
	t.Helper()
	time.Sleep(50 * time.Millisecond)
	a, err := http.Get(s.url + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	return a.StatusCode
}

// Other users of the machine read nothing of the data folder, also not of one that an earlier
// release made.
func TestTheDataFolderIsPrivate(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.must("team", "create", "Migration")
	s.expectModes(0o700, 0o600)
	for path, mode := range map[string]os.FileMode{"": 0o755, "data.db": 0o644, "auxiliary.db": 0o644} {
		if err := os.Chmod(filepath.Join(s.dir, path), mode); err != nil {
			t.Fatal(err)
		}
	}
	s.start()
	s.expectModes(0o750, 0o640)
}

// expectModes fails the test where the folder or a file in it has more permissions.
func (s *service) expectModes(folder, file os.FileMode) {
	s.Helper()
	err := filepath.Walk(s.dir, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		most := file
		if info.IsDir() {
			most = folder
		}
		if info.Mode().Perm()&^most != 0 {
			s.Errorf("%s has %s", path, info.Mode())
		}
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
}
