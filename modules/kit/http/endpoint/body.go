package endpoint

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strconv"
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/admission"
)

const (
	// smallBody is the bytes of a body that are read before its request is admitted, so
	// that a slow sender holds no room.
	smallBody = 64 << 10
	// bodyGrace is how late a body may be. Beyond that, bodyRate bytes of it must arrive
	// in each second.
	bodyGrace = 10 * time.Second
	bodyRate  = 8 << 10
)

// readBody reads the body of a request and has it admitted. A small body is read before
// its admission, so that a slow sender holds no room. A large body is read after its
// admission, so that memory holds no more large bodies than there is room for. maxBody
// bounds its bytes, those of a compressed body also when it is decompressed.
func readBody(w http.ResponseWriter, r *http.Request, ticket *admission.Ticket, e Endpoint, maxBody int64) ([]byte, error) {
	if err := checkBodyHeaders(r, e, maxBody); err != nil {
		return nil, err
	}
	body := &bodyReader{source: http.MaxBytesReader(w, r.Body, maxBody), control: http.NewResponseController(w), maxBody: maxBody}
	body.text = body
	length := r.ContentLength
	if encoding := r.Header.Get("Content-Encoding"); isCompression(encoding) {
		body.text = http.MaxBytesReader(w, &decompressor{from: body, encoding: encoding}, maxBody)
		length = -1
	}
	if length <= smallBody { // or unknown, which is -1
		body.buffer.Grow(int(min(max(length, 0), smallBody/4)) + bytes.MinRead)
		if err := body.readUpTo(smallBody); err != nil {
			return nil, err
		}
		if length < 0 {
			length = int64(body.buffer.Len())
			if !body.complete {
				length = maxBody
			}
		}
	}
	if err := ticket.AdmitWrite(r.Context(), length); err != nil {
		return nil, err
	}
	if !body.complete {
		if r.ContentLength > smallBody && body.text == body {
			body.buffer.Grow(int(length) + bytes.MinRead)
		}
		if err := ticket.ReleaseWhile(func() error { return body.readUpTo(maxBody + 1) }); err != nil {
			return nil, err
		}
	}
	return body.buffer.Bytes(), nil
}

var ruleUnsupportedMediaType = catalogue.Rule{
	Code: fault.UnsupportedMediaType, Area: catalogue.Requests, Statuses: []int{http.StatusUnsupportedMediaType},
	Meaning: "The body is not sent as JSON, or is compressed.",
	Remedy:  "Send it with Content-Type: application/json, lines of a run with application/x-ndjson, and compress nothing but lines of a run, by gzip or zstd.",
}

// checkBodyHeaders refuses a body that is too large, of another media type than the endpoint's,
// or compressed where it may not be, as far as the headers of the request show it.
func checkBodyHeaders(r *http.Request, e Endpoint, maxBody int64) error {
	accepts := cmp.Or(e.Accepts, jsonType)
	if contentType := r.Header.Get("Content-Type"); contentType != accepts {
		if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != accepts {
			return fault.New(http.StatusUnsupportedMediaType, fault.UnsupportedMediaType,
				"The body must be JSON: send it with Content-Type: "+accepts+".")
		}
	}
	switch encoding := r.Header.Get("Content-Encoding"); {
	case encoding == "" || encoding == "identity" || e.Packed && isCompression(encoding):
	case e.Packed:
		return fault.New(http.StatusUnsupportedMediaType, fault.UnsupportedMediaType,
			"The body may be compressed by gzip or zstd alone: send it so, or without Content-Encoding.")
	default:
		return fault.New(http.StatusUnsupportedMediaType, fault.UnsupportedMediaType,
			"The body must not be compressed: send it without Content-Encoding.")
	}
	if r.ContentLength > maxBody {
		return bodyTooLarge(maxBody)
	}
	return nil
}

var rulePayloadTooLarge = catalogue.Rule{
	Code: fault.PayloadTooLarge, Area: catalogue.Requests, Statuses: []int{http.StatusRequestEntityTooLarge},
	Meaning: "The body has more bytes than the service takes, which is 10 MiB unless the operator has set another size, and 16 KiB where a token is asked for.",
	Remedy:  "Send the account with less, and the rest once it is imported.",
}

func bodyTooLarge(maxBody int64) *fault.Error {
	return fault.New(http.StatusRequestEntityTooLarge, fault.PayloadTooLarge,
		"The body may have at most "+strconv.FormatInt(maxBody, 10)+" bytes: send it in parts.")
}

// bodyReader reads a body into its buffer, as long as the body keeps arriving.
type bodyReader struct {
	buffer   bytes.Buffer
	text     io.Reader // what is read into the buffer: the bodyReader itself, or what decompresses it
	source   io.Reader
	failed   error // of the source
	control  *http.ResponseController
	maxBody  int64
	began    time.Time // when readUpTo was called
	received int64     // bytes since then
	complete bool      // the source has ended
}

var ruleRequestTimeout = catalogue.Rule{
	Code: fault.RequestTimeout, Area: catalogue.Requests, Statuses: []int{http.StatusRequestTimeout},
	Meaning: "The body arrived so slowly that the service has stopped waiting for it; nothing of the request was done.",
	Remedy:  "Send the same request again over a better connection, or less in one request.",
}

// readUpTo reads at most n bytes more. The time between two calls does not count for the
// speed of the sender. The error is a *fault.Error.
func (b *bodyReader) readUpTo(n int64) error {
	b.began, b.received = time.Now(), 0
	limited := &io.LimitedReader{R: b.text, N: n}
	_, err := b.buffer.ReadFrom(limited)
	b.complete = limited.N > 0
	if err == nil {
		// The server goes on reading, to see whether the client is still connected.
		_ = b.control.SetReadDeadline(time.Time{})
		return nil
	}
	var limit *http.MaxBytesError
	if errors.As(err, &limit) {
		return bodyTooLarge(b.maxBody)
	}
	e := fault.New(http.StatusBadRequest, fault.MalformedJSON, "The body did not arrive whole: send the request again.")
	if b.failed == nil {
		e.Detail = "The body is not compressed as its Content-Encoding says, or is cut off: send it again, or without Content-Encoding."
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		e = fault.New(http.StatusRequestTimeout, fault.RequestTimeout, "The body arrived too slowly: send the request again over a better connection, or less of it.")
	}
	e.Cause = err
	return e
}

// Read reads from the source, and fails where the body arrives too slowly.
func (b *bodyReader) Read(p []byte) (int, error) {
	// The connection of a test may have no deadlines.
	_ = b.control.SetReadDeadline(b.began.Add(bodyGrace + time.Duration(b.received)*time.Second/bodyRate))
	n, err := b.source.Read(p)
	b.received += int64(n)
	if err != nil && err != io.EOF {
		b.failed = err
	}
	return n, err
}
