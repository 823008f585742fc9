package endpoint

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strconv"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/admission"
)

const (
	// small is the bytes of a body that are read before its request is admitted, so
	// that a slow sender holds no room.
	small = 64 << 10
	// bodyGrace is how late a body may be, and bodyRate the bytes of it that must
	// arrive in each second beyond that.
	bodyGrace = 10 * time.Second
	bodyRate  = 8 << 10
)

// receive reads the body of a request and has it admitted. A small body is read before
// its admission, so that a slow sender holds no room. A large body is read after its
// admission, so that memory holds no more large bodies than there is room for.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, ticket *admission.Ticket) (body []byte, err error) {
	tooLarge, err := s.acceptable(r)
	if err != nil {
		return nil, err
	}
	in := &arriving{
		from:     newPaced(http.MaxBytesReader(w, r.Body, s.MaxBody), http.NewResponseController(w)),
		tooLarge: tooLarge,
	}
	known := r.ContentLength
	if known <= small { // or of unknown length
		in.buffer.Grow(int(min(max(known, 0), small/4)) + bytes.MinRead)
		if err := in.read(small); err != nil {
			return nil, err
		}
		if known < 0 {
			known = int64(in.buffer.Len())
			if !in.whole {
				known = s.MaxBody
			}
		}
	}
	if err := ticket.AdmitWrite(r.Context(), known); err != nil {
		return nil, err
	}
	if !in.whole {
		in.from.begin()
		if r.ContentLength > small {
			in.buffer.Grow(int(known) + bytes.MinRead)
		}
		if err := ticket.ReleaseWhile(func() error { return in.read(s.MaxBody + 1) }); err != nil {
			return nil, err
		}
	}
	return in.buffer.Bytes(), nil
}

// acceptable refuses what the request's header shows to be none of ours.
func (s *Server) acceptable(r *http.Request) (tooLarge *fault.Error, err error) {
	if !isJSON(r.Header.Get("Content-Type")) {
		return nil, fault.New(http.StatusUnsupportedMediaType, fault.UnsupportedMediaType,
			"The body must be JSON: send it with Content-Type: application/json.")
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return nil, fault.New(http.StatusUnsupportedMediaType, fault.UnsupportedMediaType,
			"The body must not be compressed: send it without Content-Encoding.")
	}
	tooLarge = fault.New(http.StatusRequestEntityTooLarge, fault.PayloadTooLarge,
		"The body may have at most "+strconv.FormatInt(s.MaxBody, 10)+" bytes: send it in parts.")
	if r.ContentLength > s.MaxBody {
		return nil, tooLarge
	}
	return tooLarge, nil
}

func isJSON(contentType string) bool {
	if contentType == "application/json" {
		return true
	}
	mediaType, _, err := mime.ParseMediaType(contentType)
	return err == nil && mediaType == "application/json"
}

// arriving is a body of which some has been read.
type arriving struct {
	buffer   bytes.Buffer
	from     *paced
	whole    bool
	tooLarge *fault.Error
}

// read reads at most n bytes more.
func (a *arriving) read(n int64) error {
	limited := &io.LimitedReader{R: a.from, N: n}
	_, err := a.buffer.ReadFrom(limited)
	if err == nil {
		a.from.done()
	}
	a.whole = limited.N > 0
	var limit *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &limit):
		return a.tooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		e := fault.New(http.StatusRequestTimeout, fault.RequestTimeout, "The body arrived too slowly: send the request again over a better connection, or less of it.")
		e.Cause = err
		return e
	}
	e := fault.New(http.StatusBadRequest, fault.MalformedJSON, "The body did not arrive whole: send the request again.")
	e.Cause = err
	return e
}

// paced is a body that must keep coming.
type paced struct {
	body    io.Reader
	control *http.ResponseController
	began   time.Time
	got     int64
}

func newPaced(body io.Reader, control *http.ResponseController) *paced {
	p := &paced{body: body, control: control}
	p.begin()
	return p
}

// begin forgives the time until now, in which nobody was reading.
func (p *paced) begin() { p.began, p.got = time.Now(), 0 }

func (p *paced) Read(b []byte) (int, error) {
	// A connection without deadlines is a test's.
	_ = p.control.SetReadDeadline(p.began.Add(bodyGrace + time.Duration(p.got)*time.Second/bodyRate))
	n, err := p.body.Read(b)
	p.got += int64(n)
	return n, err
}

// done takes the deadline away again: the server goes on reading, to see whether the
// client is still there.
func (p *paced) done() { _ = p.control.SetReadDeadline(time.Time{}) }
