package apiclient_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dataimport/modules/kit/http/apiclient"
)

// fakeService gives tokens for the key "secret", and has one other endpoint.
type fakeService struct {
	tokens atomic.Int64 // that were given
	asked  atomic.Int64 // requests of the other endpoint
	answer func(n int64, w http.ResponseWriter, r *http.Request)
}

func (f *fakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/v1/graphql/" {
		f.answer(f.asked.Add(1), w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/json")
	switch {
	case strings.Contains(string(body), `"APIKey":"secret"`):
		fmt.Fprintf(w, `{"data":{"obtainToken":{"token":"t%d","refreshToken":""}}}`, f.tokens.Add(1))
	default:
		_, _ = io.WriteString(w, `{"errors":[{"message":"The key is not valid.","extensions":{"errorCode":"KT-CT-1139"}}]}`)
	}
}

func newClient(t *testing.T, key string, answer func(n int64, w http.ResponseWriter, r *http.Request)) (*apiclient.Client, *fakeService) {
	f := &fakeService{answer: answer}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return apiclient.New(apiclient.Options{URL: server.URL, Key: key, RetryFor: 2 * time.Second, FirstPause: time.Millisecond, Idle: 300 * time.Millisecond}), f
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}

var request = apiclient.Request{Method: http.MethodGet, Path: "/v1/things/"}

func TestCall(t *testing.T) {
	for name, test := range map[string]struct {
		key    string
		answer func(n int64, w http.ResponseWriter, r *http.Request)
		asked  int64
		err    string // empty for success
	}{
		"at once": {answer: func(_ int64, w http.ResponseWriter, _ *http.Request) { say(w, 200, `{"n":7}`) }, asked: 1},
		"after a restart of the service": {asked: 3, answer: func(n int64, w http.ResponseWriter, _ *http.Request) {
			if n < 3 {
				say(w, 503, `{"code":"shutting_down","detail":"Later."}`)
				return
			}
			say(w, 200, `{"n":7}`)
		}},
		"with a new token": {asked: 2, answer: func(_ int64, w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Token t2" {
				say(w, 401, `{"code":"token_expired","detail":"Expired."}`)
				return
			}
			say(w, 200, `{"n":7}`)
		}},
		"after a lost connection": {asked: 2, answer: func(n int64, w http.ResponseWriter, _ *http.Request) {
			if n == 1 {
				panic(http.ErrAbortHandler)
			}
			say(w, 200, `{"n":7}`)
		}},
		"after silence": {asked: 2, answer: func(n int64, w http.ResponseWriter, r *http.Request) {
			if n == 1 {
				<-r.Context().Done()
				return
			}
			say(w, 200, `{"n":7}`)
		}},
		"refused": {answer: func(_ int64, w http.ResponseWriter, _ *http.Request) {
			say(w, 400, `{"code":"nothing_there","detail":"None.","errors":[{"code":"x","attr":"y","detail":"z"}]}`)
		}, asked: 1, err: "nothing_there: None."},
		"refused by a proxy": {answer: func(_ int64, w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", 404) }, asked: 1, err: "http_404: The answer was 404 Not Found."},
		"a page":             {answer: func(_ int64, w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }, asked: 1, err: "does not answer in JSON, see --url"},
		"a redirection": {answer: func(_ int64, w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example/", http.StatusFound)
		}, asked: 1,
			err: `redirects to "https://elsewhere.example/"`},
		"no token is accepted": {answer: func(_ int64, w http.ResponseWriter, _ *http.Request) {
			say(w, 401, `{"code":"invalid_token","detail":"No."}`)
		}, asked: 2,
			err: "does not accept its own token"},
		"a wrong key":  {key: "wrong", err: "the API key is not accepted: The key is not valid. KT-CT-1139"},
		"other answer": {answer: func(_ int64, w http.ResponseWriter, _ *http.Request) { say(w, 200, `[`) }, asked: 1, err: "is not understood"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.key == "" {
				test.key = "secret"
			}
			client, f := newClient(t, test.key, test.answer)
			var into struct {
				N int `json:"n"`
			}
			err := client.Call(t.Context(), request, &into)
			switch {
			case test.err == "" && (err != nil || into.N != 7):
				t.Errorf("%v, %+v", err, into)
			case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
				t.Errorf("%v, want %q", err, test.err)
			}
			if f.asked.Load() != test.asked {
				t.Errorf("%d requests, want %d", f.asked.Load(), test.asked)
			}
			if client.FindWait(time.Now()).IsAny() {
				t.Error("it still waits")
			}
		})
	}
}

// A service that stays away ends the call when its time is up. Until then the client says what
// it waits for.
func TestGivingUp(t *testing.T) {
	t.Parallel()
	waited := make(chan string, 1)
	var client *apiclient.Client
	client, _ = newClient(t, "secret", func(n int64, w http.ResponseWriter, _ *http.Request) {
		if n == 3 {
			waited <- client.FindWait(time.Now()).Describe("the service", time.Now())
		}
		say(w, 503, `{"code":"storage_full","detail":"The disk is full."}`)
	})
	err := client.Call(t.Context(), request, nil)
	if !errors.Is(err, apiclient.ErrUnfinished) || !strings.Contains(err.Error(), "storage_full") {
		t.Error(err)
	}
	if text := <-waited; !strings.HasPrefix(text, "waiting for the service: 503 storage_full: The disk is full.") {
		t.Error(text)
	}
}

func TestTheEndOfTheContextEndsAPause(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	client, _ := newClient(t, "secret", func(_ int64, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "1")
		say(w, 429, `{"code":"throttled","detail":"Slowly."}`)
		cancel()
	})
	if err := client.Call(ctx, request, nil); !errors.Is(err, apiclient.ErrUnfinished) {
		t.Error(err)
	}
}

// An answer that breaks off is repeated. The time begins anew where the attempt got on.
func TestStreaming(t *testing.T) {
	t.Parallel()
	client, f := newClient(t, "secret", func(n int64, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", apiclient.MediaLines)
		fmt.Fprintf(w, "%d\n", n)
		_ = http.NewResponseController(w).Flush()
		if n < 4 {
			panic(http.ErrAbortHandler)
		}
	})
	var lines []string
	err := client.Repeat(t.Context(), func() error {
		_, err := client.Attempt(t.Context(), request, func(_ http.Header, body io.Reader) error {
			scanner := bufio.NewScanner(body)
			for scanner.Scan() {
				lines = append(lines, scanner.Text())
			}
			if scanner.Err() != nil {
				return apiclient.BrokenError(scanner.Err())
			}
			return nil
		})
		if err != nil {
			return &apiclient.ProgressError{Err: err}
		}
		return nil
	})
	if err != nil || strings.Join(lines, " ") != "1 2 3 4" || f.asked.Load() != 4 {
		t.Errorf("%v, %v", err, lines)
	}
}
