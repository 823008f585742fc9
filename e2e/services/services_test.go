package services

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/minio/minio-go/v7"
)

// bothWays runs a test in each way that this machine has.
func bothWays(t *testing.T, test func(t *testing.T, mode string)) {
	for _, mode := range []string{Docker, Process} {
		t.Run(mode, func(t *testing.T) {
			if mode == Docker {
				if _, err := engine(); err != nil {
					t.Skip(err)
				}
			}
			t.Parallel()
			test(t, mode)
		})
	}
}

func TestS3KeepsItsDataWhenItIsStopped(t *testing.T) {
	bothWays(t, func(t *testing.T, mode string) {
		s := newS3()
		var err error
		if s.Service, err = runIn(t, mode, s.program(t)); err != nil {
			t.Fatal(err)
		}
		s.prepare(t)
		s.Put(t, "letters/a.pdf", []byte("content"))
		url := s.URL
		s.Stop()
		if _, err := http.Get(s.URL); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Fatalf("a stopped service answers %v; want the connection refused", err)
		}
		s.Stop() // which is stopped already
		s.Start()
		if s.URL != url {
			t.Errorf("it moved from %s to %s", url, s.URL)
		}
		object, err := s.Client.GetObject(context.Background(), s.Bucket, "letters/a.pdf", minio.GetObjectOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if content, err := io.ReadAll(object); err != nil || !bytes.Equal(content, []byte("content")) {
			t.Errorf("after a stop, the object is %q, %v", content, err)
		}
		s.Remove(t, "letters/a.pdf")
	})
}

func TestStripeMock(t *testing.T) {
	bothWays(t, func(t *testing.T, mode string) {
		s, err := runIn(t, mode, stripeMock)
		if err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequest(http.MethodGet, s.URL+"/v1/customers/cus_1", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.SetBasicAuth("sk_test_123", "")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(body), `"object":"customer"`) {
			t.Errorf("a customer is %d %.200s, %v", response.StatusCode, body, err)
		}
	})
}

func TestAProgramThatCannotStartSaysWhy(t *testing.T) {
	bothWays(t, func(t *testing.T, mode string) {
		broken := program{name: "versitygw", args: func(string, string) []string { return []string{"--no-such-flag"} }}
		_, err := runIn(t, mode, broken)
		if err == nil || !strings.Contains(err.Error(), "no-such-flag") {
			t.Errorf("got %v; want what the program wrote", err)
		}
	})
}

func TestChosen(t *testing.T) {
	t.Setenv(ModeVariable, Process)
	if mode, err := chosen(); mode != Process || err != nil {
		t.Errorf("forced to be a process, it is %s, %v", mode, err)
	}
	t.Setenv(ModeVariable, "podman")
	if mode, err := chosen(); err == nil {
		t.Errorf("an unknown way is taken for %s", mode)
	}
}
