package endpoint_test

import (
	"bytes"
	"context"
	"encoding/json/v2"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/testing/apptest"
)

// outcomes are the outcomes that the observers of a test have seen.
type outcomes struct {
	mu    sync.Mutex
	lines []string
}

type observer struct {
	*outcomes
	operation string
}

type begun struct{}

func (w *observer) Begin(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), begun{}, w.operation))
}

func (w *observer) End(ctx context.Context, o *endpoint.Outcome) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if ctx.Value(begun{}) != w.operation || o.Took <= 0 || o.RequestID == "" {
		w.lines = append(w.lines, "broken")
	}
	codes := make([]string, len(o.Faults))
	for i, f := range o.Faults {
		codes[i] = f.Code
	}
	line, _ := json.Marshal([]any{w.operation, o.Method, o.Status, o.Code, codes, o.Client, o.Supplier, o.Received, o.Sent > 0})
	w.lines = append(w.lines, string(line))
}

// startObserved serves endpoints as start does, and records the outcomes of requests. The
// log is JSON, with every request.
func startObserved(t *testing.T) (url string, seen *outcomes, log *bytes.Buffer) {
	t.Helper()
	app := apptest.App(t)
	env := &apptest.Env{TB: t, App: app}
	// The hook that fills in the rest belongs to a module, and no module is mounted here.
	supplier := env.Supplier("ACME", map[string]any{"status": "Ongoing", "country": "GB", "time_zone": "UTC", "market": "core", "verify_documents": "yes"})
	seen, log = &outcomes{}, &bytes.Buffer{}
	store := settingsdb.NewStore(database.NewReader(app))
	env.Client("Acme", nil, "ACME")
	client, err := app.FindFirstRecordByData("api_clients", "name", "Acme")
	if err != nil {
		t.Fatal(err)
	}
	server := &endpoint.Server{
		Settings: store, Admission: admission.New(64, 0),
		Authorise: func(_ *http.Request, s *settings.Snapshot, _ time.Time) (*settings.Client, error) {
			return s.Client(client.Id), nil
		},
		Limits: payload.Limits{Items: 10, Depth: 4}, MaxBody: 100,
		Log:     slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Observe: func(operation string) endpoint.RequestObserver { return &observer{seen, operation} },
	}
	greet := endpoint.NewInput[greeting](nil).Post(func(c *endpoint.Call, in *greeting) (endpoint.Reply, error) {
		if c.Supplier("ACME") == nil || c.Supplier("OTHER") != nil || c.Settings.SupplierByID(supplier.Id) == nil {
			return endpoint.Reply{}, errors.New("no supplier")
		}
		return endpoint.Reply{Status: http.StatusCreated, Body: in}, nil
	})
	list := []endpoint.Endpoint{
		{Method: http.MethodPost, Path: "/v1/greet", Access: endpoint.Write, Handle: greet, Operation: openapi.Operation{ID: "greet"}},
		{Method: http.MethodGet, Path: "/v1/panic", Handle: func(*endpoint.Call) (endpoint.Reply, error) { panic("a secret") }},
	}
	pages := []endpoint.Page{{Pattern: "GET /page/{name}", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, ok := w.(http.Flusher); !ok || r.PathValue("name") == "" {
			http.Error(w, "not as it was", http.StatusInternalServerError)
		}
	})}}
	s := httptest.NewServer(server.Handler(list, pages))
	t.Cleanup(s.Close)
	t.Cleanup(func() {
		if strings.Contains(log.String(), "Zoë") || strings.Contains(log.String(), "page/me") || strings.Contains(log.String(), "q=1") {
			t.Errorf("the log has what requests bring: %s", log)
		}
	})
	seen.lines = append(seen.lines, client.Id)
	return s.URL, seen, log
}

func TestObserversSeeEveryRequest(t *testing.T) {
	url, seen, log := startObserved(t)
	id := seen.lines[0]
	for _, test := range []struct {
		send       sent
		seen       string
		level, msg string
	}{
		{post("/v1/greet?q=1", `{"name":"Zoë"}`), `["greet","POST",201,"",[],"` + id + `","ACME",15,true]`, "DEBUG", "a request was served"},
		{post("/v1/greet/", `{"name":"Zoë","x":1,"y":1}`), `["greet","POST",400,"request_failed_validation",["unknown_field","unknown_field"],"` + id + `","",27,true]`, "INFO", "a request was refused"},
		{post("/v1/greet/", strings.Repeat("x", 101)), `["greet","POST",413,"payload_too_large",[],"` + id + `","",-1,true]`, "INFO", "a request was refused"},
		{get("/v1/greet"), `["unknown","GET",405,"method_not_allowed",[],"","",-1,true]`, "INFO", "a request was refused"},
		{get("/v1/nothing/Zoë"), `["unknown","GET",404,"not_found",[],"","",-1,true]`, "INFO", "a request was refused"},
		{get("/page/me"), `["page","GET",200,"",[],"","",-1,false]`, "DEBUG", "a request was served"},
		{get("/v1/panic"), `["GET /v1/panic","GET",500,"internal_error",[],"","",-1,true]`, "ERROR", "a request failed"},
	} {
		log.Reset()
		response, _ := test.send.do(t, url)
		requestID := response.Header.Get("X-Request-Id")
		seen.mu.Lock()
		if got := seen.lines[len(seen.lines)-1]; got != test.seen {
			t.Errorf("observed\n%s\nwant\n%s", got, test.seen)
		}
		seen.mu.Unlock()
		var line struct {
			Level     string `json:"level"`
			Msg       string `json:"msg"`
			RequestID string `json:"request_id"`
		}
		if err := json.Unmarshal(log.Bytes(), &line); err != nil { // more than one line is an error too
			t.Errorf("%v: %s", err, log)
		}
		if line.Level != test.level || line.Msg != test.msg || line.RequestID != requestID || requestID == "" {
			t.Errorf("logged %s, want %s %q of %s", log, test.level, test.msg, requestID)
		}
	}
}

func TestRequestIDs(t *testing.T) {
	url, _, _ := startObserved(t)
	for _, test := range []struct {
		given []string
		kept  bool
	}{
		{nil, false},
		{[]string{"1-67891233-abcdef012345678912345678"}, true},
		{[]string{"Root=1-2:a/b+c_d.e"}, true},
		{[]string{strings.Repeat("x", 128)}, true},
		{[]string{strings.Repeat("x", 129)}, false},
		{[]string{""}, false},
		{[]string{"two words"}, false},
		{[]string{"a\tb"}, false},
		{[]string{`"quoted"`}, false},
		{[]string{"zoe@mail.example"}, false},
		{[]string{"é"}, false},
		{[]string{"a", "b"}, false},
	} {
		for _, path := range []string{"/v1/greet/", "/v1/nothing/", "/page/me", "/v1/panic"} {
			request := get(path)
			request.header["X-Request-Id"] = test.given
			response, body := request.do(t, url)
			got := response.Header["X-Request-Id"]
			switch {
			case len(got) != 1:
				t.Errorf("%q on %s: %q", test.given, path, got)
			case test.kept && got[0] != test.given[0]:
				t.Errorf("%q on %s: another one, %q", test.given, path, got[0])
			case !test.kept && (len(got[0]) != 26 || len(test.given) > 0 && got[0] == test.given[0]):
				t.Errorf("%q on %s: %q", test.given, path, got[0])
			case path == "/v1/panic" && !strings.Contains(body, `"request_id":"`+got[0]+`"`):
				t.Errorf("%q is not in %s", got[0], body)
			}
		}
	}
}
