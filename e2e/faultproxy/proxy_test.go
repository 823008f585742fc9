package faultproxy_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"dataimport/e2e/faultproxy"
)

const served = "from the server"

// behind is a proxy before a real server, and a client that keeps no connection.
func behind(t *testing.T) (*faultproxy.Proxy, func() (int, string, error)) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, served)
	}))
	t.Cleanup(server.Close)
	proxy := faultproxy.New(t, server.Listener.Addr().String())
	client := &http.Client{Timeout: 300 * time.Millisecond, Transport: &http.Transport{DisableKeepAlives: true}}
	return proxy, func() (int, string, error) {
		response, err := client.Post(proxy.URL(), "text/plain", strings.NewReader("a question"))
		if err != nil {
			return 0, "", err
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		return response.StatusCode, string(body), err
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	const minute = time.Minute
	for name, test := range map[string]struct {
		fault  faultproxy.Fault
		status int
		body   string
		failed func(error) bool
	}{
		"pass":        {fault: faultproxy.Pass, status: 200, body: served},
		"short delay": {fault: faultproxy.Delay(time.Millisecond), status: 200, body: served},
		"long delay":  {fault: faultproxy.Delay(minute), failed: timeout},
		"hang":        {fault: faultproxy.Hang, failed: timeout},
		"reset":       {fault: faultproxy.Reset, failed: is(syscall.ECONNRESET)},
		"half close":  {fault: faultproxy.HalfClose, failed: is(io.EOF)},
		"answer":      {fault: faultproxy.Answer(429, "later", "Retry-After: 1"), status: 429, body: "later"},
		"raw":         {fault: faultproxy.Raw("HTTP/1.0 203 OK\r\n\r\nold"), status: 203, body: "old"},
		"cut off":     {fault: faultproxy.CutOff(200, "0123456789"), status: 200, body: "01234", failed: is(io.ErrUnexpectedEOF)},
		"drip":        {fault: faultproxy.Drip(time.Millisecond, 200, "drip"), status: 200, body: "drip"},
		"slow drip":   {fault: faultproxy.Drip(minute, 200, "drip"), status: 200, failed: timeout},
	} {
		t.Run(name, func(t *testing.T) {
			proxy, ask := behind(t)
			proxy.Next(test.fault)
			status, body, err := ask()
			if status != test.status || body != test.body {
				t.Errorf("got %d %q", status, body)
			}
			if (err != nil) != (test.failed != nil) || err != nil && !test.failed(err) {
				t.Errorf("got error %v", err)
			}
			if status, body, err := ask(); err != nil || status != 200 || body != served {
				t.Errorf("the next connection: %d %q %v", status, body, err)
			}
			if n := proxy.Connections(); n != 2 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

func TestAlwaysAndCut(t *testing.T) {
	t.Parallel()
	proxy, ask := behind(t)
	proxy.Always(faultproxy.Answer(500, ""))
	proxy.Next(faultproxy.Pass)
	for _, want := range []int{200, 500, 500} {
		if status, _, err := ask(); err != nil || status != want {
			t.Errorf("got %d %v, not %d", status, err, want)
		}
	}
	proxy.Always(faultproxy.Hang)
	time.AfterFunc(20*time.Millisecond, proxy.Cut)
	if _, _, err := ask(); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("after a cut: %v", err)
	}
}

func TestStopAndStart(t *testing.T) {
	t.Parallel()
	proxy, ask := behind(t)
	proxy.Stop()
	if _, _, err := ask(); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("stopped: %v", err)
	}
	proxy.Start()
	if status, _, err := ask(); err != nil || status != 200 {
		t.Errorf("started again: %d %v", status, err)
	}
}

func timeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}

func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}
