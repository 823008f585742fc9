package browser

import (
	"encoding/json/v2"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/pocketbase/dbx"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
)

const admin = "admin@example.com"

// The dashboard's dialog and its answers.
const (
	question = `.modal.manual[data-modal-state="open"] `
	yes      = question + ".btn.warning"
	no       = question + ".btn.secondary"
	reason   = question + "#dataimport-reason"
)

// office is an admin's browser at the dashboard.
type office struct {
	*tab
	client *company
}

func newOffice(t *testing.T) *office {
	t.Helper()
	c := supply(t, "--allow-network", "127.0.0.0/8") // where receivers of events are
	c.command("", "superuser", "upsert", admin, password)
	return &office{c.desk(t, admin), c}
}

// button presses one of the buttons that the service adds to a record's window.
func (o *office) button(label string) {
	o.Helper()
	o.do(chromedp.Click(chromedp.Search(`//*[contains(@class, "dataimport-bar")]//button[contains(., "` + label + `")]`)))
}

// answer waits for the dialog, takes its picture and answers it.
func (o *office) answer(button, picture string) {
	o.Helper()
	o.do(chromedp.WaitVisible(chromedp.CSS(button)))
	o.picture("dashboard-" + picture)
	o.do(chromedp.Click(chromedp.CSS(button)))
}

// why enters the reason that the dialog asks for.
func (o *office) why(text string) {
	o.Helper()
	o.do(chromedp.WaitVisible(chromedp.CSS(reason)), chromedp.SendKeys(chromedp.CSS(reason), text))
}

// closed waits until no dialog is open.
func (o *office) closed() {
	o.Helper()
	o.do(chromedp.WaitNotPresent(chromedp.CSS(question)))
}

// refused announces that an action on a record will be refused, which the browser's
// console reports.
func (o *office) refused(path string) { o.expect("/api/dataimport/" + path) }

// stored returns a value from the database, beside the service.
func (s *server) stored(query string) (value string) {
	s.Helper()
	db := s.connect()
	defer db.Close()
	if err := db.DB().QueryRow(query).Scan(&value); err != nil {
		s.Fatal(err)
	}
	return value
}

func (s *server) change(query string) {
	s.Helper()
	db := s.connect()
	defer db.Close()
	if _, err := db.DB().Exec(query); err != nil {
		s.Fatal(err)
	}
	time.Sleep(settingsdb.MaxLag)
}

func (s *server) connect() *dbx.DB {
	s.Helper()
	db, err := database.Connect(filepath.Join(s.dir, "data.db"))
	if err != nil {
		s.Fatal(err)
	}
	return db
}

// id returns the id of the only record of a table.
func (s *server) id(table string) string { return s.stored(`SELECT id FROM ` + table) }

const stateOf1001 = `SELECT state FROM import_processes WHERE external_account_number = '1001'`

func TestAnAccountIsSkippedAndPutBack(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.client.stage("1001", customers("Zoë", "O’Neill"), http.StatusCreated)
	id := o.id("import_processes")
	o.window("import_processes", "1001")
	o.picture("dashboard-process")
	o.button("Skip this account")
	o.refused("processes/" + id + "/skip")
	o.answer(yes, "skip")
	o.told("reason") // the reason is required
	o.why("moved abroad")
	o.answer(yes, "skip-reason")
	o.told("The account is skipped.")
	o.closed()
	o.await("the list says so", `[...document.querySelectorAll("tbody tr")].some((row) => row.textContent.includes("skipped"))`)
	if got := o.stored(stateOf1001) + " " + o.stored(`SELECT after FROM audit_log WHERE action = 'skip'`); !strings.HasPrefix(got, "skipped ") || !strings.Contains(got, "moved abroad") {
		t.Errorf("stored: %s", got)
	}

	o.window("import_processes", "1001")
	o.button("Put it back")
	o.answer(no, "unskip")
	o.closed()
	if got := o.stored(stateOf1001); got != "skipped" {
		t.Errorf("cancelled, it is %s", got)
	}
	o.button("Put it back")
	o.answer(yes, "unskip")
	o.told("The account is back in the migration.")
	if got := o.stored(stateOf1001); got != "staged" {
		t.Errorf("put back, it is %s", got)
	}

	// Another operator was faster.
	o.window("import_processes", "1001")
	o.client.process("1001", http.StatusCreated)
	o.button("Skip this account")
	o.why("too late")
	o.answer(yes, "skip-too-late")
	o.told("imported")
	o.answer(no, "skip-refused")
}

func TestAnImportIsTakenBackInTheDashboard(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.client.stage("1001", customers("Zoë", "O’Neill"), http.StatusCreated)
	o.client.process("1001", http.StatusCreated)
	path := "processes/" + o.id("import_processes") + "/take-back"
	o.window("import_processes", "1001")
	o.button("Take it back")
	o.do(chromedp.WaitVisible(chromedp.CSS(reason)))
	if got := o.text(question + ".modal-content"); !strings.Contains(got, "1 customers") || !strings.Contains(got, "1001") {
		t.Errorf("it asks %s", got)
	}
	o.refused(path)
	o.answer(yes, "take-back")
	o.told("reason")
	if n := o.stored(`SELECT count(*) FROM accounts`); n != "1" {
		t.Errorf("without a reason there are %s accounts", n)
	}
	o.why("wrong tariff")
	o.answer(yes, "take-back-reason")
	o.told("The account is staged again.")
	if got := o.stored(stateOf1001) + o.stored(`SELECT count(*) FROM accounts`); got != "staged0" {
		t.Errorf("stored: %s", got)
	}

	o.client.process("1001", http.StatusCreated)
	o.window("import_processes", "1001")
	o.change(`UPDATE suppliers SET status = 'Paused'`)
	o.button("Take it back")
	o.told("taken back only while it is Ongoing")
	o.picture("dashboard-take-back-refused")
}

func TestAClientGetsAKeyInTheDashboard(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	tokenOf := func(key string) string {
		return o.request(http.MethodPost, "/v1/graphql/", "Token ", strings.NewReader(`{"query":"mutation { obtainToken(input: {APIKey: \"`+key+`\"}) { token } }"}`), http.StatusOK)
	}
	shown := func(button, picture string) string {
		o.do(chromedp.WaitVisible(chromedp.CSS(question + ".dataimport-key code")))
		key := o.text(question + ".dataimport-key code")
		o.answer(button, picture)
		o.closed()
		return key
	}
	o.window("api_clients", "Meadow scripts")
	ask(o.tab, chromedp.Evaluate[bool](`write = navigator.clipboard.writeText.bind(navigator.clipboard), navigator.clipboard.writeText = (text) => write(copied = text), true`))
	o.button("New key")
	o.answer(yes, "new-key")
	key := shown(yes, "key")
	if copied := ask(o.tab, chromedp.Evaluate[string](`copied`)); copied != key {
		t.Errorf("%q was copied", copied)
	}
	if former := tokenOf(o.client.key); strings.Contains(former, `"token":"`) {
		t.Errorf("the former key gets %s", former)
	}
	if !strings.Contains(tokenOf(key), `"token":"`) {
		t.Errorf("the key that is shown gets %s", tokenOf(key))
	}

	// A browser that refuses to copy text leaves the key on the screen.
	ask(o.tab, chromedp.Evaluate[bool](`navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed")), true`))
	o.button("New key")
	o.answer(yes, "new-key")
	o.do(chromedp.WaitVisible(chromedp.CSS(question+".dataimport-key code")), chromedp.Click(chromedp.CSS(yes)))
	o.told("copy it yourself")
	shown(no, "key-not-copied")

	// A client that is created in the dashboard gets a key, too.
	o.do(chromedp.Click(chromedp.Search(`//footer//button[contains(., "Close")]`)), chromedp.WaitNotPresent(chromedp.CSS(record)),
		chromedp.Click(chromedp.CSS(".new-record-btn")),
		chromedp.SendKeys(chromedp.CSS(record+`[name="name"]`), "Other scripts"),
		chromedp.Click(chromedp.CSS(record+".modal-footer .btns .btn.expanded-lg")))
	if key := shown(no, "key-of-a-new-client"); !strings.Contains(tokenOf(key), `"token":"`) {
		t.Errorf("the key of a new client gets %s", tokenOf(key))
	}

	o.window("api_clients", "Other scripts")
	id := o.stored(`SELECT id FROM api_clients WHERE name = 'Other scripts'`)
	o.change(`DELETE FROM api_clients WHERE id = '` + id + `'`)
	o.refused("api-clients/" + id + "/rotate")
	o.button("New key")
	o.answer(yes, "new-key-refused")
	o.told("There is no such API client")
}

// receiver receives events, and answers with the status that it is given.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	last   *http.Request
	body   []byte
}

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{status: http.StatusNoContent}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.last, r.body = request, body
		w.WriteHeader(r.status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answers(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

// got returns the type of the last event if it is signed with secret.
func (r *receiver) got(secret string) (event string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		return "", fmt.Errorf("nothing came")
	}
	hook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return "", err
	}
	if err := hook.Verify(r.body, r.last.Header); err != nil {
		return "", err
	}
	var sent struct {
		Type string `json:"type"`
	}
	err = json.Unmarshal(r.body, &sent)
	return sent.Type, err
}

func TestAnEventEndpointInTheDashboard(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	r := newReceiver(t)
	secret := strings.TrimSpace(o.command("", "event-endpoint", "create", code, "CRM", r.URL))
	id := o.id("event_endpoints")
	tested := func(secret string) {
		o.Helper()
		if event, err := r.got(secret); event != "endpoint.tested" || err != nil {
			o.Errorf("received %q: %v", event, err)
		}
	}
	o.window("event_endpoints", "CRM")
	o.button("Send a test")
	o.told("CRM took the test: it answered 204.")
	tested(secret)
	o.picture("dashboard-endpoint")
	r.answers(http.StatusGone)
	o.button("Send a test")
	o.told("CRM did not take the test: event_endpoint_failed: answered 410")
	o.picture("dashboard-endpoint-refuses")
	r.answers(http.StatusOK)

	o.button("New secret")
	o.answer(yes, "new-secret")
	o.do(chromedp.WaitVisible(chromedp.CSS(question + ".dataimport-key code")))
	other := o.text(question + ".dataimport-key code")
	o.answer(no, "secret")
	o.closed()
	o.button("Send a test")
	o.told("CRM took the test: it answered 200.")
	tested(other)
	tested(secret) // the old secret signs for a day
	if other == secret {
		t.Error("the secret is the former one")
	}

	o.change(`DELETE FROM event_endpoints`)
	o.refused("event-endpoints/" + id + "/test")
	o.button("Send a test")
	o.told("There is no such event endpoint.")
	o.refused("event-endpoints/" + id + "/rotate")
	o.button("New secret")
	o.answer(yes, "new-secret-refused")
	o.told("There is no such event endpoint.")
}

func TestADeadLetterIsSentAgain(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	r := newReceiver(t)
	r.answers(http.StatusServiceUnavailable)
	secret := strings.TrimSpace(o.command("", "event-endpoint", "create", code, "CRM", r.URL))
	o.client.stage("1001", customers("Zoë", "O’Neill"), http.StatusCreated)
	o.change(`UPDATE outbox SET state = 'dead', attempts = 13`) // the state after days of failures
	r.answers(http.StatusOK)
	id := o.id("outbox")
	o.window("outbox", "1001")
	o.picture("dashboard-dead-letter")
	o.button("Send it again")
	o.told("It will be sent again within seconds.")
	o.await("the delivery", `app.pb.collection("outbox").getOne("`+id+`", { requestKey: null }).then((row) => row.state == "delivered")`)
	if event, err := r.got(secret); event != "account.staged" || err != nil {
		t.Errorf("received %q: %v", event, err)
	}

	o.change(`UPDATE outbox SET state = 'dropped'`)
	o.window("outbox", "1001")
	o.change(`DELETE FROM event_endpoints`)
	o.refused("outbox/" + id + "/resend")
	o.button("Send it again")
	o.told("There is nothing of this id that was given up and can be sent.")
	o.picture("dashboard-dead-letter-refused")
}

func TestTheEmailIsPreviewed(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.id("suppliers")
	o.change(`UPDATE suppliers SET migration_email_subject = 'Hello {{.CustomerName}}', migration_email_body = '<h1>Moved from {{.Supplier}}</h1><script>document.title = "run"</script>'`)
	o.window("suppliers", code)
	o.button("Preview its e-mail")
	o.do(chromedp.WaitVisible(chromedp.CSS(question + "iframe")))
	if got := o.text(question + ".modal-content strong"); got != "Hello Zoë O’Neill" {
		t.Errorf("the subject is %s", got)
	}
	o.await("the page of the e-mail", `document.querySelector('`+question+`iframe').srcdoc.includes("<h1>Moved from")`)
	o.answer(yes, "email")
	o.closed()

	o.change(`UPDATE suppliers SET migration_email_subject = '{{.Balance}}'`)
	o.refused("suppliers/" + id + "/email-preview")
	o.button("Preview its e-mail")
	o.told("Balance")
	o.picture("dashboard-email-refused")
}
