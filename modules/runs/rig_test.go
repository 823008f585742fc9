package runs_test

import (
	"bytes"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/apptest"
)

const runsPath = "/v1/data-import/runs/"

// service is the service with a client that may write, and one that may only read.
type service struct {
	*apptest.Env
	token, reader, stranger string
}

func serve(t testing.TB, configure ...func(*config.Config)) service {
	t.Helper()
	env := apptest.Serve(t, modules.Mount(modules.All), configure...)
	s := service{Env: env, token: env.SetUp(nil)}
	env.Supplier("OTHER", nil)
	s.reader = env.Token(env.Client("Réader", map[string]any{"read_only": true}, "ACME"))
	s.stranger = env.Token(env.Client("Stranger", nil, "OTHER"))
	return s
}

// outcome is the answer to a line.
type outcome struct {
	Line    int        `json:"line"`
	SHA256  string     `json:"sha256"`
	Outcome string     `json:"outcome"`
	Retry   bool       `json:"retry"`
	Number  string     `json:"external_account_number"`
	Service string     `json:"service_account_number"`
	Step    string     `json:"step"`
	Code    string     `json:"code"`
	Detail  string     `json:"detail"`
	Errors  fault.List `json:"errors"`
	Done    []string   `json:"done"`
	Claims  []struct {
		Register, Key, Attr, Code string
	} `json:"claims"`
}

// text is the outcome with its code and faults, for comparison.
func (o outcome) text() string {
	parts := []string{o.Outcome}
	if o.Retry {
		parts[0] = "retry"
	}
	if o.Code != "" {
		parts = append(parts, o.Step, o.Code)
	}
	for _, f := range o.Errors {
		parts = append(parts, f.Code+"@"+f.Attr)
	}
	if len(o.Done) > 0 {
		parts = append(parts, "done:"+strings.Join(o.Done, ","))
	}
	return strings.Join(parts, " ")
}

// runObject is a run in an answer.
type runObject struct {
	ID       string         `json:"id"`
	State    string         `json:"state"`
	Client   string         `json:"client"`
	Previous *string        `json:"previous"`
	Outcomes map[string]int `json:"outcomes"`
	Faults   []struct {
		Code   string `json:"code"`
		Member string `json:"member"`
		Lines  int    `json:"lines"`
	} `json:"faults"`
}

// open opens a run of a mode.
func (s service) open(mode, more string) runObject {
	s.Helper()
	var r runObject
	answer := s.tryOpen(s.token, mode, "h", more)
	if answer.Status != http.StatusOK {
		answer.Expect(http.StatusCreated)
	}
	answer.Decode(&r)
	return r
}

func (s service) tryOpen(token, mode, holder, more string) *apptest.Answer {
	s.Helper()
	return s.Post(token, runsPath, fmt.Sprintf(`{"import_supplier":"ACME","name":"book.ndjson","mode":%q,"holder":%q,"operations_team_name":"Migration"%s}`, mode, holder, more))
}

func (s service) show(id string) (r runObject) {
	s.Helper()
	s.Get(s.token, runsPath+id+"/").Expect(http.StatusOK).Decode(&r)
	return r
}

// batch is the body of a batch of lines, numbered from 1.
func batch(entries ...string) string {
	var b strings.Builder
	for i, entry := range entries {
		fmt.Fprintf(&b, "{\"line\":%d,\"entry\":%s}\n", i+1, entry)
	}
	return b.String()
}

func (s service) trySend(token, path, body string) *apptest.Answer {
	s.Helper()
	return s.Send(http.MethodPost, token, path, body, "application/x-ndjson")
}

// send sends lines to a run.
func (s service) send(r runObject, entries ...string) []outcome {
	s.Helper()
	return s.decode(s.trySend(s.token, runsPath+r.ID+"/lines/?holder=h", batch(entries...)).Expect(http.StatusOK))
}

// check checks lines.
func (s service) check(entries ...string) []outcome {
	s.Helper()
	return s.decode(s.trySend(s.reader, runsPath+"check/lines/?import_supplier=ACME&operations_team_name=Migration", batch(entries...)).Expect(http.StatusOK))
}

func (s service) decode(answer *apptest.Answer) (list []outcome) {
	s.Helper()
	if got := answer.Header.Get("Content-Type"); got != "application/x-ndjson" {
		s.Errorf("content type %q", got)
	}
	for line := range bytes.Lines(answer.Body) {
		var o outcome
		if err := json.Unmarshal(line, &o, json.MatchCaseInsensitiveNames(true)); err != nil {
			s.Fatalf("%s: %v", line, err)
		}
		list = append(list, o)
	}
	return list
}

// expect fails the test unless the outcomes have these texts.
func (s service) expect(got []outcome, want ...string) {
	s.Helper()
	texts := make([]string, len(got))
	for i := range got {
		texts[i] = got[i].text()
	}
	if !slices.Equal(texts, want) {
		s.Errorf("outcomes\n%s\nwant\n%s", strings.Join(texts, "\n"), strings.Join(want, "\n"))
	}
}

// account is an account with more members.
func account(number, more string) string {
	return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,"customers":[{"given_name":"Zoë","family_name":"O’Neill"}]%s}`, number, more)
}

// enveloped is a line with an account and further data.
func enveloped(account, more string) string { return `{"account":` + account + more + `}` }
