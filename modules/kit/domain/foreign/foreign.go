// Package foreign describes the errors of other systems in words of this program. The text
// of such an error comes from a mail server, a vendor, a receiver of events or a store. It
// may quote a customer's data, so neither the database nor the log keeps it.
package foreign

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/textproto"
	"regexp"
	"strings"
	"syscall"
)

// hidden is an error that shows a description in place of its text.
type hidden struct{ cause error }

// Hide returns an error that shows the description of err and wraps err. It returns nil for
// nil.
func Hide(err error) error {
	if err == nil {
		return nil
	}
	return hidden{err}
}

func (h hidden) Error() string { return Describe(h.cause) }

func (h hidden) Unwrap() error { return h.cause }

// Describe says what an error of another system is: its class, and its code where it has
// one. A class without a description has the name of its type.
func Describe(err error) string {
	var reply *textproto.Error
	var name *net.DNSError
	var number syscall.Errno
	var network net.Error
	switch {
	case errors.As(err, &reply):
		return fmt.Sprintf("answered %d%s", reply.Code, enhancedCode(reply.Msg))
	case errors.Is(err, context.Canceled):
		return "cut off by this side"
	case errors.As(err, &name) && name.IsNotFound:
		return "its name does not resolve"
	case errors.As(err, &name):
		return "its name cannot be looked up"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return "no answer in time"
	case isUntrusted(err):
		return "its certificate is not trusted"
	case errors.As(err, new(tls.RecordHeaderError)):
		return "it does not speak TLS"
	case errors.As(err, new(tls.AlertError)):
		return "it refuses the TLS handshake"
	case errors.As(err, &number):
		return number.Error() // a text of the operating system
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return "the connection was cut off"
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return "not found, or not permitted"
	}
	for part, text := range libraryTexts {
		if strings.Contains(err.Error(), part) {
			return text
		}
	}
	return fmt.Sprintf("another failure (%T)", innermost(err))
}

// libraryTexts are parts of the texts of errors that libraries give no type.
var libraryTexts = map[string]string{
	"server gave HTTP response to HTTPS client": "it does not speak TLS",
	"server closed idle connection":             "the connection was cut off",
	"Connection closed by foreign host":         "the connection was cut off",
}

// enhancedPattern matches the enhanced status code of RFC 3463 that begins the text of a
// mail server's reply.
var enhancedPattern = regexp.MustCompile(`^[245]\.\d{1,3}\.\d{1,3}\b`)

func enhancedCode(text string) string {
	if code := enhancedPattern.FindString(text); code != "" {
		return " " + code
	}
	return ""
}

// codePattern matches codes as interfaces define them, such as InvalidAccessKeyId and
// resource_missing.
var codePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{1,59}$`)

// Code returns a code of an answer, and a question mark in place of any other text.
func Code(text string) string {
	if !codePattern.MatchString(text) {
		return "?"
	}
	return text
}

func isUntrusted(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError)) || errors.As(err, new(x509.UnknownAuthorityError)) ||
		errors.As(err, new(x509.HostnameError)) || errors.As(err, new(x509.CertificateInvalidError))
}

// innermost returns the last error that err wraps.
func innermost(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}
