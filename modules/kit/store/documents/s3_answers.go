package documents

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/minio/minio-go/v7"
)

// wordless reports whether a look-up was refused. Its answer has no body that could
// say why, nor whether the object is missing or the whole bucket; reading the object
// says it.
func wordless(err error) bool {
	status := minio.ToErrorResponse(err).StatusCode
	return status == http.StatusNotFound || status == http.StatusForbidden || status == http.StatusBadRequest
}

// noSuchObject are the answers after which there is no such object: none has the key, or none
// can have it. KeyTooLongError is of keys that are short enough for the protocol, too:
// servers that keep objects as files bound each name in it.
var noSuchObject = map[string]bool{minio.NoSuchKey: true, "KeyTooLongError": true, "XMinioInvalidObjectName": true}

// failed says what an error means. Only the protocol's own words count as an answer
// that there is no such object: a proxy's 404 does not.
func (s *S3) failed(err error) error {
	var answer minio.ErrorResponse
	if !errors.As(err, &answer) {
		return unavailable(err)
	}
	if noSuchObject[answer.Code] && answer.XMLName.Local == "Error" {
		return ErrNotFound
	}
	return unavailable(fmt.Errorf("bucket %q: %d %s: %w", s.bucket, answer.StatusCode, answer.Code, err))
}

// checksum is the SHA-256 of the whole object in hexadecimal, if it was stored with
// it. That of an object which came in parts is one of its parts' checksums, and
// ends in their number.
func checksum(object minio.ObjectInfo) (string, bool) {
	sum, err := base64.StdEncoding.DecodeString(object.ChecksumSHA256)
	if err != nil || len(sum) != 32 || object.ChecksumMode == "COMPOSITE" {
		return "", false
	}
	return hex.EncodeToString(sum), true
}

// contentByName is what an object holds as far as its name says; S3 keeps whatever
// type it was stored with, which is often none.
func contentByName(key string) string {
	switch strings.ToLower(path.Ext(key)) {
	case ".pdf":
		return "application/pdf"
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	default:
		return "application/octet-stream"
	}
}
