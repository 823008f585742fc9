package endpoint

import (
	"errors"
	"io"
	"net/http"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"dataimport/modules/kit/domain/fault"
)

// trickle is a body that arrives in small parts, on a connection with a deadline.
type trickle struct {
	http.ResponseWriter
	left     int
	every    time.Duration
	deadline time.Time
}

func (s *trickle) SetReadDeadline(t time.Time) error {
	s.deadline = t
	return nil
}

func (s *trickle) Read(b []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	if wait := time.Until(s.deadline); !s.deadline.IsZero() && wait < s.every {
		time.Sleep(wait)
		return 0, os.ErrDeadlineExceeded
	}
	time.Sleep(s.every)
	n := min(len(b), s.left, 1<<10)
	s.left -= n
	return n, nil
}

// A body may be as slow as over a bad line, and no slower.
func TestSlowBodies(t *testing.T) {
	for _, c := range []struct {
		name  string
		bytes int
		every time.Duration // between two parts, of 1 KiB at most
		slow  bool
	}{
		{"nothing", 0, 0, false},
		{"a pause", 400, 9 * time.Second, false},
		{"no end", 400, 11 * time.Second, true},
		{"a bad line", 10_000 << 10, 120 * time.Millisecond, false},
		{"a trickle", 10_000 << 10, 200 * time.Millisecond, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				body := &trickle{left: c.bytes, every: c.every}
				in := &bodyReader{source: body, control: http.NewResponseController(body)}
				in.text = in
				err := in.readUpTo(11 << 20)
				var refused *fault.Error
				if slow := errors.As(err, &refused) && refused.Status == http.StatusRequestTimeout; slow != c.slow || !slow && err != nil {
					t.Errorf("got %v after %d bytes", err, in.buffer.Len())
				}
				if over := body.deadline.IsZero(); over == c.slow {
					t.Error("the deadline applies to the rest of the body, and to nothing else")
				}
			})
		})
	}
}
