package e2e

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// raw sends a text as it is. It returns all answers until the service closes the
// connection, which it does when the sender has ended its side.
func (s *service) raw(t *testing.T, text string) string {
	t.Helper()
	connection, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if err := connection.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(connection, text) // the service may refuse before it has read everything
	_ = connection.(*net.TCPConn).CloseWrite()
	answer, _ := io.ReadAll(bufio.NewReader(connection)) // the service may reset the connection after its answer
	return string(answer)
}

// The service refuses requests that two servers could read in two ways, or reads them in
// one way. An address never leads to another resource than it names.
func TestRequestsThatMeanToDeceive(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	s.start()
	token := s.token(key)
	post := func(headers, body string) string {
		return "POST /v1/data-import/validate-account/ HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Token " + token +
			"\r\nContent-Type: application/json\r\n" + headers + "\r\n" + body
	}
	get := func(target, headers string) string {
		return "GET " + target + " HTTP/1.1\r\nHost: evil.example\r\n" + headers + "\r\n"
	}
	authorised := "Authorization: Token " + token + "\r\n"
	const smuggled = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	for name, c := range map[string]struct {
		text    string
		status  string
		answers int // 0 stands for 1
	}{
		"two lengths":                   {post("Content-Length: 2\r\nContent-Length: 40\r\n", "{}"+smuggled), "400", 1},
		"two lengths in one":            {post("Content-Length: 2, 40\r\n", "{}"+smuggled), "400", 1},
		"a signed length":               {post("Content-Length: +2\r\n", "{}"+smuggled), "400", 1},
		"a negative length":             {post("Content-Length: -2\r\n", "{}"+smuggled), "400", 1},
		"a hexadecimal length":          {post("Content-Length: 0x2\r\n", "{}"+smuggled), "400", 1},
		"a length before a colon":       {post("Content-Length : 2\r\n", "{}"+smuggled), "400", 1},
		"an encoding before a colon":    {post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"+smuggled), "400", 1},
		"another encoding":              {post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"+smuggled), "501", 1},
		"two encodings":                 {post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n"+smuggled), "501", 1},
		"a list of encodings":           {post("Transfer-Encoding: identity, chunked\r\n", "0\r\n\r\n"+smuggled), "501", 1},
		"a size that is none":           {post("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"+smuggled), "400", 1},
		"a length and an encoding":      {post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n", "4\r\n{\"x\"\r\n0\r\n\r\n"), "400", 1},
		"a length beyond what is there": {post("Content-Length: 500\r\n", "{}"+smuggled), "400", 1},
		"a name with a space":           {get("/healthz", "X Y: 1\r\n"), "400", 1},
		"a zero byte in a header":       {get("/healthz", "X-Y: a\x00b\r\n"), "400", 1},
		"a line break in a header":      {get("/healthz", "X-Y: a\rb\r\n"), "400", 1},
		"two hosts":                     {get("/healthz", "Host: other.example\r\n"), "400", 1},
		"huge headers":                  {get("/healthz", "X-Y: "+strings.Repeat("x", 100<<10)+"\r\n"), "431", 1},
		"many headers":                  {get("/healthz", strings.Repeat("X-Y: "+strings.Repeat("x", 100)+"\r\n", 1000)), "431", 1},
		"another site's address":        {get("http://evil.example/v1/data-import/schema/", ""), "401", 1},
		"a zero byte in the address":    {get("/v1/\x00", ""), "400", 1},
		"an escaped zero byte":          {get("/v1/data-import/all-account-import-processes/%00/", authorised), "404", 1},
		"an encoded slash":              {get("/v1/data-import/x/..%2f..%2f..%2fapi%2fsettings", authorised), "404", 1},
		"encoded dots":                  {get("/v1/%2e%2e/api/settings", authorised), "", 1},
		"dots":                          {get("/v1/../api/settings", authorised), "", 1},
		"two slashes":                   {get("//evil.example/%2e%2e", ""), "", 1},
		"a backslash":                   {get("/\\evil.example/..", ""), "", 1},
		"capitals":                      {get("/V1/DATA-IMPORT/SCHEMA/", authorised), "404", 1},
		"pages of a host":               {get("/imports/ACME/", ""), "303", 1},
		"pages without a slash":         {get("/imports", ""), "", 1},
		"a tunnel":                      {"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", "", 1},
		"a trace":                       {"TRACE /healthz HTTP/1.1\r\nHost: x\r\nX-Secret: s3cret\r\n\r\n", "", 1},
		"another protocol":              {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			answer := s.raw(t, c.text)
			if n := strings.Count(answer, "HTTP/1.1 "); n > 1 {
				t.Errorf("%d answers: a request was smuggled: %s", n, answer)
			}
			status, _, _ := strings.Cut(strings.TrimPrefix(answer, "HTTP/1.1 "), " ")
			if c.status != "" && status != c.status || c.status == "" && status == "200" {
				t.Errorf("%s, want %s: %s", status, c.status, answer)
			}
			if strings.Contains(answer, "s3cret") {
				t.Errorf("what was sent comes back: %s", answer)
			}
			response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(answer)), nil)
			if err != nil {
				return
			}
			if to := response.Header.Get("Location"); to != "" && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, "/\\")) {
				t.Errorf("it leads to %q", to)
			}
		})
	}
	if status, body := s.send(http.MethodGet, "", "/healthz", ""); status != http.StatusOK {
		t.Error(fmt.Sprint("after all this: ", status, " ", body))
	}
}
