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

// testService is a running service with the supplier ACME and an operator.
type testService struct {
	*apptest.Env
	token, operator string
}

func newTestService(t *testing.T) *testService {
	t.Helper()
	env := apptest.Serve(t, modules.Mount(modules.All))
	token := env.SetUp(map[string]any{"name": "Acme Énergie"})
	admin := env.Record("_superusers", map[string]any{"email": "operator@example.com", "password": "a-long-password"})
	operator, err := admin.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	return &testService{env, token, operator}
}

// callAction calls an action of the dashboard and decodes its answer.
func (o *testService) callAction(path, body string, want int, answer any) {
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

// registerEndpoint registers a receiver and gives its id and secret.
func (o *testService) registerEndpoint(name, url string, events ...string) (id, secret string) {
	o.Helper()
	supplier, err := o.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		o.Fatal(err)
	}
	record := o.Record("event_endpoints", map[string]any{"supplier": supplier.Id, "name": name, "url": url, "events": events})
	return record.Id, o.rotateSecret(record.Id)
}

func (o *testService) rotateSecret(id string) string {
	o.Helper()
	var answer struct{ Secret string }
	o.callAction("event-endpoints/"+id+"/rotate", "", http.StatusOK, &answer)
	return answer.Secret
}

func (o *testService) stageAccount(number string) {
	o.Helper()
	o.Post(o.token, stagePath, `{"import_supplier":"ACME","external_account_number":"`+number+`","billing_email":"zoe@example.com","customers":[{"given_name":"Zoë","family_name":"O’Neill & <Söhne>"}]}`).Expect(http.StatusCreated)
}

func (o *testService) processAccount(number string) {
	o.Helper()
	o.Post(o.token, processPath, `{"import_supplier_code":"ACME","external_account_number":"`+number+`","operations_team_name":"Migration"}`).Expect(http.StatusCreated)
}

// waitUntil polls until a condition holds that another goroutine brings about.
func (o *testService) waitUntil(what string, is func() bool) {
	o.Helper()
	for until := time.Now().Add(20 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			o.Fatalf("in vain: %s", what)
		}
	}
}

func (o *testService) countRows(where string) int { return o.Count("outbox", where) }

// receiver is an endpoint that stores each event and answers with a chosen status.
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

// event is a CloudEvent as a receiver decodes it.
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

func (r *receiver) answerWith(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

func (r *receiver) listReceived() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received(nil), r.got...)
}

// summarizeEvents lists type and subject of the received events, in their order.
func (r *receiver) summarizeEvents() string {
	var b bytes.Buffer
	for _, got := range r.listReceived() {
		b.WriteString(got.event.Type + " " + got.event.Subject + "\n")
	}
	return b.String()
}

func verifySignature(secret string, got received) bool {
	hook, err := standardwebhooks.NewWebhook(secret)
	return err == nil && hook.Verify(got.body, got.header) == nil
}
