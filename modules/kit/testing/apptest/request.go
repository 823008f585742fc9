package apptest

import (
	"bytes"
	"encoding/json/v2"
	"io"
	"net/http"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/paths"
)

// Answer is an answer of the service.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	env    *Env
}

// Token obtains an access token for a key.
func (e *Env) Token(key string) string {
	e.Helper()
	body, err := json.Marshal(map[string]any{
		"query":     `mutation ($key: String!) { obtainToken(input: {APIKey: $key}) { token } }`,
		"variables": map[string]string{"key": key},
	})
	if err != nil {
		e.Fatal(err)
	}
	var answer struct {
		Data struct {
			ObtainToken struct {
				Token string `json:"token"`
			} `json:"obtainToken"`
		} `json:"data"`
	}
	e.Post("", paths.GraphQL+"/", string(body)).Decode(&answer)
	if answer.Data.ObtainToken.Token == "" {
		e.Fatalf("no token for %q", key)
	}
	return answer.Data.ObtainToken.Token
}

// Post sends a JSON body. An empty token is not sent.
func (e *Env) Post(token, path, body string) *Answer {
	e.Helper()
	return e.Send(http.MethodPost, token, path, body, "application/json")
}

// Get sends a GET request.
func (e *Env) Get(token, path string) *Answer {
	e.Helper()
	return e.Send(http.MethodGet, token, path, "", "")
}

// metricsToken is the token that reads the metrics of a test's service.
const metricsToken = "a token of the metrics"

// Metrics reads the metrics.
func (e *Env) Metrics() *Answer {
	e.Helper()
	request, err := http.NewRequest(http.MethodGet, e.URL+"/metrics", nil)
	if err != nil {
		e.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+metricsToken)
	return e.Do(request, "").Expect(http.StatusOK)
}

// Send sends a request, and checks the request and its answer against the document.
func (e *Env) Send(method, token, path, body, contentType string) *Answer {
	e.Helper()
	request, err := http.NewRequest(method, e.URL+path, strings.NewReader(body))
	if err != nil {
		e.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Token "+token)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	return e.Do(request, body)
}

// Do sends a request. body is the request's body once more, for the check.
func (e *Env) Do(request *http.Request, body string) *Answer {
	e.Helper()
	response, err := e.client.Do(request)
	if err != nil {
		e.Fatal(err)
	}
	defer response.Body.Close()
	answer := &Answer{Status: response.StatusCode, Header: response.Header, env: e}
	if answer.Body, err = io.ReadAll(response.Body); err != nil {
		e.Fatal(err)
	}
	e.conforms(request, body, answer)
	return answer
}

// Decode reads the answer's body.
func (a *Answer) Decode(v any) {
	a.env.Helper()
	if err := json.Unmarshal(a.Body, v); err != nil {
		a.env.Fatalf("%d %s: %v", a.Status, a.Body, err)
	}
}

// ErrorBody is the one form of errors.
type ErrorBody struct {
	Detail                string     `json:"detail"`
	Code                  string     `json:"code"`
	Errors                fault.List `json:"errors"`
	RequestID             string     `json:"request_id"`
	ExternalAccountNumber string     `json:"external_account_number"`
	ServiceAccountNumber  string     `json:"service_account_number"`
}

// Expect fails the test unless the answer has this status.
func (a *Answer) Expect(status int) *Answer {
	a.env.Helper()
	if a.Status != status {
		a.env.Fatalf("status %d, want %d: %s", a.Status, status, a.Body)
	}
	return a
}

// Refused fails the test unless the answer is an error with this status and code,
// with the faults "code attr" in this order.
func (a *Answer) Refused(status int, code string, faults ...string) ErrorBody {
	a.env.Helper()
	a.Expect(status)
	var body ErrorBody
	a.Decode(&body)
	if body.Code != code {
		a.env.Fatalf("code %q, want %q: %s", body.Code, code, a.Body)
	}
	got := make([]string, len(body.Errors))
	for i, f := range body.Errors {
		got[i] = strings.TrimSpace(f.Code + " " + f.Attr)
	}
	if strings.Join(got, "\n") != strings.Join(faults, "\n") {
		a.env.Fatalf("faults\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(faults, "\n"))
	}
	if body.Detail == "" || !bytes.Contains(a.Body, []byte(`"errors":[`)) {
		a.env.Fatalf("an error without detail or errors: %s", a.Body)
	}
	return body
}
