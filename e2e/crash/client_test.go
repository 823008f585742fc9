package crash

import (
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/http/paths"
)

const (
	stagePath        = paths.StageAccount + "/"
	processPath      = paths.ProcessAccount + "/"
	notesPath        = paths.ImportNotes + "/"
	transactionsPath = paths.ImportTransactions + "/"
	validatePath     = paths.ValidateAccount + "/"
	statusPath       = paths.AccountStatus + "/ACME/"
)

// client is an API client with connections of its own.
type client struct {
	http  *http.Client
	url   string
	token string
}

func (s *service) client(key string) *client {
	s.Helper()
	c := &client{url: s.url, http: &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 1024}}}
	s.Cleanup(c.http.CloseIdleConnections)
	a, err := c.post(paths.GraphQL+"/", fmt.Sprintf(`{"query":"mutation { obtainToken(input: {APIKey: \"%s\"}) { token } }"}`, key))
	if err != nil {
		s.Fatal(err)
	}
	_, rest, _ := strings.Cut(a.body, `"token":"`)
	c.token, _, _ = strings.Cut(rest, `"`)
	if c.token == "" {
		s.Fatalf("no token: %s", a.body)
	}
	return c
}

const identity, password = "operator@example.com", "a password of some length"

// hire creates an operator.
func (s *service) hire() {
	s.Helper()
	s.must("superuser", "upsert", identity, password)
}

// operator returns a client that is signed in to the dashboard as the operator.
func (s *service) operator() *client {
	s.Helper()
	c := &client{url: s.url, http: http.DefaultClient}
	a, err := c.post("/api/collections/_superusers/auth-with-password", `{"identity":"`+identity+`","password":"`+password+`"}`)
	if c.token = a.member("token"); c.token == "" {
		s.Fatal(a, err)
	}
	return c
}

// answer is a complete answer.
type answer struct {
	status int
	header http.Header
	body   string
}

func (c *client) post(path, body string) (answer, error) {
	return c.send(http.MethodPost, path, strings.NewReader(body))
}

func (c *client) get(path string) (answer, error) {
	return c.send(http.MethodGet, path, nil)
}

// send sends a request. It returns an error where there is no complete answer.
func (c *client) send(method, path string, body io.Reader) (answer, error) {
	request, err := http.NewRequest(method, c.url+path, body)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	text, err := io.ReadAll(response.Body)
	err = errors.Join(err, response.Body.Close())
	return answer{response.StatusCode, response.Header, string(text)}, err
}

// done reports whether the request was done.
func (a answer) done() bool { return a.status == http.StatusOK || a.status == http.StatusCreated }

// later reports whether the request may be sent again later. A refusal must then have the
// form of the contract, with the time to wait.
func (a answer) later(t testing.TB) bool {
	t.Helper()
	if a.status != http.StatusTooManyRequests && a.status != http.StatusServiceUnavailable {
		return false
	}
	if a.header.Get("Retry-After") == "" {
		t.Errorf("%d without Retry-After: %s", a.status, a.body)
	}
	return true
}

// code returns the code of an error.
func (a answer) code() string {
	var said struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal([]byte(a.body), &said)
	return said.Code
}

// member returns a text of the answer.
func (a answer) member(name string) string {
	members := make(map[string]any)
	_ = json.Unmarshal([]byte(a.body), &members)
	text, _ := members[name].(string)
	return text
}
