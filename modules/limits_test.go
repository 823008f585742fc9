package modules_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"dataimport/modules"
	"dataimport/modules/kit/ops/config"
)

const listPath = "/v1/data-import/all-account-import-processes/ACME/"

// What an operator sets holds from the next request on, for that client alone.
func TestAClientMaySendSoManyInASecond(t *testing.T) {
	env, token := serve(t, modules.All)
	other := env.Token(env.Client("Other", map[string]any{"requests_per_second": 1000}, "ACME"))
	limit := func(n int) {
		env.Change("api_clients", "name", "Acme scripts", map[string]any{"requests_per_second": n})
	}
	limit(1)
	refused := 0
	for range 20 {
		if answer := env.Get(token, listPath); answer.Status == http.StatusTooManyRequests {
			answer.Refused(http.StatusTooManyRequests, "throttled")
			if answer.Header.Get("Retry-After") != "1" {
				t.Errorf("Retry-After %q", answer.Header.Get("Retry-After"))
			}
			refused++
		}
		env.Get(other, listPath).Expect(http.StatusOK)
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
	limit(0)
	for range 20 {
		env.Get(token, listPath).Expect(http.StatusOK)
	}
	metrics := string(env.Metrics().Body)
	if want := fmt.Sprintf(`dataimport_http_requests_total{code="throttled",method="GET",operation="listAll",status="429"} %d`, refused); !strings.Contains(metrics, want) {
		t.Errorf("no %s", want)
	}
}

// A request whose body has not come yet is one that is being answered.
func TestAClientMayHaveSoManyAnsweredAtOnce(t *testing.T) {
	env, token := serve(t, modules.All)
	env.Change("api_clients", "name", "Acme scripts", map[string]any{"concurrent_requests": 1})
	body, writer := io.Pipe()
	in := make(chan struct{}) // closed when the service asks for the body
	trace := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(in) }})
	request, err := http.NewRequestWithContext(trace, http.MethodPost, env.URL+stagePath, body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Token "+token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Expect", "100-continue")
	transport := &http.Transport{ExpectContinueTimeout: time.Minute}
	defer transport.CloseIdleConnections()
	statuses := make(chan int, 1)
	go func() {
		response, err := transport.RoundTrip(request)
		if err != nil {
			statuses <- 0
			return
		}
		_ = response.Body.Close()
		statuses <- response.StatusCode
	}()
	account := `{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}]}`
	select {
	case <-in:
	case status := <-statuses:
		t.Fatalf("the first one: %d", status)
	}
	if _, err := io.WriteString(writer, account[:10]); err != nil {
		t.Fatal(err)
	}
	answer := env.Get(token, listPath)
	answer.Refused(http.StatusTooManyRequests, "concurrency_limit_reached")
	if answer.Header.Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q", answer.Header.Get("Retry-After"))
	}
	env.Change("api_clients", "name", "Acme scripts", map[string]any{"concurrent_requests": 2})
	env.Get(token, listPath).Expect(http.StatusOK)
	env.Change("api_clients", "name", "Acme scripts", map[string]any{"concurrent_requests": 1})
	if _, err := io.WriteString(writer, account[10:]); err != nil {
		t.Fatal(err)
	}
	_ = writer.Close()
	if status := <-statuses; status != http.StatusCreated {
		t.Errorf("the first one: %d", status)
	}
	answer = env.Get(token, listPath)
	for end := time.Now().Add(8 * time.Second); answer.Status != http.StatusOK && time.Now().Before(end); {
		answer = env.Get(token, listPath) // the server is done a moment after its answer is here
	}
	answer.Expect(http.StatusOK)
}

// Keys cannot be tried at full speed.
func TestTokensAreAskedForSoOften(t *testing.T) {
	env, token := serve(t, modules.All, func(c *config.Config) { c.PerSecond = 1 })
	refused := 0
	for range 20 {
		if env.Post("", "/v1/graphql/", `{"query":"mutation { obtainToken(input: {APIKey: \"x\"}) { token } }"}`).Status == http.StatusTooManyRequests {
			refused++
		}
		env.Get(token, listPath).Expect(http.StatusOK) // who has a token is not held up
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}
