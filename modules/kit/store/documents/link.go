package documents

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// LinkPrefix begins the links of a Folder. The Folder serves all addresses below it.
const LinkPrefix = "/documents/"

// MaxLinkLife is how long a link may be valid. The S3 protocol has no longer one.
const MaxLinkLife = 7 * 24 * time.Hour

var (
	errForged  = errors.New("the link is not one of ours")
	errExpired = errors.New("the link has expired")
)

func checkLife(life time.Duration) error {
	if life < time.Second || life > MaxLinkLife {
		return fmt.Errorf("a link lives between one second and %s, not %s", MaxLinkLife, life)
	}
	return nil
}

// signer makes and checks links. A signature holds for one path and one time of expiry.
type signer struct{ key []byte }

// link returns the address of a clean location. The parameter root says how many names of
// the path are those of the root.
func (s signer) link(at Location, end time.Time) string {
	expires := strconv.FormatInt(end.Unix(), 10)
	names := strconv.Itoa(strings.Count(at.Root, "/") + 1)
	query := url.Values{"expires": {expires}, "root": {names}, "signature": {s.sign(at, expires)}}
	address := url.URL{Path: LinkPrefix + at.String(), RawQuery: query.Encode()}
	return address.String()
}

// check returns the location of a link. It returns an error where the link must not be
// used at the time now. It checks the signature first, so that only the owner of a valid
// link can learn that it has expired.
func (s signer) check(path string, query url.Values, now time.Time) (Location, error) {
	at, ok := splitRoot(path, query.Get("root"))
	expires := query.Get("expires")
	if !ok || !hmac.Equal([]byte(query.Get("signature")), []byte(s.sign(at, expires))) {
		return Location{}, errForged
	}
	end, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return Location{}, errForged
	}
	if now.Unix() > end {
		return Location{}, errExpired
	}
	return at, nil
}

// splitRoot splits a path into a root of a number of names and the rest.
func splitRoot(path, names string) (Location, bool) {
	n, err := strconv.Atoi(names)
	parts := strings.Split(path, "/")
	if err != nil || n < 1 || n >= len(parts) || strconv.Itoa(n) != names {
		return Location{}, false
	}
	return Location{strings.Join(parts[:n], "/"), strings.Join(parts[n:], "/")}, true
}

// sign signs the exact text of all values. A clean location has no line break, so two
// different links never have the same text. The first line keeps the signature apart from
// other uses of the key.
func (s signer) sign(at Location, expires string) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte("document link\n" + expires + "\n" + at.Root + "\n" + at.Path))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
