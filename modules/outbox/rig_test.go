package outbox_test

import (
	"bytes"
	"encoding/json/v2"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
)

const (
	stagePath   = "/v1/data-import/account-import-process/create-or-update/"
	processPath = "/v1/data-import/account-import-process/process/"
	notesPath   = "/v1/data-import/notes/create/"
)

// office is a service with the supplier ACME and somebody who operates it.
type office struct {
	*apptest.Env
	token, operator string
}

func newOffice(t *testing.T) *office {
	t.Helper()
	env := apptest.Serve(t, modules.Mount(modules.All))
	token := env.SetUp(map[string]any{"name": "Acme Énergie"})
	admin := env.Record("_superusers", map[string]any{"email": "operator@example.com", "password": "a-long-password"})
	operator, err := admin.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	return &office{env, token, operator}
}

// act calls an action of the dashboard and decodes its answer.
func (o *office) act(path, body string, want int, answer any) {
	o.Helper()
	request, err := http.NewRequest(http.MethodPost, o.URL+"/api/dataimport/"+path, strings.NewReader(body))
	if err != nil {
		o.Fatal(err)
	}
	request.Header.Set("Authorization", o.operator)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		o.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != want {
		o.Fatalf("%s: %d %s %v", path, response.StatusCode, text, err)
	}
	if answer != nil {
		if err := json.Unmarshal(text, answer, json.MatchCaseInsensitiveNames(true)); err != nil {
			o.Fatalf("%s: %v in %s", path, err, text)
		}
	}
}

// endpoint registers a receiver and gives its id and secret.
func (o *office) endpoint(name, url string, events ...string) (id, secret string) {
	o.Helper()
	supplier, err := o.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		o.Fatal(err)
	}
	record := o.Record("event_endpoints", map[string]any{"supplier": supplier.Id, "name": name, "url": url, "events": events})
	return record.Id, o.rotate(record.Id)
}

func (o *office) rotate(id string) string {
	o.Helper()
	var answer struct{ Secret string }
	o.act("event-endpoints/"+id+"/rotate", "", http.StatusOK, &answer)
	return answer.Secret
}

func (o *office) stage(number string) {
	o.Helper()
	o.Post(o.token, stagePath, `{"import_supplier":"ACME","external_account_number":"`+number+`","billing_email":"zoe@example.com","customers":[{"given_name":"Zoë","family_name":"O’Neill & <Söhne>"}]}`).Expect(http.StatusCreated)
}

func (o *office) process(number string) {
	o.Helper()
	o.Post(o.token, processPath, `{"import_supplier_code":"ACME","external_account_number":"`+number+`","operations_team_name":"Migration"}`).Expect(http.StatusCreated)
}

// eventually waits for what another goroutine does.
func (o *office) eventually(what string, is func() bool) {
	o.Helper()
	for until := time.Now().Add(20 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			o.Fatalf("in vain: %s", what)
		}
	}
}

func (o *office) rows(where string) int { return o.Count("outbox", where) }

// receiver is an endpoint that takes events, or answers as it is told.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	got    []received
}

type received struct {
	header http.Header
	body   []byte
	event  event
}

// event is a CloudEvent as its receiver reads it.
type event struct {
	SpecVersion, ID, Source, Type, Subject, Time, DataContentType string
	Data                                                          map[string]any
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{status: http.StatusNoContent}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		var e event
		if err != nil || json.Unmarshal(body, &e, json.MatchCaseInsensitiveNames(true)) != nil {
			t.Errorf("cannot be read: %v %s", err, body)
		}
		r.got = append(r.got, received{request.Header.Clone(), body, e})
		w.Header().Set("Location", "http://169.254.169.254/")
		w.WriteHeader(r.status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received(nil), r.got...)
}

// line is what was received, in order: type and subject.
func (r *receiver) line() string {
	var b bytes.Buffer
	for _, got := range r.all() {
		b.WriteString(got.event.Type + " " + got.event.Subject + "\n")
	}
	return b.String()
}

func verifies(secret string, got received) bool {
	hook, err := standardwebhooks.NewWebhook(secret)
	return err == nil && hook.Verify(got.body, got.header) == nil
}
