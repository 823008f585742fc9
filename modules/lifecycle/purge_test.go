package lifecycle_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/lifecycle"
)

const day = 24 * time.Hour

// purge does what is due so many days from now, and says how many payloads are gone.
func (s *service) purge(after time.Duration) int {
	s.Helper()
	if err := lifecycle.Purge(context.Background(), s.Runtime, time.Now().Add(after)); err != nil {
		s.Fatal(err)
	}
	return s.Count("stagings", "payload = '' AND purged_at <> '' AND length(sha256) = 64")
}

func (s *service) change(fields map[string]any) {
	s.Helper()
	s.Change("suppliers", "code", "ACME", fields)
}

func TestPayloadsArePurged(t *testing.T) {
	s := serve(t)
	s.importAll()
	all := s.Count("stagings", "")
	imported := []string{"stagings", "suppliers", "settings_revision", "audit_log"}
	before := s.dump(imported...)
	for _, step := range []struct {
		why    string
		change map[string]any
		after  time.Duration
		gone   int
	}{
		{"Ongoing", map[string]any{"purge_payloads_after_days": 30}, 100 * day, 0},
		{"Paused", map[string]any{"status": "Paused"}, 100 * day, 0},
		{"not yet", map[string]any{"status": "Complete"}, 30*day - time.Minute, 0},
		{"back again", map[string]any{"status": "Ongoing"}, 100 * day, 0},
		{"never", map[string]any{"status": "Complete", "purge_payloads_after_days": 0}, 100 * day, 0},
		{"due", map[string]any{"purge_payloads_after_days": 30}, 30*day + time.Minute, all},
		{"done", nil, 100 * day, all},
	} {
		if step.change != nil {
			s.change(step.change)
		}
		if got := s.purge(step.after); got != step.gone {
			t.Errorf("%s: %d gone, want %d", step.why, got, step.gone)
		}
	}
	s.same("purged", before, s.dump(imported...))
	if s.Count("suppliers", "payloads_purged_at <> ''") != 1 || s.Count("audit_log", "action = 'purge' AND actor_role = 'service' AND label = 'ACME' AND after ->> 'payloads' = ?", all) != 1 {
		t.Error("nobody kept that it happened")
	}
}

// Many accounts take several jobs, each account's former payloads go too, and another
// supplier's stay.
func TestPurgeTakesItsTime(t *testing.T) {
	s := serve(t)
	s.Supplier("OTHER", map[string]any{"purge_payloads_after_days": 1})
	suppliers := map[string]string{}
	for _, code := range []string{"ACME", "OTHER"} {
		suppliers[code] = s.text(`SELECT id FROM suppliers WHERE code = ?`, code)
		for i := range 2*lifecycle.PurgeAtOnce + 1 {
			process := database.NewID()
			s.Exec(fmt.Sprintf(`INSERT INTO import_processes (id, supplier, external_account_number, state) VALUES ('%s', '%s', 'é%d', 'staged')`, process, suppliers[code], i))
			for range 2 {
				s.Exec(fmt.Sprintf(`INSERT INTO stagings (id, process, sha256, payload) VALUES ('%s', '%s', printf('%%064d', 1), '{}')`, database.NewID(), process))
			}
		}
	}
	s.change(map[string]any{"status": "Complete", "purge_payloads_after_days": 1})
	if got, want := s.purge(2*day), 2*(2*lifecycle.PurgeAtOnce+1); got != want {
		t.Errorf("%d gone, want %d", got, want)
	}
	if s.Count("audit_log", "action = 'purge' AND after ->> 'payloads' = ?", s.purge(2*day)) != 1 {
		t.Error("the log says another number")
	}
}

func TestWhenASupplierBecameComplete(t *testing.T) {
	s := serve(t)
	at := func() string { return s.text(`SELECT completed_at FROM suppliers WHERE code = 'ACME'`) }
	if at() != "" {
		t.Error("Ongoing")
	}
	s.change(map[string]any{"status": "Complete", "completed_at": "2001-01-01 00:00:00.000Z"})
	first := at()
	if time.Since(database.ParseTime(first)) > time.Minute {
		t.Errorf("%q", first)
	}
	s.change(map[string]any{"completed_at": "2001-01-01 00:00:00.000Z", "payloads_purged_at": "x", "name": "Ünion"})
	if at() != first || s.text(`SELECT payloads_purged_at FROM suppliers WHERE code = 'ACME'`) != "" {
		t.Errorf("set by hand: %q", at())
	}
	s.change(map[string]any{"status": "Paused"})
	if at() != "" {
		t.Errorf("Paused: %q", at())
	}
	for days, valid := range map[any]bool{-1: false, 0: true, 1: true, 36500: true, 36501: false, 1.5: false} {
		record, err := s.App.FindFirstRecordByData("suppliers", "code", "ACME")
		if err != nil {
			t.Fatal(err)
		}
		record.Set("purge_payloads_after_days", days)
		if err := s.App.Validate(record); (err == nil) != valid {
			t.Errorf("%v days: %v", days, err)
		}
	}
}

// What was purged can be staged and processed again, and an account that is taken back
// says that it has to be.
func TestAPurgedPayloadCanComeAgain(t *testing.T) {
	s := serve(t)
	s.stageAll()
	s.process(s.number()).Expect(http.StatusCreated)
	s.change(map[string]any{"status": "Complete", "purge_payloads_after_days": 1})
	s.purge(2 * day)
	s.change(map[string]any{"status": "Ongoing"})
	staged := s.book[1]
	s.process(staged.ExternalAccountNumber).Refused(http.StatusBadRequest, "import_process_does_not_exist", "import_process_does_not_exist external_account_number")
	s.Post(s.token, stagePath, string(staged.JSON)).Expect(http.StatusOK)
	s.process(staged.ExternalAccountNumber).Expect(http.StatusCreated)
	var answer lifecycle.TakenBack
	s.takeBack(s.number(), because).Expect(http.StatusOK).Decode(&answer)
	if !answer.StageAgain {
		t.Errorf("%+v", answer)
	}
	s.counters()
}
