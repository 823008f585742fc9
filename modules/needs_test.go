package modules_test

import (
	"errors"
	"html"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
)

// home returns the first page of the pages, as the caller with a cookie sees it.
func home(s *served, cookie string) string {
	s.Helper()
	answer := s.send(caller{cookie: cookie}, http.MethodGet, "/imports/", "")
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		s.Fatal(answer.Status, err)
	}
	return html.UnescapeString(string(body))
}

// goWrong gives ACME deliveries that were given up, a silent run and refusals, and pauses BOLT.
func goWrong(s *served) {
	s.Helper()
	acme, bolt := s.Supplier("ACME", nil), s.Supplier("BOLT", map[string]any{"status": "Paused"})
	endpoint := s.Record("event_endpoints", map[string]any{"name": "CRM “Zürich”", "supplier": acme.Id, "url": "https://events.example.com/"})
	earlier := database.Time(time.Now().Add(-time.Hour))
	delivery := func(id, kind, receiver, state string) {
		s.Exec(`INSERT INTO outbox (id, created, updated, supplier, state, kind, event, receiver) VALUES ({:p0}, {:p1}, {:p2}, {:p3}, {:p4}, {:p5}, 'account.imported', {:p6})`,
			id, earlier, earlier, acme.Id, state, kind, receiver)
	}
	delivery("dead1", "event", endpoint.Id, "dead")
	delivery("dead2", "event", endpoint.Id, "dead")
	delivery("dead3", "email", acme.Id, "dead")
	delivery("sent1", "event", endpoint.Id, "delivered")
	run := func(id, mode, state, holder, seen string) {
		s.Exec(`INSERT INTO runs (id, created, updated, supplier, name, mode, if_imported, state, holder, seen_at, opened_at) VALUES ({:p0}, {:p1}, {:p1}, {:p2}, {:p0}, {:p3}, 'add', {:p4}, {:p5}, {:p6}, {:p1})`,
			id, earlier, acme.Id, mode, state, holder, seen)
	}
	run("silent", "import", "open", "h", earlier)
	run("stopped", "import", "open", "", earlier)
	run("lively", "import", "open", "h", database.Time(time.Now()))
	run("ended", "import", "closed", "", earlier)
	run("checked", "dry_run", "open", "h", earlier)
	count := func(supplier, name string, n int) {
		s.Exec(`INSERT INTO progress (id, created, updated, supplier, name, n) VALUES ({:p0}, {:p1}, {:p2}, {:p3}, {:p4}, {:p5})`, database.NewID(), earlier, earlier, supplier, name, n)
	}
	count(acme.Id, "imported", 1_000_000)
	count(acme.Id, "staged", 150_000)
	count(acme.Id, "refused", 150_000)
	count(bolt.Id, "staged", 7)
	count(bolt.Id, "refused", 5)
}

var (
	ofACME = []string{
		"The run of silent for ACME is open, and its client has sent nothing.", "The run of stopped for ACME is open, and its client was stopped",
		"150,000 of 1,150,000 accounts of ACME (13 %) are refused.",
	}
	ofBOLT      = []string{"BOLT is paused, and takes nothing. 7 of its accounts are not imported."}
	ofOperators = []string{
		"2 events for CRM “Zürich” of ACME were given up.", "1 e-mail to a customer of ACME was given up.", "Recent changes", "created event endpoint CRM “Zürich”",
	}
	ofService = []string{"The last backup has failed."}
)

// Each reader sees the needs of the own suppliers. Operators see those of the service, too.
func TestWhatNeedsWhom(t *testing.T) {
	s := serveAll(t)
	operator, admin := openPages(s, "desk", "operator"), openPages(s, "chief", "admin")
	first := home(s, operator)
	for _, part := range []string{"Begin here", `href="/_/#/collections?collection=suppliers"`, "Nothing needs you."} {
		if !strings.Contains(first, part) {
			t.Errorf("an operator without suppliers does not read %q", part)
		}
	}
	goWrong(s)
	bolt, err := s.App.FindFirstRecordByData("suppliers", "code", "BOLT")
	if err != nil {
		t.Fatal(err)
	}
	failing := &hook.Handler[*core.BackupEvent]{Id: "full", Func: func(*core.BackupEvent) error { return errors.New("the disk is full") }}
	s.App.OnBackupCreate().Bind(failing)
	if err := s.App.CreateBackup(t.Context(), "failing.zip"); err == nil {
		t.Fatal("the backup did not fail")
	}
	time.Sleep(settingsdb.MaxLag)
	all := [][]string{ofACME, ofBOLT, ofOperators, ofService}
	for name, c := range map[string]struct {
		cookie string
		sees   []int // of all
	}{
		"an operator":     {operator, []int{0, 1, 2, 3}},
		"an admin":        {admin, []int{0, 1, 2, 3}},
		"support":         {signIn(s, "support", "support"), []int{0, 1}},
		"support of BOLT": {signIn(s, "bolt", "support", bolt.Id), []int{1}},
		"a viewer":        {signIn(s, "viewer", "viewer"), []int{0, 1}},
	} {
		body := home(s, c.cookie)
		seen := make([]bool, len(all))
		for _, i := range c.sees {
			seen[i] = true
		}
		for i, parts := range all {
			for _, part := range parts {
				if strings.Contains(body, part) != seen[i] {
					t.Errorf("%s reads %q: %t", name, part, !seen[i])
				}
			}
		}
		for _, part := range []string{"run of lively", "run of ended", "run of checked", "Begin here"} {
			if strings.Contains(body, part) {
				t.Errorf("%s reads %q", name, part)
			}
		}
	}

	s.App.OnBackupCreate().Unbind(failing.Id)
	if err := s.App.CreateBackup(t.Context(), "good.zip"); err != nil {
		t.Fatal(err)
	}
	s.Exec(`UPDATE outbox SET state = 'waiting' WHERE state = 'dead'`)
	s.Exec(`UPDATE runs SET seen_at = {:p0}`, database.Time(time.Now()))
	s.Exec(`UPDATE progress SET n = 0 WHERE name IN ('refused', 'staged')`)
	if body := home(s, operator); !strings.Contains(body, "Nothing needs you.") {
		t.Errorf("what was mended still needs: %s", body)
	}
}
