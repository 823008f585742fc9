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

// purgePayloads purges what is due after a duration from now. It returns how many payloads were
// removed.
func (s *service) purgePayloads(after time.Duration) int {
	s.Helper()
	if err := lifecycle.Purge(context.Background(), s.Runtime, time.Now().Add(after)); err != nil {
		s.Fatal(err)
	}
	return s.Count("stagings", "payload = '' AND purged_at <> '' AND length(sha256) = 64")
}

func (s *service) changeSupplier(fields map[string]any) {
	s.Helper()
	s.Change("suppliers", "code", "ACME", fields)
}

func TestPayloadsArePurged(t *testing.T) {
	s := newService(t)
	s.importBook()
	all := s.Count("stagings", "")
	imported := []string{"stagings", "suppliers", "settings_revision", "audit_log"}
	before := s.dumpDatabase(imported...)
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
			s.changeSupplier(step.change)
		}
		if got := s.purgePayloads(step.after); got != step.gone {
			t.Errorf("%s: %d gone, want %d", step.why, got, step.gone)
		}
	}
	s.expectSame("purged", before, s.dumpDatabase(imported...))
	if s.Count("suppliers", "payloads_purged_at <> ''") != 1 || s.Count("audit_log", "action = 'purge' AND actor_role = 'service' AND label = 'ACME' AND after ->> 'payloads' = ?", all) != 1 {
		t.Error("no row records that it happened")
	}
}

// Many accounts take several jobs. Each account's former payloads are removed too. Another
// supplier's payloads stay.
func TestPurgeTakesItsTime(t *testing.T) {
	s := newService(t)
	s.Supplier("OTHER", map[string]any{"purge_payloads_after_days": 1})
	suppliers := map[string]string{}
	for _, code := range []string{"ACME", "OTHER"} {
		suppliers[code] = s.queryText(`SELECT id FROM suppliers WHERE code = ?`, code)
		for i := range 2*lifecycle.PurgeBatch + 1 {
			process := database.NewID()
			s.Exec(fmt.Sprintf(`INSERT INTO import_processes (id, supplier, external_account_number, state) VALUES ('%s', '%s', 'é%d', 'staged')`, process, suppliers[code], i))
			for range 2 {
				s.Exec(fmt.Sprintf(`INSERT INTO stagings (id, process, sha256, payload) VALUES ('%s', '%s', printf('%%064d', 1), '{}')`, database.NewID(), process))
			}
		}
	}
	s.changeSupplier(map[string]any{"status": "Complete", "purge_payloads_after_days": 1})
	if got, want := s.purgePayloads(2*day), 2*(2*lifecycle.PurgeBatch+1); got != want {
		t.Errorf("%d gone, want %d", got, want)
	}
	if s.Count("audit_log", "action = 'purge' AND after ->> 'payloads' = ?", s.purgePayloads(2*day)) != 1 {
		t.Error("the log says another number")
	}
}

func TestWhenASupplierBecameComplete(t *testing.T) {
	s := newService(t)
	at := func() string { return s.queryText(`SELECT completed_at FROM suppliers WHERE code = 'ACME'`) }
	if at() != "" {
		t.Error("Ongoing")
	}
	s.changeSupplier(map[string]any{"status": "Complete", "completed_at": "2001-01-01 00:00:00.000Z"})
	first := at()
	if time.Since(database.ParseTime(first)) > time.Minute {
		t.Errorf("%q", first)
	}
	s.changeSupplier(map[string]any{"completed_at": "2001-01-01 00:00:00.000Z", "payloads_purged_at": "x", "name": "Ünion"})
	if at() != first || s.queryText(`SELECT payloads_purged_at FROM suppliers WHERE code = 'ACME'`) != "" {
		t.Errorf("set by hand: %q", at())
	}
	s.changeSupplier(map[string]any{"status": "Paused"})
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

// A purged account can be staged and processed again. An account that is taken back says that it
// has to be staged again.
func TestAPurgedPayloadCanComeAgain(t *testing.T) {
	s := newService(t)
	s.stageBook()
	s.processAccount(s.firstNumber()).Expect(http.StatusCreated)
	s.changeSupplier(map[string]any{"status": "Complete", "purge_payloads_after_days": 1})
	s.purgePayloads(2 * day)
	s.changeSupplier(map[string]any{"status": "Ongoing"})
	staged := s.book[1]
	s.processAccount(staged.ExternalAccountNumber).Refused(http.StatusBadRequest, "import_process_does_not_exist", "import_process_does_not_exist external_account_number")
	s.Post(s.token, stagePath, string(staged.JSON)).Expect(http.StatusOK)
	s.processAccount(staged.ExternalAccountNumber).Expect(http.StatusCreated)
	var answer lifecycle.TakenBack
	s.takeAccountBack(s.firstNumber(), because).Expect(http.StatusOK).Decode(&answer)
	if !answer.StageAgain {
		t.Errorf("%+v", answer)
	}
	s.expectCounters()
}
