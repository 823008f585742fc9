package foreign_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"

	"dataimport/modules/kit/domain/foreign"
)

const marker = "zoe.nunez@example.com"

func TestDescribe(t *testing.T) {
	for text, err := range map[string]error{
		"answered 550 5.1.1":                    fmt.Errorf("mail: %w", &textproto.Error{Code: 550, Msg: "5.1.1 <" + marker + "> unknown"}),
		"answered 452":                          &textproto.Error{Code: 452, Msg: marker},
		"answered 550":                          &textproto.Error{Code: 550, Msg: "5.1.1234 " + marker},
		"cut off by this side":                  &url.Error{Op: "Post", URL: marker, Err: context.Canceled},
		"no answer in time":                     &url.Error{Op: "Post", URL: marker, Err: context.DeadlineExceeded},
		"its name does not resolve":             &net.OpError{Op: "dial", Err: &net.DNSError{Name: marker, IsNotFound: true}},
		"its name cannot be looked up":          &net.DNSError{Name: marker, IsTimeout: true},
		"connection refused":                    &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)},
		"permission denied":                     &fs.PathError{Op: "open", Path: marker, Err: syscall.EACCES},
		"not found, or not permitted":           fmt.Errorf(marker+": %w", fs.ErrNotExist),
		"the connection was cut off":            fmt.Errorf(marker+": %w", io.ErrUnexpectedEOF),
		"it does not speak TLS":                 fmt.Errorf(marker+": %w", tls.RecordHeaderError{Msg: marker}),
		"another failure (*errors.errorString)": fmt.Errorf("x: %w", errors.New(marker)),
	} {
		if got := foreign.Describe(err); got != text {
			t.Errorf("%q, want %q", got, text)
		}
		if hidden := foreign.Hide(err); hidden.Error() != text || !errors.Is(hidden, err) {
			t.Errorf("hidden: %v", hidden)
		}
	}
	if foreign.Hide(nil) != nil {
		t.Error("an error for none")
	}
}

// Whatever a server answers, nothing of it is in the description.
func TestAnswersOfServers(t *testing.T) {
	for _, answer := range []string{
		marker + "\r\n\r\n", "HTTP/1.1 " + marker + "\r\n\r\n", "HTTP/1.1 200 OK\r\n" + marker + "\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: " + marker + "\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: ://" + marker + "\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: " + marker + "\r\n\r\n", "",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			connection, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer connection.Close()
			_, _ = connection.Write([]byte(answer))
		}))
		response, err := http.Get(server.URL + "/" + marker)
		if err == nil {
			_ = response.Body.Close()
			t.Errorf("%q is taken", answer)
		} else if text := foreign.Describe(err); strings.Contains(text, "zoe") {
			t.Errorf("%q: %s", answer, text)
		}
		server.Close()
	}
}
