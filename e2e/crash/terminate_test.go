package crash

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// half is a request whose body the service has begun to read.
type half struct {
	net.Conn
	reader *bufio.Reader
	rest   string
}

// begin sends a request without the end of its body. It returns when the service asks for
// the body: then the request is under way.
func (c *client) begin(t testing.TB, path, body string) *half {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	_, err = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n",
		path, c.token, len(body))
	if err != nil {
		t.Fatal(err)
	}
	h := &half{connection, bufio.NewReader(connection), body[len(body)/2:]}
	if line, err := h.reader.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("got %q %v", line, err)
	}
	if _, err := h.reader.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(connection, body[:len(body)/2]); err != nil {
		t.Fatal(err)
	}
	return h
}

// end sends the rest and returns the answer.
func (h *half) end(t testing.TB) answer {
	t.Helper()
	if _, err := io.WriteString(h, h.rest); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(h.reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(text)}
}

func bare(number string) string {
	return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,"customers":[{"given_name":"Zoë","family_name":"O’Neill"}]}`, number)
}

// refusing waits until the service accepts no more requests, and returns its refusal.
func (c *client) refusing(t testing.TB) answer {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		a, err := c.get(statusPath + "nobody/")
		if err != nil {
			t.Fatal(err)
		}
		if a.status == http.StatusServiceUnavailable {
			return a
		}
	}
	t.Fatal("the service goes on")
	return answer{}
}

// When the service is told to stop, requests that have begun get their answer, later ones
// are refused, and the program ends with 0.
func TestTerminated(t *testing.T) {
	t.Parallel()
	s := newService(t, filepath.Join(t.TempDir(), "data"), 1)
	s.start()
	c := s.client(s.keys[0])
	begun := c.begin(t, stagePath, bare("begun"))
	ended := s.terminate()
	a := c.refusing(t)
	if a.code() != "shutting_down" || a.header.Get("Retry-After") == "" {
		t.Errorf("refused with %s, Retry-After %q", a.body, a.header.Get("Retry-After"))
	}
	if a, err := c.post(stagePath, bare("late")); err != nil || a.code() != "shutting_down" {
		t.Errorf("a late request: %d %s %v", a.status, a.body, err)
	}
	if a := begun.end(t); a.status != http.StatusCreated {
		t.Errorf("what was begun: %d %s", a.status, a.body)
	}
	if err := <-ended; err != nil {
		t.Errorf("the program ended with %v", err)
	}
	db := open(t, s.dir)
	if d := read(t, db); len(d.processes) != 1 || d.processes["begun"].state != "staged" {
		t.Errorf("stored: %v", d.processes)
	}
	consistent(t, db)
}

// A request that never ends keeps the program no longer than the grace.
func TestTerminatedWithoutPatience(t *testing.T) {
	t.Parallel()
	s := newService(t, filepath.Join(t.TempDir(), "data"), 1, "--grace", "100ms")
	s.start()
	s.client(s.keys[0]).begin(t, stagePath, bare("begun"))
	select {
	case err := <-s.terminate():
		if err != nil {
			t.Errorf("the program ended with %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Error("the program does not end")
	}
}

// When the service is told to stop under load, it loses no data, and every accepted
// request gets an answer.
func TestTerminatedUnderLoad(t *testing.T) {
	t.Parallel()
	random, chosen := dice(t)
	s := newService(t, filepath.Join(t.TempDir(), "data"), 3)
	l := newLoad(s, chosen, 12)
	for range 3 {
		s.start()
		l.connect()
		goal := l.record.total() + 1 + random.IntN(150)
		stopped := make(chan error, 1)
		go func() {
			for deadline := time.Now().Add(30 * time.Second); l.record.total() < goal && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond)
			}
			stopped <- <-s.terminate()
		}()
		l.run(forever)
		if err := <-stopped; err != nil {
			t.Fatalf("the program ended with %v: %s", err, s.output)
		}
		db := open(t, s.dir)
		consistent(t, db)
		l.record.isIn(t, read(t, db))
	}
	s.start()
	l.connect()
	l.finish()
	db := open(t, s.dir)
	consistent(t, db)
	l.record.isIn(t, read(t, db))
}
