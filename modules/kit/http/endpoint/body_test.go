package endpoint_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// A body is read whole, whatever its size and however it is cut, also at the size from
// which it is read after the admission.
func TestBodiesOfEverySize(t *testing.T) {
	url, _ := start(t, 1<<20)
	for _, size := range []int{0, 1, 64<<10 - 1, 64 << 10, 64<<10 + 1, 128 << 10, 1<<20 - 13} {
		body := `{"padding":"` + strings.Repeat("x", size) + `"}`
		for name, reader := range map[string]io.Reader{"known": strings.NewReader(body), "unknown": io.MultiReader(strings.NewReader(body))} {
			request, err := http.NewRequest(http.MethodPost, url+"/v1/size", reader)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			answer, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			want, status := fmt.Sprint(len(body)), http.StatusOK
			if len(body) > 1<<20 {
				want, status = "payload_too_large", http.StatusRequestEntityTooLarge
			}
			if response.StatusCode != status || !strings.Contains(string(answer), want) {
				t.Errorf("%d bytes, length %s: %d %s", len(body), name, response.StatusCode, answer)
			}
		}
	}
}

// A body that breaks off is refused, whether its length is known or not.
func TestABodyThatBreaksOff(t *testing.T) {
	url, _ := start(t, 1<<20)
	for name, header := range map[string]string{
		"small": "Content-Length: 100", "large": "Content-Length: 500000", "of unknown length": "Transfer-Encoding: chunked",
	} {
		t.Run(name, func(t *testing.T) {
			connection, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer connection.Close()
			if _, err := fmt.Fprintf(connection, "POST /v1/size HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n\r\n5\r\nhello", header); err != nil {
				t.Fatal(err)
			}
			if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
				t.Fatal(err)
			}
			response, err := http.ReadResponse(bufio.NewReader(connection), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			answer, _ := io.ReadAll(response.Body)
			if response.StatusCode != http.StatusBadRequest || !strings.Contains(string(answer), "malformed_json") {
				t.Errorf("%d %s", response.StatusCode, answer)
			}
		})
	}
}
