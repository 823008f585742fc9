package documents

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strconv"
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

// link returns the address of a path that place accepts.
func (s signer) link(path string, end time.Time) string {
	expires := strconv.FormatInt(end.Unix(), 10)
	query := url.Values{"expires": {expires}, "signature": {s.sign(path, expires)}}
	address := url.URL{Path: LinkPrefix + path, RawQuery: query.Encode()}
	return address.String()
}

// check returns an error where a link must not be used at the time now. It checks the
// signature first, so that only the owner of a valid link can learn that it has expired.
func (s signer) check(path string, query url.Values, now time.Time) error {
	expires := query.Get("expires")
	if !hmac.Equal([]byte(query.Get("signature")), []byte(s.sign(path, expires))) {
		return errForged
	}
	end, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return errForged
	}
	if now.Unix() > end {
		return errExpired
	}
	return nil
}

// sign signs the exact text of both values. Neither value can hold a line break, so two
// different pairs never give the same text. The first line keeps the signature apart from
// other uses of the key.
func (s signer) sign(path, expires string) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte("document link\n" + expires + "\n" + path))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
