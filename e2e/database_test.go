package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dataimport/modules/kit/store/database"
)

// query reads one row of integers from the service's database, beside the service.
func (s *service) query(query string, columns int) []int {
	s.Helper()
	db, err := database.Connect(filepath.Join(s.dir, "data.db"))
	if err != nil {
		s.Fatal(err)
	}
	defer db.Close()
	values := make([]int, columns)
	targets := make([]any, columns)
	for i := range values {
		targets[i] = &values[i]
	}
	if err := db.DB().QueryRow(query).Scan(targets...); err != nil {
		s.Fatal(err)
	}
	return values
}

// resident returns the service's memory in bytes, as the system counts it.
func (s *service) resident() int {
	s.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		s.Skipf("this system does not tell: %v", err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	line, _, _ := strings.Cut(rest, "kB")
	kilobytes, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		s.Fatal(err)
	}
	return kilobytes << 10
}

// A list of a million accounts uses no more memory than a short one.
func TestALongListCostsNoMemory(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("makes a million rows")
	}
	s := newService(t)
	key := s.setUp()
	db, err := database.Connect(filepath.Join(s.dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	const accounts = 1_000_000
	_, err = db.NewQuery(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ` + strconv.Itoa(accounts) + `)
		INSERT INTO import_processes (id, supplier, external_account_number, state, staged_at, service_account_number, account_created_at)
		SELECT printf('%015d', i), (SELECT id FROM suppliers), 'EXT-' || i, 'imported', '2026-01-01 00:00:00.000Z',
			printf('A-%08d', i), '2026-01-01 00:00:00.000Z' FROM n`).Execute()
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s.start()
	token := s.token(key)
	if n := s.count(token, "?limit=1000"); n != 1000 {
		t.Fatalf("%d accounts", n)
	}
	before := s.resident()
	if n := s.count(token, ""); n != accounts {
		t.Errorf("%d accounts", n)
	}
	// The list has more than 90 MB. Caches of the process may fill during the test.
	if grown := s.resident() - before; grown > 64<<20 {
		t.Errorf("the memory grew by %d MB", grown>>20)
	}
}
