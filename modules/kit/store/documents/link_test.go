package documents

import (
	"net/url"
	"testing"
	"time"
)

// A link opens the path that it was made for until it expires, and no other path.
func FuzzLink(f *testing.F) {
	s, end := signer{[]byte("a key of this service")}, time.Unix(1_800_000_000, 0)
	address, err := url.Parse(s.link(Location{"letters", "welcome.pdf"}, end))
	if err != nil {
		f.Fatal(err)
	}
	signature := address.Query().Get("signature")
	f.Add("letters/welcome.pdf", "1", "1800000000", signature)
	f.Add("letters/welcome.pdf", "01", "1800000000", signature)
	f.Add("letters/welcome.pdf", "1", "1800000001", signature)
	f.Add("letters/other.pdf", "1", "1800000000", signature)
	f.Add("", "", "", "")
	f.Add("letters/welcome.pdf", "2", "1800000000\n", signature[:10])
	f.Fuzz(func(t *testing.T, path, root, expires, signature2 string) {
		_, err := s.check(path, url.Values{"expires": {expires}, "root": {root}, "signature": {signature2}}, end)
		if made := path == "letters/welcome.pdf" && root == "1" && expires == "1800000000" && signature2 == signature; made != (err == nil) {
			t.Errorf("%q below %q until %q with %q: %v", path, root, expires, signature2, err)
		}
	})
}
