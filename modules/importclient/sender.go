package importclient

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"dataimport/modules/kit/http/apiclient"
)

// batchBytes bounds a batch. The service takes 10 MiB. A line that is larger goes by itself.
const batchBytes = 2 << 20

// A sender sends batches of lines to one path and passes on what becomes of each line. Batches
// are compressed, unless the service has refused that.
type sender struct {
	api   *api
	path  string
	take  func(*lineOutcome) error
	plain atomic.Bool
}

// compressor is shared, and makes blocks one by one: batches are small.
var compressor = func() *zstd.Encoder {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic("importclient: " + err.Error()) // the options are fixed when the program is built
	}
	return encoder
}()

// newRequest returns the request that sends lines.
func (s *sender) newRequest(lines []pendingLine) apiclient.Request {
	r := apiclient.Request{Method: http.MethodPost, Path: s.path, Media: apiclient.MediaLines, Body: formatBatch(lines)}
	if !s.plain.Load() {
		r.Encoding, r.Body = "zstd", compressor.EncodeAll(r.Body, nil)
	}
	return r
}

// A pendingLine is a line that is being sent.
type pendingLine struct {
	number int
	sha256 []byte
	entry  []byte
}

// sendBatch sends lines until each has an outcome. The error is a *apiclient.StopError, or of take, or wraps
// apiclient.ErrUnfinished. left are the lines without an outcome.
func (s *sender) sendBatch(life lifetime, lines []pendingLine) (left []pendingLine, err error) {
	left = lines
	err = s.api.Repeat(life.taking, func() error {
		before := len(left)
		err := s.attemptBatch(life, &left)
		if len(left) < before && err != nil {
			return &apiclient.ProgressError{Err: err}
		}
		return err
	})
	refused, ok := errors.AsType[*apiclient.Refusal](err)
	switch {
	case !ok:
		return left, err
	case refused.Status == http.StatusUnsupportedMediaType && !s.plain.Swap(true):
		return s.sendBatch(life, left)
	case refused.Status != http.StatusRequestEntityTooLarge:
		return left, explainRefusal(refused)
	case len(left) == 1:
		return nil, s.take(&lineOutcome{Line: left[0].number, Outcome: outcomeRefused, Step: "read", Code: refused.Code, Detail: refused.Detail})
	}
	half := len(left) / 2
	first, err := s.sendBatch(life, left[:half])
	if err != nil {
		return append(slices.Clone(first), left[half:]...), err
	}
	return s.sendBatch(life, left[half:])
}

// attemptBatch sends the lines left once, and removes those that have an outcome then.
func (s *sender) attemptBatch(life lifetime, left *[]pendingLine) error {
	var again *apiclient.RetryError
	done := make(map[int]bool, len(*left))
	_, err := s.api.Attempt(life.sending, s.newRequest(*left), readOutcomes(func(o *lineOutcome) error {
		i := slices.IndexFunc(*left, func(l pendingLine) bool { return l.number == o.Line })
		switch {
		case i < 0 || done[o.Line]:
			return apiclient.NewStopError("the service answered for line %d, which was not sent", o.Line)
		case o.Retry:
			again = &apiclient.RetryError{Reason: (&apiclient.Refusal{Code: o.Code, Detail: o.Detail}).Error(), Answered: true}
			return nil
		case o.SHA256 != "" && o.SHA256 != hex.EncodeToString((*left)[i].sha256):
			return apiclient.NewStopError("the service received line %d with another content", o.Line)
		}
		if err := s.take(o); err != nil {
			return err
		}
		done[o.Line] = true
		return nil
	}))
	*left = slices.DeleteFunc(slices.Clone(*left), func(l pendingLine) bool { return done[l.number] })
	switch {
	case err != nil:
		return err
	case len(*left) == 0:
		return nil
	case again != nil:
		return again
	default:
		return &apiclient.RetryError{Reason: "the answer ended before its last line"}
	}
}

func formatBatch(lines []pendingLine) []byte {
	size := 0
	for _, l := range lines {
		size += len(l.entry) + 40
	}
	b := make([]byte, 0, size)
	for _, l := range lines {
		b = strconv.AppendInt(append(b, `{"line":`...), int64(l.number), 10)
		b = append(append(append(b, `,"entry":`...), l.entry...), '}', '\n')
	}
	return b
}

// maxAnsweredLine bounds the outcome of a line. The longest have the faults of a 10 MiB payload.
const maxAnsweredLine = 64 << 20

// readOutcomes returns a reader of an answer that has one outcome a line. It takes each outcome as
// soon as it arrives. A last line without an end was cut off.
func readOutcomes(take func(*lineOutcome) error) func(http.Header, io.Reader) error {
	return func(_ http.Header, body io.Reader) error {
		lines := bufio.NewScanner(body)
		lines.Buffer(nil, maxAnsweredLine)
		lines.Split(splitEndedLines)
		for lines.Scan() {
			var o lineOutcome
			if err := json.Unmarshal(lines.Bytes(), &o, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
				return apiclient.NewStopError("the service's outcome of a line is not understood: %v", err)
			}
			if err := take(&o); err != nil {
				return err
			}
		}
		if err := lines.Err(); err != nil {
			return apiclient.BrokenError(err)
		}
		return nil
	}
}

// splitEndedLines is bufio.ScanLines without a last line that has no end.
func splitEndedLines(data []byte, _ bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	return 0, nil, nil
}
