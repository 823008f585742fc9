package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// Stored is a page that is the same for every caller who is not signed in. It is written and
// compressed once: a large page costs strangers no more than a small one.
type Stored struct{ plain, compressed []byte }

// Store writes a page that depends on no request.
func Store(content templ.Component) *Stored {
	var plain, compressed bytes.Buffer
	if err := content.Render(context.Background(), &plain); err != nil {
		panic(err) // Frame answers and logs it
	}
	w := gzip.NewWriter(&compressed)
	_, _ = w.Write(plain.Bytes()) // a buffer takes everything
	_ = w.Close()
	return &Stored{plain.Bytes(), compressed.Bytes()}
}

// Write answers a request with the page.
func (s *Stored) Write(w http.ResponseWriter, r *http.Request) {
	body, header := s.plain, w.Header()
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body = s.compressed
		header.Set("Content-Encoding", "gzip")
	}
	LeaveUncompressed(w)
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // a reader who has gone needs no page
}
