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

	"dataimport/modules/kit/domain/foreign"
)

// wordless reports whether a look-up was refused without a reason. The answer to a
// look-up has no body, so it does not say why it was refused, nor whether the object or
// the whole bucket is missing. The answer to reading the object says it.
func wordless(err error) bool {
	status := minio.ToErrorResponse(err).StatusCode
	return status == http.StatusNotFound || status == http.StatusForbidden || status == http.StatusBadRequest
}

// noSuchObject are the codes that mean that there is no such object: no object has the
// key, or no object can have it. Servers also send KeyTooLongError for keys that the
// protocol allows: servers that keep objects as files limit the length of each name in
// the key.
var noSuchObject = map[string]bool{minio.NoSuchKey: true, "KeyTooLongError": true, "XMinioInvalidObjectName": true}

// failed returns the store's error for an error of a request. Only the protocol's own
// codes mean that there is no such object: a proxy's 404 does not.
func (s *S3) failed(err error) error {
	var answer minio.ErrorResponse
	if !errors.As(err, &answer) {
		return unavailable(foreign.Hide(err))
	}
	if noSuchObject[answer.Code] && answer.XMLName.Local == "Error" {
		return ErrNotFound
	}
	return unavailable(fmt.Errorf("bucket %q: answered %d %s", s.bucket, answer.StatusCode, foreign.Code(answer.Code)))
}

// checksum returns the SHA-256 of the whole object in hexadecimal, if it is stored with
// the object. The checksum of an object that was uploaded in parts is a checksum of the
// parts' checksums, and ends in their number: checksum returns false for it.
func checksum(object minio.ObjectInfo) (string, bool) {
	sum, err := base64.StdEncoding.DecodeString(object.ChecksumSHA256)
	if err != nil || len(sum) != 32 || object.ChecksumMode == "COMPOSITE" {
		return "", false
	}
	return hex.EncodeToString(sum), true
}

// contentByName returns the content type that an object's name suggests. S3 keeps the
// type that the object was uploaded with, which is often missing.
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
