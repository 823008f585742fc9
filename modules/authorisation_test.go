package modules_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/apptest"
)

// caller is a kind of caller with its credentials.
type caller struct {
	name, token, cookie string
	of                  func(decision) outcome
	code                string // the code of the interface's 401, where it matters
}

// callers returns all kinds of callers. They send their tokens in the one form that both
// the interface and PocketBase accept. So each kind of token is tried in both interfaces.
func callers(s *served) []caller {
	acme := s.Supplier("ACME", nil)
	other := s.Supplier("OTHER", nil)
	client := s.Token(s.Client("Acme", nil, "ACME"))
	s.Post(client, stagePath, `{"import_supplier":"ACME","external_account_number":"1001","customers":[{"family_name":"Núñez"}]}`).Expect(http.StatusCreated)
	s.Team("Migration")
	s.Post(client, processPath, bodyFor(processPath)).Expect(http.StatusCreated)
	s.run = readID(s.Post(client, runsPath, `{"import_supplier":"ACME","name":"book","mode":"rehearsal","operations_team_name":"Migration","holder":"h"}`).Expect(http.StatusCreated))
	stranger := func(d decision) outcome { return d.stranger }
	support := signIn(s, "support", "support")
	_, session, _ := strings.Cut(support, "=")
	return []caller{
		{"a session as a token", session, "", stranger, "invalid_token"},
		{"no token", "", "", stranger, "not_authenticated"},
		{"an expired token", expired(s), "", stranger, "token_expired"},
		{"garbage", "garbage", "", stranger, "invalid_token"},
		{"another client", s.Token(s.Client("Other", nil, "OTHER")), "", func(d decision) outcome { return d.other }, ""},
		{"a client that reads", s.Token(s.Client("Reader", map[string]any{"read_only": true}, "ACME")), "", func(d decision) outcome { return d.reader }, ""},
		{"the client", client, "", func(d decision) outcome { return d.client }, ""},
		{"a viewer", "", signIn(s, "viewer", "viewer"), func(d decision) outcome { return d.viewer }, "not_authenticated"},
		{"support", "", support, func(d decision) outcome { return d.support }, "not_authenticated"},
		{"support of ACME", "", signIn(s, "acme", "support", acme.Id), func(d decision) outcome { return d.support }, "not_authenticated"},
		{"support of another supplier", "", signIn(s, "other", "support", other.Id), func(d decision) outcome { return d.elsewhere }, "not_authenticated"},
		{"an operator", superuser(s, "operator"), "", func(d decision) outcome { return d.operator }, "invalid_token"},
		{"an operator's session", "", openPages(s, "desk", "operator"), func(d decision) outcome { return d.support }, "not_authenticated"},
		{"an admin's session", "", openPages(s, "chief", "admin"), func(d decision) outcome { return d.support }, "not_authenticated"},
		{"an admin", superuser(s, "admin"), "", func(d decision) outcome { return d.admin }, "invalid_token"},
	}
}

const runsPath = "/v1/data-import/runs/"

func readID(answer *apptest.Answer) string {
	var body struct {
		ID string `json:"id"`
	}
	answer.Decode(&body)
	return body.ID
}

// expired returns an expired token of the client.
func expired(s *served) string {
	s.Helper()
	record, err := s.App.FindFirstRecordByData("api_clients", "name", "Acme")
	if err != nil {
		s.Fatal(err)
	}
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": record.Id, "use": "access", "exp": time.Now().Add(-time.Second).Unix(),
	}).SignedString([]byte(record.GetString("token_key")))
	if err != nil {
		s.Fatal(err)
	}
	return token
}

func superuser(s *served, role string) string { s.Helper(); return superuserOf(s, role, role) }

// superuserOf returns the token of a new superuser with a name and a role.
func superuserOf(s *served, name, role string) string {
	s.Helper()
	token, err := s.Record(core.CollectionNameSuperusers, map[string]any{
		"email": name + "@example.com", "password": "1234567890", "role": role,
	}).NewAuthToken()
	if err != nil {
		s.Fatal(err)
	}
	return token
}

// openPages returns the cookie that the dashboard of a new superuser gets for the pages.
func openPages(s *served, name, role string) string {
	s.Helper()
	answer := s.send(caller{token: superuserOf(s, name, role)}, http.MethodPost, "/api/dataimport/session", "")
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusNoContent {
		s.Fatal(answer.Status)
	}
	cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return cookie
}

// signIn returns the cookie of a new member of the staff, who sees the suppliers of these ids, or
// all without ids.
func signIn(s *served, name, role string, suppliers ...string) string {
	s.Helper()
	s.Record("staff", map[string]any{"email": name + "@example.com", "password": "ein langes Passwort", "role": role, "suppliers": suppliers})
	form := url.Values{"email": {name + "@example.com"}, "password": {"ein langes Passwort"}}
	answer := s.Send(http.MethodPost, "", "/imports/login/", form.Encode(), "application/x-www-form-urlencoded").Expect(http.StatusSeeOther)
	cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return cookie
}

// At every route, each kind of caller gets the outcome that the table of decisions says.
func TestWhoMayDoWhat(t *testing.T) {
	s := serveAll(t, func(c *config.Config) { c.MetricsToken, c.Log.Level, c.PerSecond = "sixteen characters", "error", 0 })
	superusers, err := s.App.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	superusers.OTP.Enabled = true // otherwise PocketBase refuses each caller
	if err := s.App.Save(superusers); err != nil {
		t.Fatal(err)
	}
	asking := callers(s)
	met := make(map[string]bool)
	slices.SortFunc(s.patterns, func(a, b string) int { // the last routes end sessions
		return strings.Compare(strings.ReplaceAll(a, "logout", "~~"), strings.ReplaceAll(b, "logout", "~~"))
	})
	for _, pattern := range slices.Compact(s.patterns) {
		route := pattern
		if !strings.HasSuffix(pattern, " /{$}") && pattern != "/{$}" {
			route = strings.TrimSuffix(pattern, "/{$}")
		}
		decided, ok := decisions[route]
		if !ok {
			t.Errorf("nobody has decided who may do %s", pattern)
			continue
		}
		met[route] = true
		for _, c := range asking {
			got, answer := s.ask(c, pattern)
			if want := c.of(decided); got != want {
				t.Errorf("%s by %s: %s, want %s: %s", pattern, c.name, got, want, answer)
			}
			if got == who && c.code != "" && strings.Contains(pattern, " /v1/") && !strings.Contains(answer, `"`+c.code+`"`) {
				t.Errorf("%s by %s: %s", pattern, c.name, answer)
			}
		}
	}
	for route := range decisions {
		if !met[route] {
			t.Errorf("there is no %s", route)
		}
	}
}

// ask sends a request to a route, and returns its outcome.
func (s *served) ask(c caller, pattern string) (outcome, string) {
	s.Helper()
	method, path := split(pattern)
	response := s.send(c, method, s.fill(method, path), bodyFor(path))
	defer response.Body.Close()
	var body []byte
	if response.Header.Get("Content-Type") != "text/event-stream" { // an event stream does not end
		var err error
		if body, err = io.ReadAll(response.Body); err != nil {
			s.Fatalf("%s: %v", pattern, err)
		}
	}
	return became(response, body), response.Status + " " + string(body[:min(len(body), 300)])
}

// send sends a request with a caller's credentials. The response ends with the test, or with its
// body.
func (s *served) send(c caller, method, address, body string) *http.Response {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), 30*time.Second)
	s.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, method, s.URL+address, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if strings.HasPrefix(address, runsPath) && strings.Contains(address, "/lines") {
		request.Header.Set("Content-Type", "application/x-ndjson")
	}
	if strings.HasPrefix(address, "/imports/") {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if c.token != "" {
		request.Header.Set("Authorization", c.token)
	}
	if c.cookie != "" {
		request.Header.Set("Cookie", c.cookie)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		s.Fatalf("%s %s: %v", method, address, err)
	}
	return response
}

var isHidden = regexp.MustCompile(`"(import_supplier_not_found|import_process_does_not_exist|account_not_found|run_does_not_exist)"|<h1>There is no such (supplier|run)</h1>`)

func became(response *http.Response, body []byte) outcome {
	switch {
	case response.StatusCode >= http.StatusInternalServerError:
		return outcome(response.Status)
	case response.StatusCode == http.StatusUnauthorized:
		return who
	case response.StatusCode == http.StatusForbidden:
		return no
	case response.StatusCode == http.StatusSeeOther && strings.HasPrefix(response.Header.Get("Location"), "/imports/login/"):
		return login
	case response.StatusCode == http.StatusNotFound && bytes.Contains(body, []byte("does not have this route")):
		return closed
	case response.StatusCode >= http.StatusBadRequest && isHidden.Match(body):
		return hidden
	}
	return in
}

// fill puts values into a pattern: the names of existing things where the request does no
// harm to them, and otherwise of things that do not exist.
func (s *served) fill(method, path string) string {
	collection := "suppliers"
	switch {
	case path == strings.TrimSuffix(runsPath, "/"), path == runsPath+"{$}", strings.HasPrefix(path, runsPath+"check/"):
		return strings.TrimSuffix(path, "{$}") + "?import_supplier=ACME"

	case strings.Contains(path, "truncate"), method != http.MethodGet && path == "/api/collections/{collection}":
		collection = "none"
	case strings.HasPrefix(path, "/api/collections/{collection}/") && !strings.Contains(path, "/records"):
		collection = core.CollectionNameSuperusers
	}
	switch path {
	case "/imports/{path...}":
		return "/imports/ACME/1001/none"
	case "/runs/", "/runs/{path...}":
		return "/runs/none/none/none"
	case "/runs", "/runs/{$}":
		return "/runs/?supplier=ACME"
	}
	return strings.NewReplacer("{collection}", collection, "{$}", "", "{path...}", "none", "{run}", s.run, "{name}", "style.css",
		"{import_supplier_code}", "ACME", "{external_account_number}", "1001", "{supplier}", "ACME", "{account}", "1001",
		"{staging}", "none", "{id}", "none", "{key}", "none.zip", "{recordId}", "none", "{filename}", "none").Replace(path)
}

// bodyFor returns a body about the client's account, or an empty one where the request
// would do harm.
func bodyFor(path string) string {
	switch {
	case strings.HasPrefix(path, "/v1/data-import/account-import-process/process"):
		return `{"import_supplier_code":"ACME","external_account_number":"1001","operations_team_name":"Migration"}`
	case strings.HasPrefix(path, "/v1/data-import/notes"):
		return `{"import_supplier":"ACME","external_account_number":"1001","notes":[{"body":"Called.","created_at":"2024-02-29T10:00:00Z"}]}`
	case strings.HasPrefix(path, runsPath+"{run}/reconciliation"):
		return `{"agrees":true,"verdict":"Everything agrees.","book_sha256":"none","totals":[{"title":"Accounts","sent":"0","stored":"0","difference":"0","agrees":true}]}`
	case strings.HasPrefix(path, runsPath+"{run}/"):
		return `{}`
	case strings.HasPrefix(path, "/v1/"):
		return `{"import_supplier":"ACME","external_account_number":"1001"}`
	case path == "/api/sql":
		return `{"query":"SELECT id FROM teams"}`
	case strings.HasPrefix(path, "/api/"):
		return `{}`
	}
	return ""
}
