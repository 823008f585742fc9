package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dataimport/e2e/binary"
)

// A second service on a data folder ends at once and names the first one, which goes on. The
// folder is free as soon as the first one has ended, even without saying goodbye.
func TestAFolderHasOneService(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	s.start()
	began := time.Now()
	_, complaint, err := s.command("serve", "--http", binary.Address())
	if names := fmt.Sprintf("by the process %d on ", s.process.Process.Pid); err == nil || !strings.Contains(complaint, names) || !strings.Contains(complaint, " at "+s.address) {
		t.Errorf("a second service: %v, %s", err, complaint)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the refusal took %s", took)
	}
	if s.token(key) == "" {
		t.Error("the first service answers no more")
	}
	s.must("team", "create", "Billing") // a command works beside it
	s.kill()
	s.start()
	if s.token(key) == "" {
		t.Error("after a crash the folder is not served")
	}
}
