package outbox_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
)

// The events of an account are delivered in their order, signed, as CloudEvents.
func TestEventsOfAnAccount(t *testing.T) {
	o := newTestService(t)
	r := newReceiver(t)
	_, secret := o.registerEndpoint("All", r.URL+"/hook?of=acme")
	chosen := newReceiver(t)
	o.registerEndpoint("Notes alone", chosen.URL, "notes.imported")

	o.Post(o.token, stagePath, `{"import_supplier":"ACME","external_account_number":"1","customers":[]}`).Expect(http.StatusBadRequest)
	o.Runtime.AccountEvents.Flush()
	o.stageAccount("1")
	o.processAccount("1")
	o.Post(o.token, notesPath, `{"import_supplier":"ACME","external_account_number":"1","notes":[{"body":"x"},{"body":"y"}]}`).Expect(http.StatusCreated)
	o.Change("suppliers", "code", "ACME", map[string]any{"status": "Paused"})

	want := "account.refused 1\naccount.staged 1\naccount.imported 1\nnotes.imported 1\n"
	o.waitUntil("all events", func() bool { return len(r.listReceived()) >= 5 && o.countRows("state = 'waiting'") == 0 })
	if got := strings.Replace(r.summarizeEvents(), "supplier.status_changed \n", "", 1); got != want {
		t.Errorf("received\n%s", r.summarizeEvents())
	}
	if chosen.summarizeEvents() != "notes.imported 1\n" {
		t.Errorf("received\n%s", chosen.summarizeEvents())
	}
	ids := make(map[string]bool)
	for _, got := range r.listReceived() {
		e := got.event
		ids[e.ID] = true
		if !verifySignature(secret, got) || got.header.Get("Webhook-Id") != e.ID || e.SpecVersion != "1.0" || e.Source != "/v1/data-import/suppliers/ACME" ||
			e.Data["import_supplier"] != "ACME" || !strings.HasPrefix(got.header.Get("Content-Type"), "application/cloudevents+json") {
			t.Errorf("%+v", got)
		}
		if strings.Contains(string(got.body), "Zo") {
			t.Errorf("personal data in %s", got.body)
		}
		switch e.Type {
		case "account.refused":
			if fmt.Sprint(e.Data["fault_codes"], " ", e.Data["step"]) != "[required] stage" {
				t.Errorf("%v", e.Data)
			}
		case "account.imported":
			if !strings.HasPrefix(fmt.Sprint(e.Data["service_account_number"]), "A-") {
				t.Errorf("%v", e.Data)
			}
		case "notes.imported":
			if e.Data["items"] != 2.0 {
				t.Errorf("%v", e.Data)
			}
		case "supplier.status_changed":
			if e.Data["status"] != "Paused" || e.Data["former_status"] != "Ongoing" {
				t.Errorf("%v", e.Data)
			}
		}
	}
	if len(ids) != 5 {
		t.Errorf("%d ids", len(ids))
	}
}

func TestADryRunDeliversNothing(t *testing.T) {
	o := newTestService(t)
	r := newReceiver(t)
	o.registerEndpoint("All", r.URL, "account.imported", "account.refused")
	o.Change("suppliers", "code", "ACME", map[string]any{"send_migration_emails": true})
	o.stageAccount("1")
	for _, team := range []string{"Migration", "Nobody"} {
		o.Post(o.token, processPath, `{"import_supplier_code":"ACME","external_account_number":"1","dry_run":true,"operations_team_name":"`+team+`"}`).Expect(http.StatusBadRequest)
	}
	o.Runtime.AccountEvents.Flush()
	if n := o.countRows(""); n != 0 {
		t.Errorf("%d in the outbox", n)
	}
}

// A receiver that is down loses no event and keeps their order. It delays no other receiver.
func TestAReceiverThatIsDown(t *testing.T) {
	o := newTestService(t)
	down, up := newReceiver(t), newReceiver(t)
	down.answerWith(http.StatusServiceUnavailable)
	o.registerEndpoint("Down", down.URL)
	o.registerEndpoint("Up", up.URL)
	o.stageAccount("1")
	o.processAccount("1")
	o.stageAccount("2")
	o.waitUntil("the other one has all", func() bool { return len(up.listReceived()) == 3 })
	o.waitUntil("an attempt that is recorded", func() bool { return o.countRows("attempts > 0 AND last_status = 503 AND last_error <> ''") >= 2 })
	if strings.Contains(down.summarizeEvents(), "account.imported") {
		t.Error("an event overtook the one before it")
	}
	down.answerWith(http.StatusOK)
	before := len(down.listReceived())
	o.Exec(`UPDATE outbox SET next_attempt_at = '' WHERE state = 'waiting'`) // as if the time had passed
	o.waitUntil("all of it", func() bool { return o.countRows("state <> 'delivered'") == 0 })
	var late []string
	for _, got := range down.listReceived()[before:] {
		late = append(late, got.event.Type+got.event.Subject)
	}
	if got := strings.Join(late, " "); !strings.Contains(got, "account.staged1") || strings.Index(got, "account.staged1") > strings.Index(got, "account.imported1") {
		t.Errorf("then received %s", got)
	}
}

// A dead delivery stays visible, and is sent when an operator asks for it.
func TestDeadLetters(t *testing.T) {
	o := newTestService(t)
	r := newReceiver(t)
	r.answerWith(http.StatusFound) // redirects are not followed
	o.registerEndpoint("All", r.URL)
	o.stageAccount("1")
	o.Exec(`UPDATE outbox SET attempts = 12`)
	o.waitUntil("given up", func() bool { return o.countRows("state = 'dead' AND attempts = 13 AND last_status = 302") == 1 })
	o.stageAccount("2") // another account's events go on
	o.waitUntil("the next", func() bool { return o.countRows("external_account_number = '2' AND attempts = 1") == 1 })

	r.answerWith(http.StatusOK)
	dead, err := o.App.FindFirstRecordByData("outbox", "state", "dead")
	if err != nil {
		t.Fatal(err)
	}
	o.callAction("outbox/"+dead.Id+"/resend", "", http.StatusNoContent, nil)
	o.waitUntil("sent again", func() bool { return o.countRows("external_account_number = '1' AND state = 'delivered'") == 1 })
	o.callAction("outbox/"+dead.Id+"/resend", "", http.StatusNotFound, nil)
}

// Deliveries to a deleted endpoint are dropped and stay visible. Other deliveries stay as they are.
func TestAnEndpointThatIsDeleted(t *testing.T) {
	o := newTestService(t)
	gone, other := newReceiver(t), newReceiver(t)
	id, _ := o.registerEndpoint("Gone", gone.URL)
	o.registerEndpoint("Other", other.URL)
	o.stageAccount("1")
	o.waitUntil("delivered to both", func() bool { return o.countRows("state = 'delivered'") == 2 })
	for _, r := range []*receiver{gone, other} {
		r.answerWith(http.StatusServiceUnavailable)
	}
	o.stageAccount("2")
	o.stageAccount("3")
	o.waitUntil("attempts at both", func() bool { return o.countRows("attempts > 0 AND state = 'waiting'") >= 2 })
	o.Exec(`UPDATE outbox SET state = 'dead' WHERE external_account_number = '3' AND receiver = '` + id + `'`)

	request, err := http.NewRequest(http.MethodDelete, o.URL+"/api/collections/event_endpoints/records/"+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", o.operator)
	o.Do(request, "").Expect(http.StatusNoContent)

	if n := o.countRows("receiver = '" + id + "' AND state = 'dropped' AND last_error = 'the event endpoint was deleted'"); n != 2 {
		t.Errorf("%d were dropped", n)
	}
	if delivered, waiting := o.countRows("state = 'delivered'"), o.countRows("state = 'waiting'"); delivered != 2 || waiting != 2 {
		t.Errorf("%d are delivered, %d wait for the other", delivered, waiting)
	}
	if n := o.Count("audit_log", "action = 'delete' AND record = ? AND actor = 'operator@example.com'", id); n != 1 {
		t.Errorf("%d rows of the audit log", n)
	}
	dropped, err := o.App.FindFirstRecordByData("outbox", "state", "dropped")
	if err != nil {
		t.Fatal(err)
	}
	o.callAction("outbox/"+dropped.Id+"/resend", "", http.StatusNotFound, nil)
	other.answerWith(http.StatusOK)
	o.Exec(`UPDATE outbox SET next_attempt_at = '' WHERE state = 'waiting'`)
	o.waitUntil("the rest", func() bool { return o.countRows("state = 'waiting'") == 0 && o.countRows("state = 'delivered'") == 4 })
}

// Where the deletion of an endpoint is rolled back, its deliveries keep waiting.
func TestAnEndpointThatIsNotDeleted(t *testing.T) {
	o := newTestService(t)
	r := newReceiver(t)
	r.answerWith(http.StatusServiceUnavailable)
	id, _ := o.registerEndpoint("All", r.URL)
	o.stageAccount("1")
	endpoint, err := o.App.FindRecordById("event_endpoints", id)
	if err != nil {
		t.Fatal(err)
	}
	failure := errors.New("something else fails")
	err = o.App.RunInTransaction(func(tx core.App) error {
		if err := tx.Delete(endpoint); err != nil {
			t.Error(err)
		}
		return failure
	})
	if !errors.Is(err, failure) || o.countRows("state = 'waiting'") != 1 {
		t.Errorf("%v, %d wait", err, o.countRows("state = 'waiting'"))
	}
}

func TestRotationOfASecret(t *testing.T) {
	o := newTestService(t)
	r := newReceiver(t)
	id, former := o.registerEndpoint("All", r.URL)
	current := o.rotateSecret(id)
	var answer struct {
		Delivered bool
		Status    int
	}
	o.callAction("event-endpoints/"+id+"/test", "", http.StatusOK, &answer)
	got := r.listReceived()
	if !answer.Delivered || answer.Status != 204 || len(got) != 1 || got[0].event.Type != "endpoint.tested" {
		t.Fatalf("%+v %+v", answer, got)
	}
	if !verifySignature(former, got[0]) || !verifySignature(current, got[0]) || former == current {
		t.Error("not signed with both secrets")
	}
	o.Exec(`UPDATE event_endpoints SET previous_until = '` + database.Time(database.ParseTime("2020-01-01 00:00:00.000Z")) + `'`)
	o.callAction("event-endpoints/"+id+"/test", "", http.StatusOK, &answer)
	if got := r.listReceived()[1]; verifySignature(former, got) || !verifySignature(current, got) {
		t.Error("the former secret signs for ever")
	}
	// No secret can be read, neither in the database nor in the dashboard.
	record, err := o.App.FindRecordById("event_endpoints", id)
	if err != nil {
		t.Fatal(err)
	}
	if sealed := record.GetString("sealed_secret") + record.GetString("sealed_previous"); strings.Contains(sealed, strings.TrimPrefix(current, "whsec_")) || sealed == "" {
		t.Errorf("%q", sealed)
	}
	request, err := http.NewRequest(http.MethodGet, o.URL+"/api/collections/event_endpoints/records", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", o.operator)
	if page := o.Do(request, ""); page.Status != 200 || strings.Contains(string(page.Body), "sealed") {
		t.Errorf("%d %s", page.Status, page.Body)
	}
}

// An address of a private network is not called, under whatever name.
func TestPrivateNetworksAreNotCalled(t *testing.T) {
	o := newTestService(t)
	id, _ := o.registerEndpoint("Metadata", "https://169.254.169.254/latest/meta-data")
	var answer struct {
		Delivered bool
		Error     string
	}
	o.callAction("event-endpoints/"+id+"/test", "", http.StatusOK, &answer)
	if answer.Delivered || !strings.Contains(answer.Error, "--allow-network") {
		t.Errorf("%+v", answer)
	}
}

func TestActionsAreForOperators(t *testing.T) {
	o := newTestService(t)
	id, _ := o.registerEndpoint("All", "https://example.com/")
	for _, token := range []string{"", o.token, "x"} {
		o.operator = token
		o.callAction("event-endpoints/"+id+"/rotate", "", http.StatusUnauthorized, nil)
		o.callAction("outbox/x/resend", "", http.StatusUnauthorized, nil)
	}
}

// No redirect is followed: its target is not the endpoint that was registered.
func TestRedirectsAreNotFollowed(t *testing.T) {
	o := newTestService(t)
	var reached atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer elsewhere.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		receiver := httptest.NewServer(http.RedirectHandler(elsewhere.URL, status))
		id, _ := o.registerEndpoint(strconv.Itoa(status), receiver.URL)
		var answer struct{ Delivered bool }
		o.callAction("event-endpoints/"+id+"/test", "", http.StatusOK, &answer)
		receiver.Close()
		if answer.Delivered || reached.Load() > 0 {
			t.Errorf("%d: delivered %t, reached %d", status, answer.Delivered, reached.Load())
		}
	}
}
