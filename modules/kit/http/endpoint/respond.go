package endpoint

import (
	"bufio"
	"cmp"
	"fmt"
	"net/http"
	"strconv"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// write answers with a reply.
func (s *Server) write(w *responseRecorder, r *http.Request, reply Reply) {
	if reply.Stream != nil {
		s.stream(w, r, reply)
		return
	}
	body, err := payload.Encode(reply.Body)
	if err != nil {
		s.fail(w, fmt.Errorf("encode the answer: %w", err))
		return
	}
	sendJSON(w, reply.Status, body)
}

// jsonType is the media type of bodies and answers that name no other.
const jsonType = "application/json"

func sendJSON(w http.ResponseWriter, status int, body []byte) {
	header := w.Header()
	header.Set("Content-Type", jsonType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body) // it fails where the client has gone, which needs no answer
}

// stream answers with a reply that has a Stream. A failure after the first bytes ends
// the connection.
func (s *Server) stream(w *responseRecorder, r *http.Request, reply Reply) {
	header := w.Header()
	header.Set("Content-Type", cmp.Or(reply.ContentType, jsonType))
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	body := &streamWriter{w: w, status: reply.Status}
	buffered := bufio.NewWriterSize(body, largePart)
	err := reply.Stream(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	switch {
	case err == nil:
	case !body.started:
		s.fail(w, err)
	default:
		if r.Context().Err() == nil {
			w.aborted, w.outcome.Code, w.cause = true, fault.InternalError, fmt.Errorf("the answer broke off: %w", err)
		}
		panic(http.ErrAbortHandler)
	}
}

// streamWriter sends the status with the first bytes, so that a failure before them can
// still be answered as an error.
type streamWriter struct {
	w       http.ResponseWriter
	status  int
	started bool
}

// Write sends a part of the body.
func (s *streamWriter) Write(p []byte) (int, error) {
	if !s.started {
		s.started = true
		s.w.WriteHeader(s.status)
	}
	return s.w.Write(p)
}
