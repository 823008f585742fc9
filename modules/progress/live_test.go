package progress_test

import (
	"bufio"
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/http/session"
)

// openStream opens a stream and returns its lines, for a minute at most.
func (r *testService) openStream(role, address string) (*http.Response, *bufio.Scanner) {
	r.Helper()
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
	r.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL+address, nil)
	if err != nil {
		r.Fatal(err)
	}
	request.Header.Set("Role", role)
	request.Header.Set("Accept", "text/event-stream")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { _ = answer.Body.Close() })
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		r.Fatalf("%d %s", answer.StatusCode, answer.Header)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return answer, lines
}

// readUntil reads lines until one has a text.
func readUntil(t *testing.T, lines *bufio.Scanner, text string) {
	t.Helper()
	for lines.Scan() {
		if strings.Contains(lines.Text(), text) {
			return
		}
	}
	t.Fatalf("the stream ended without %q: %v", text, lines.Err())
}

var liveMark = regexp.MustCompile(`data-live="([^"]*)" data-version="([^"]*)"`)

func TestPagesFollowTheImport(t *testing.T) {
	r := newTestService(t)
	r.stageAccount("EXT/1", customer).Expect(http.StatusCreated)
	for _, page := range []struct{ address, role, says string }{
		{"/imports/", session.Viewer, ">1</a></dd>"},
		{"/imports/ACME/", session.Support, "EXT/2"},
		{"/imports/ACME/EXT%2F1/", session.Viewer, "Skipped"},
	} {
		mark := liveMark.FindStringSubmatch(string(r.getPage(page.role, page.address).Expect(http.StatusOK).Body))
		if mark == nil || mark[2] == "" {
			t.Fatalf("%s does not follow", page.address)
		}
		_, lines := r.openStream(page.role, mark[1]+"?seen="+mark[2])
		readUntil(t, lines, "retry:")
		switch page.address {
		case "/imports/":
			r.Exec(`UPDATE progress SET n = 0 WHERE name = 'staged'`)
			r.Exec(`INSERT INTO progress (id, supplier, name, n, updated) VALUES ('i', {:p0}, 'imported', 1, '2024-01-01 00:00:00.000Z')`, r.readSupplierID("ACME"))
		case "/imports/ACME/":
			r.stageAccount("EXT/2", customer).Expect(http.StatusCreated)
		default:
			r.Exec(`UPDATE import_processes SET state = 'skipped', updated = 'x' WHERE external_account_number = 'EXT/1'`)
		}
		readUntil(t, lines, page.says)
	}
}

// The version that a page shows already is not sent. Another version is sent at once.
func TestAShownVersionIsNotSentAgain(t *testing.T) {
	r := newTestService(t)
	r.importAccount("1", customer)
	_, lines := r.openStream(session.Support, "/imports/ACME/1/live?seen=old")
	readUntil(t, lines, "id: ")
	_, id, _ := strings.Cut(lines.Text(), "id: ")
	readUntil(t, lines, "Account created")
	if mark := liveMark.FindStringSubmatch(r.getText("/imports/ACME/1/")); mark[2] != id {
		t.Errorf("the page is %s, the stream %s", mark[2], id)
	}
	_, again := r.openStream(session.Support, "/imports/ACME/1/live?seen="+id)
	r.processAccount("1").Expect(http.StatusBadRequest) // is recorded
	readUntil(t, again, "id: ")
	if strings.Contains(again.Text(), id) {
		t.Error("what was seen was sent again")
	}
}

func TestStreamsEndWithTheSession(t *testing.T) {
	r := newTestService(t)
	_, lines := r.openStream(session.Support, "/imports/ACME/~live")
	readUntil(t, lines, "retry:")
	r.signOut()
	for lines.Scan() {
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
}

func TestStreamsEndWithTheService(t *testing.T) {
	r := newTestService(t)
	_, lines := r.openStream(session.Support, "/imports/~live")
	readUntil(t, lines, "retry:")
	event := &core.TerminateEvent{App: r.App}
	if err := r.App.OnTerminate().Trigger(event, func(e *core.TerminateEvent) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
}
