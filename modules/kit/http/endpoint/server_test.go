package endpoint_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/apptest"
)

type greeting struct {
	Name string `json:"name" rule:"required,max=5"`
}

// start serves endpoints for each way in which a request may end. A request whose
// Authorization is "reader" comes from a read-only client.
func start(t *testing.T, maxBody ...int64) (url string, log *bytes.Buffer) {
	t.Helper()
	log = &bytes.Buffer{}
	server := &endpoint.Server{
		Settings: settingsdb.NewStore(database.NewReader(apptest.App(t))),
		Authorise: func(r *http.Request, _ *settings.Snapshot, _ time.Time) (*settings.Client, error) {
			if r.Header.Get("Authorization") == "" {
				return nil, fault.New(http.StatusUnauthorized, fault.NotAuthenticated, "No token.")
			}
			return &settings.Client{ReadOnly: r.Header.Get("Authorization") == "reader"}, nil
		},
		Limits: payload.Limits{Items: 10, Depth: 4}, MaxBody: append(maxBody, 100)[0], Admission: admission.New(8, 0),
		Log: slog.New(slog.NewTextHandler(log, nil)),
	}
	greet := endpoint.NewInput[greeting](nil).Post(func(_ *endpoint.Call, in *greeting) (endpoint.Reply, error) {
		return endpoint.Reply{Status: http.StatusCreated, Body: in}, nil
	})
	fails := func(err error) endpoint.Handle {
		return func(*endpoint.Call) (endpoint.Reply, error) { return endpoint.Reply{}, err }
	}
	streams := func(write func(io.Writer) error) endpoint.Handle {
		return func(*endpoint.Call) (endpoint.Reply, error) {
			return endpoint.Reply{Status: http.StatusOK, Stream: write}, nil
		}
	}
	list := []endpoint.Endpoint{
		{Method: http.MethodPost, Path: "/v1/greet", Access: endpoint.Write, Handle: greet},
		{Method: http.MethodPost, Path: "/v1/open", Handle: greet},
		{Method: http.MethodPost, Path: "/v1/size", Handle: func(c *endpoint.Call) (endpoint.Reply, error) {
			return endpoint.Reply{Status: http.StatusOK, Body: len(c.Body)}, nil
		}},
		{Method: http.MethodPost, Path: "/v1/packed", Packed: true, Handle: func(c *endpoint.Call) (endpoint.Reply, error) {
			return endpoint.Reply{Status: http.StatusOK, Body: len(c.Body)}, nil
		}},
		{Method: http.MethodGet, Path: "/v1/name/{name}", Access: endpoint.Read, Handle: func(c *endpoint.Call) (endpoint.Reply, error) {
			return endpoint.Reply{Status: http.StatusOK, Body: c.Request.PathValue("name")}, nil
		}},
		{Method: http.MethodGet, Path: "/v1/panic", Handle: func(*endpoint.Call) (endpoint.Reply, error) { panic("a secret") }},
		{Method: http.MethodGet, Path: "/v1/error", Handle: fails(errors.New("a secret"))},
		{Method: http.MethodGet, Path: "/v1/busy", Handle: fails(fmt.Errorf("stage: %w", writer.ErrBusy))},
		{Method: http.MethodGet, Path: "/v1/closed", Handle: fails(writer.ErrClosed)},
		{Method: http.MethodGet, Path: "/v1/no-storage", Handle: fails(fmt.Errorf("stage: %w: a secret", writer.ErrStorage))},
		{Method: http.MethodGet, Path: "/v1/no-reading", Handle: fails(fmt.Errorf("status: %w: a secret", ioError{}))},
		{Method: http.MethodGet, Path: "/v1/stream", Handle: streams(func(w io.Writer) error {
			_, err := io.WriteString(w, "[1,2]")
			return err
		})},
		{Method: http.MethodGet, Path: "/v1/stream-fails", Handle: streams(func(io.Writer) error { return errors.New("a secret") })},
		{Method: http.MethodGet, Path: "/v1/stream-breaks", Handle: streams(func(w io.Writer) error {
			if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
				return err
			}
			return errors.New("a secret")
		})},
	}
	s := httptest.NewServer(server.Handler(list, nil))
	t.Cleanup(s.Close)
	return s.URL, log
}

type sent struct {
	method, path, body string
	header             http.Header
}

func post(path, body string, header ...string) sent {
	s := sent{http.MethodPost, path, body, http.Header{"Content-Type": {"application/json"}, "Authorization": {"writer"}}}
	for i := 0; i < len(header); i += 2 {
		s.header.Set(header[i], header[i+1])
	}
	return s
}

func get(path string, header ...string) sent {
	s := post(path, "", header...)
	s.method = http.MethodGet
	return s
}

func (s sent) do(t *testing.T, url string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(s.method, url+s.path, strings.NewReader(s.body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = s.header
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func TestEveryWayInWhichARequestMayEnd(t *testing.T) {
	url, log := start(t)
	long := `{"name":"` + strings.Repeat("x", 100) + `"}`
	for _, test := range []struct {
		name   string
		send   sent
		status int
		code   string // of an error
		header string // "Name: value" that must be there
	}{
		{name: "ok", send: post("/v1/greet", `{"name":"Zoë"}`), status: 201},
		{name: "ok with a slash", send: post("/v1/greet/", `{"name":"Zoë"}`), status: 201},
		{name: "ok with a charset", send: post("/v1/greet", `{"name":"Zoë"}`, "Content-Type", "application/json; charset=utf-8"), status: 201},
		{name: "open without a token", send: post("/v1/open", `{"name":"Zoë"}`, "Authorization", ""), status: 201},
		{name: "path parameter", send: get("/v1/name/a%2Fb%20%3F%23%25"), status: 200},
		{name: "path parameter and slash", send: get("/v1/name/a%2Fb/"), status: 200},
		{name: "head", send: sent{http.MethodHead, "/v1/name/x", "", http.Header{"Authorization": {"x"}}}, status: 200},
		{name: "stream", send: get("/v1/stream"), status: 200},
		{name: "faults", send: post("/v1/greet", `{"name":"too long"}`), status: 400, code: "request_failed_validation"},
		{name: "malformed", send: post("/v1/greet", `{"name":`), status: 400, code: "malformed_json"},
		{name: "not an object", send: post("/v1/greet", `["name"]`), status: 400, code: "malformed_json"},
		{name: "too deep", send: post("/v1/greet", `{"x":[[[[]]]]}`), status: 400, code: "nested_too_deeply"},
		{name: "no token", send: post("/v1/greet", `{}`, "Authorization", ""), status: 401, code: "not_authenticated"},
		{name: "read only", send: post("/v1/greet", `{}`, "Authorization", "reader"), status: 403, code: "permission_denied"},
		{name: "reads read only", send: get("/v1/name/x", "Authorization", "reader"), status: 200},
		{name: "unknown", send: get("/v1/nothing"), status: 404, code: "not_found"},
		{name: "below a path", send: get("/v1/greet/x"), status: 404, code: "not_found"},
		{name: "method", send: get("/v1/greet"), status: 405, code: "method_not_allowed", header: "Allow: POST"},
		{name: "method with a slash", send: get("/v1/greet/"), status: 405, code: "method_not_allowed", header: "Allow: POST"},
		{name: "method of a reading path", send: post("/v1/name/x", `{}`), status: 405, code: "method_not_allowed", header: "Allow: GET, HEAD"},
		{name: "too large", send: post("/v1/greet", long), status: 413, code: "payload_too_large"},
		{name: "no type", send: post("/v1/greet", `{}`, "Content-Type", ""), status: 415, code: "unsupported_media_type"},
		{name: "another type", send: post("/v1/greet", `{}`, "Content-Type", "text/json"), status: 415, code: "unsupported_media_type"},
		{name: "compressed", send: post("/v1/greet", `{}`, "Content-Encoding", "gzip"), status: 415, code: "unsupported_media_type"},
		{name: "busy", send: get("/v1/busy"), status: 429, code: "throttled", header: "Retry-After: 2"},
		{name: "closed", send: get("/v1/closed"), status: 503, code: "shutting_down", header: "Retry-After: 5"},
		{name: "no storage", send: get("/v1/no-storage"), status: 503, code: "storage_unavailable", header: "Retry-After: 10"},
		{name: "no reading", send: get("/v1/no-reading"), status: 503, code: "storage_unavailable", header: "Retry-After: 10"},
		{name: "panic", send: get("/v1/panic"), status: 500, code: "internal_error"},
		{name: "error", send: get("/v1/error"), status: 500, code: "internal_error"},
		{name: "stream fails at once", send: get("/v1/stream-fails"), status: 500, code: "internal_error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			log.Reset()
			response, body := test.send.do(t, url)
			if response.StatusCode != test.status {
				t.Fatalf("status %d, want %d: %s", response.StatusCode, test.status, body)
			}
			if test.send.method != http.MethodHead && response.Header.Get("Content-Type") != "application/json" {
				t.Errorf("content type %q", response.Header.Get("Content-Type"))
			}
			if test.code != "" && !strings.Contains(body, `"code":"`+test.code+`"`) {
				t.Errorf("code %q is not in %s", test.code, body)
			}
			if name, value, ok := strings.Cut(test.header, ": "); ok && response.Header.Get(name) != value {
				t.Errorf("%s is %q, want %q", name, response.Header.Get(name), value)
			}
			if strings.Contains(body, "secret") {
				t.Errorf("internals leak: %s", body)
			}
			if test.status == 500 && !strings.Contains(log.String(), "secret") {
				t.Errorf("the log does not say what happened: %s", log)
			}
		})
	}
}

func TestAnErrorCarriesTheRequestIDOfItsLogLine(t *testing.T) {
	url, log := start(t)
	_, body := get("/v1/error").do(t, url)
	_, rest, found := strings.Cut(body, `"request_id":"`)
	id, _, _ := strings.Cut(rest, `"`)
	if !found || id == "" || !strings.Contains(log.String(), "request_id="+id) {
		t.Errorf("answer %s, log %s", body, log)
	}
}

func TestABodyOfUnknownLengthIsLimitedToo(t *testing.T) {
	url, _ := start(t)
	request, err := http.NewRequest(http.MethodPost, url+"/v1/open", io.MultiReader(strings.NewReader(`{"name":"`), strings.NewReader(strings.Repeat("x", 1000))))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", response.StatusCode)
	}
}

func TestAStreamThatBreaksOffIsNotTakenForWhole(t *testing.T) {
	url, _ := start(t)
	response, err := http.Get(url + "/v1/stream-breaks")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.ReadAll(response.Body); err == nil {
		t.Error("half an answer looks whole")
	}
}

// ioError is the error of the database engine where a read fails.
type ioError struct{}

func (ioError) Error() string { return "disk I/O error" }
func (ioError) Code() int     { return 266 }
