package attack

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

const validatePath = "/v1/data-import/validate-account/"

// faulty is an account of so many bytes with a fault in every few bytes.
func faulty(bytes int) string {
	var b strings.Builder
	b.WriteString(`{"import_supplier":"ACME","external_account_number":"1001","customers":[{"family_name":"Núñez"}]`)
	for i := 0; b.Len() < bytes; i++ {
		fmt.Fprintf(&b, `,"a%d":1`, i)
	}
	return b.String() + `}`
}

// maxGrowth is how many bytes of memory a byte of a body may take, with its answer.
const maxGrowth = 30

// Bodies full of faults, whatever their form, take memory in proportion to their size,
// and are answered with few megabytes.
func TestWhatABodyFullOfFaultsCosts(t *testing.T) {
	s := shared(t)
	token := s.tokenOf(t, s.reader)
	const size = 9 << 20
	account := `{"import_supplier":"ACME","external_account_number":"1001",`
	for name, body := range map[string]string{
		"unknown members":        faulty(size),
		"empty customers":        fill(size, account+`"customers":[`, `{},`, `{}]}`),
		"customers of no object": fill(size, account+`"customers":[`, `0,`, `0]}`),
		"faulty transactions":    fill(size, account+`"ledgers":[{"transactions":[`, `{"a":1,"b":2,"amount":"x"},`, `{}]}]}`),
		"lists in lists":         fill(size, account+`"customers":`, `[`, ``),
		"a long text":            fill(size, account+`"customers":[{"family_name":"`, `\u0007`, `"}]}`),
		"metadata":               fill(size, account+`"metadata":[`, `{"key":"a","value":{}},`, `{}]}`),
	} {
		s.resetPeak()
		before := s.resident(t, "VmHWM")
		a := s.ask(t, request{path: validatePath, authorization: token, body: body})
		grown := s.resident(t, "VmHWM") - before
		if a.status >= http.StatusInternalServerError || len(a.body) > 4<<20 && a.status != http.StatusOK {
			t.Errorf("%s: %d, and %d bytes", name, a.status, len(a.body))
		}
		if grown > maxGrowth*size {
			t.Errorf("%s: the memory has grown by %d bytes", name, grown)
		}
	}
}

// maxUnread is the memory of the program beside a flood of answers that are not read, without
// the pages of its own file: the system maps these, and takes them back when it needs them.
const maxUnread = 200 << 20

// A read-only client that sends large bodies full of faults over many connections, and
// reads no answer, takes no more memory than its share. Another client is served beside
// it.
func TestAnswersThatAreNotRead(t *testing.T) {
	t.Parallel()
	s := newService(t)
	reader, writer := s.tokenOf(t, s.reader), s.tokenOf(t, s.writer)
	for _, body := range []string{faulty(2 << 20), faulty(60 << 10)} {
		var group sync.WaitGroup
		for range 40 {
			connection, err := net.Dial("tcp", s.address)
			if err != nil {
				t.Fatal(err)
			}
			defer connection.Close()
			_ = connection.SetWriteDeadline(time.Now().Add(6 * time.Second)) // the service reads no body that it has no room for
			group.Go(func() {
				_, _ = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", validatePath, reader, len(body))
				_, _ = io.WriteString(connection, body)
			})
		}
		for began, i := time.Now(), 0; time.Since(began) < 6*time.Second; i++ {
			asked := time.Now()
			a := s.ask(t, request{path: validatePath, authorization: writer, body: fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":"%d","customers":[{"family_name":"Núñez"}]}`, i)})
			if took := time.Since(asked); a.status != http.StatusOK || took > 10*time.Second {
				t.Errorf("another client beside the flood: %d after %s: %s", a.status, took, a.body)
			}
			time.Sleep(20 * time.Millisecond)
		}
		group.Wait()
	}
	if most := s.resident(t, "VmHWM") - s.resident(t, "RssFile"); most > maxUnread {
		t.Errorf("the program had %d bytes", most)
	}
}
