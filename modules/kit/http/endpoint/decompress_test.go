package endpoint_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func compress(t *testing.T, encoding, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if encoding == "zstd" {
		var err error
		if w, err = zstd.NewWriter(&b); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sendCompressed returns the status and the text of the answer.
func sendCompressed(t *testing.T, address, encoding string, body []byte) (int, string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Content-Encoding", encoding)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(answer)
}

func TestCompressedBodies(t *testing.T) {
	url, _ := start(t, 1<<20)
	noise := make([]byte, 300<<10)
	source := rand.NewChaCha8([32]byte{})
	_, _ = source.Read(noise)
	for _, encoding := range []string{"gzip", "zstd"} {
		for name, text := range map[string]string{
			"nothing": "", "little": "{}", "much": strings.Repeat("x", 1<<20), "what is hard to compress": string(noise),
		} {
			if status, answer := sendCompressed(t, url+"/v1/packed", encoding, compress(t, encoding, text)); status != http.StatusOK || !strings.HasPrefix(answer, fmt.Sprint(len(text))) {
				t.Errorf("%s of %s: %d %s", encoding, name, status, answer)
			}
		}
		whole := compress(t, encoding, strings.Repeat(`{"line":1}`, 1000))
		for name, c := range map[string]struct {
			body   []byte
			path   string
			status int
			code   string
		}{
			"a body that is decompressed to too much": {compress(t, encoding, strings.Repeat("x", 1<<20+1)), "/v1/packed", 413, "payload_too_large"},
			"a bomb":                      {compress(t, encoding, strings.Repeat("\x00", 200<<20)), "/v1/packed", 413, "payload_too_large"},
			"a body that is cut off":      {whole[:len(whole)-5], "/v1/packed", 400, "malformed_json"},
			"what is not compressed":      {[]byte(`{"line":1}`), "/v1/packed", 400, "malformed_json"},
			"an endpoint that takes none": {whole, "/v1/size", 415, "unsupported_media_type"},
		} {
			if status, answer := sendCompressed(t, url+c.path, encoding, c.body); status != c.status || !strings.Contains(answer, c.code) {
				t.Errorf("%s of %s: %d %s", encoding, name, status, answer)
			}
		}
	}
	// Zstandard allows a text of no frames, which is empty. A text of gzip has a head.
	if status, answer := sendCompressed(t, url+"/v1/packed", "gzip", nil); status != 400 || !strings.Contains(answer, "malformed_json") {
		t.Errorf("gzip of no body: %d %s", status, answer)
	}
	if status, answer := sendCompressed(t, url+"/v1/packed", "br", []byte("x")); status != 415 || !strings.Contains(answer, "gzip or zstd") {
		t.Errorf("another compression: %d %s", status, answer)
	}
}
