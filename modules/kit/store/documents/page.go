package documents

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"path"
	"strings"
	"time"
)

// Handler serves the links of a store below LinkPrefix. It answers 404 for a store whose
// links lead elsewhere.
func Handler(s Store) http.Handler {
	if handler, ok := s.(http.Handler); ok {
		return handler
	}
	return http.NotFoundHandler()
}

// shown are the content types that a browser shows. A browser saves all others, because
// some of them could run as pages of this service.
var shown = map[string]bool{
	"application/pdf": true,
	"image/png":       true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/bmp": true,
}

// The policies forbid a document to do anything in a browser. The policy of a PDF is
// another one: the browser's own viewer opens it and runs nothing in the service's name,
// and Safari's viewer shows an empty page in a sandbox.
const (
	policy    = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
	pdfPolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"
)

// ServeHTTP opens the document of a link. Its errors are sentences for people.
func (f *Folder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "private, no-store")
	header.Set("Referrer-Policy", "no-referrer") // the address itself opens the document
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", policy)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "A document can only be opened.", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, LinkPrefix)
	at, err := f.links.check(name, r.URL.Query(), time.Now())
	switch {
	case errors.Is(err, errExpired):
		http.Error(w, "This link has expired. Open the document again from the page that you found it on.", http.StatusForbidden)
		return
	case err != nil:
		http.Error(w, "This link is not valid. Open the document from the page that names it.", http.StatusForbidden)
		return
	}
	file, info, err := f.open(r.Context(), at)
	switch {
	case errors.Is(err, ErrNotFound):
		http.Error(w, "This document is no longer where it was.", http.StatusNotFound)
		return
	case err != nil:
		header.Set("Retry-After", "10")
		http.Error(w, "The documents cannot be reached at the moment. Try again soon.", http.StatusServiceUnavailable)
		return
	}
	defer file.Close()
	serve(w, r, path.Base(name), info.ModTime(), file)
}

func serve(w http.ResponseWriter, r *http.Request, name string, changed time.Time, file *os.File) {
	start := make([]byte, 512)
	n, err := io.ReadFull(file, start)
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		http.Error(w, "This document cannot be read at the moment. Try again soon.", http.StatusServiceUnavailable)
		return
	}
	content := http.DetectContentType(start[:n])
	header := w.Header()
	header.Set("Content-Type", content)
	header.Set("Content-Disposition", disposition(content, name))
	if content == "application/pdf" {
		header.Set("Content-Security-Policy", pdfPolicy)
	}
	http.ServeContent(w, r, "", changed, file)
}

// disposition returns the Content-Disposition of a content: shown or saved, and the file
// name for saving it.
func disposition(content, name string) string {
	do := "attachment"
	if shown[content] {
		do = "inline"
	}
	return mime.FormatMediaType(do, map[string]string{"filename": name})
}
