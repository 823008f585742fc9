package reconciliation

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/http/apiclient"
)

// readStored reads all accounts from a service that answers its n-th request with answer.
func readStored(t *testing.T, answer func(n int, after string, w http.ResponseWriter)) (numbers []string, err error) {
	t.Helper()
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/graphql/" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"data":{"obtainToken":{"token":"t","refreshToken":""}}}`)
			return
		}
		if r.URL.EscapedPath() != "/v1/data-import/reconciliation/A%2FB%20%C3%A9/" {
			t.Errorf("the path is %s", r.URL.EscapedPath())
		}
		w.Header().Set("Content-Type", "application/x-ndjson")
		n++
		answer(n, r.URL.Query().Get("after"), w)
	}))
	t.Cleanup(server.Close)
	r := &storedReader{client: apiclient.New(apiclient.Options{URL: server.URL, Key: "k", FirstPause: time.Millisecond, RetryFor: time.Second}), supplier: "A/B é", known: listFigures(nil)}
	r.start(t.Context())
	for {
		a, err := r.readAccount()
		if err != nil || a == nil {
			return numbers, err
		}
		numbers = append(numbers, a.number)
	}
}

func lineOf(number string) string {
	return fmt.Sprintf(`{"external_account_number":%q,"service_account_number":"","state":"imported","sha256":"","figures":{"accounts":1},"documents":[]}`+"\n", number)
}

// An answer that breaks off, also inside a line, is continued behind the last account.
func TestABrokenAnswerIsContinued(t *testing.T) {
	numbers, err := readStored(t, func(n int, after string, w http.ResponseWriter) {
		if want := []string{"", "1 +é", "2"}[n-1]; after != want {
			t.Errorf("request %d asks for what is after %q, want %q", n, after, want)
		}
		switch n {
		case 1:
			_, _ = io.WriteString(w, lineOf("1 +é")+lineOf("2")[:20])
		case 2:
			_, _ = io.WriteString(w, lineOf("2"))
		case 3:
			_, _ = io.WriteString(w, lineOf("3"))
			return
		}
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	if err != nil || strings.Join(numbers, ",") != "1 +é,2,3" {
		t.Errorf("%q, %v", numbers, err)
	}
}

func TestAnswersThatAreNotUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		lineOf("2") + lineOf("1"): "not in order",
		lineOf("1") + lineOf("1"): "not in order",
		"{}\n":                    "not in order",
		"[]\n":                    "not understood",
		strings.Replace(lineOf("1"), `"accounts"`, `"houses"`, 1): "there is no figure houses",
	} {
		_, err := readStored(t, func(_ int, _ string, w http.ResponseWriter) { _, _ = io.WriteString(w, text) })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// An older service has no such endpoint.
func TestAServiceThatReconcilesNothing(t *testing.T) {
	_, err := readStored(t, func(_ int, _ string, w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"code":"not_found","detail":"There is nothing here."}`)
	})
	if err == nil || !strings.Contains(err.Error(), "older than this program") {
		t.Error(err)
	}
}

func TestTheVerdict(t *testing.T) {
	for want, a := range map[string]about{
		"Everything agrees: 1 account.":                                            {Agrees: true, Agreeing: 1},
		"2 accounts agree, 1 total differs.":                                       {Agreeing: 2, TotalsDiffer: 1},
		"0 accounts agree, 1 account differs, 2 lines of the book cannot be read.": {Differing: 1, Unreadable: 2},
	} {
		if got := a.verdict(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
