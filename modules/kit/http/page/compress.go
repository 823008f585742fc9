package page

import (
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// jitterBytes is how many bytes, at most, are added to a compressed page at random.
const jitterBytes = 64

var compress = func() func(http.Handler) http.HandlerFunc {
	wrap, err := gzhttp.NewWrapper(gzhttp.ContentTypes([]string{"text/html", "text/css", "text/javascript", "text/csv", "application/javascript", "application/json", "image/svg+xml"}),
		gzhttp.EnableZstd(false), gzhttp.RandomJitter(jitterBytes, 0, false))
	if err != nil {
		panic("page: " + err.Error()) // the options are fixed when the program is built
	}
	return wrap
}()

// Compress has the answers of a page compressed, where the reader's browser takes that.
//
// The length of a compressed answer tells a listener whether a part of the address occurs in
// the page, too (the attack BREACH). Addresses that another site has chosen are therefore
// answered as they are, and so are forms. A handler whose answer holds a secret calls
// [LeaveUncompressed]. Streams of events are not compressed.
func Compress(next http.Handler) http.Handler {
	compressed := compress(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if mayCompress(r) {
			compressed.ServeHTTP(w, r)
			return
		}
		w.Header().Add("Vary", "Accept-Encoding")
		next.ServeHTTP(w, r)
	})
}

// LeaveUncompressed has an answer sent as it is.
func LeaveUncompressed(w http.ResponseWriter) { w.Header().Set(gzhttp.HeaderNoCompression, "yes") }

// mayCompress reports whether the answer to a request may be compressed. Sec-Fetch-Site says
// who has chosen the address; browsers let no site set it
// (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header).
func mayCompress(r *http.Request) bool {
	if r.Method != http.MethodGet || strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		return false
	}
	if !strings.Contains(r.URL.RawQuery, "=") { // an asset has its version there
		return true
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "same-origin" || site == "none"
}
