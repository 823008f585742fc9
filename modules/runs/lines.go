package runs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

const (
	// maxLines is how many lines a batch has at most.
	maxLines = 1000
	// sideBySide is how many lines of a batch are carried out at the same time. Their jobs
	// share commits.
	sideBySide = 32
	// seenInterval is how old the time of a run's last request may be. It is not written for
	// each batch.
	seenInterval = 10 * time.Second
	ndjson       = "application/x-ndjson"
)

// batch is the lines of one request.
type batch struct {
	*service
	call     *endpoint.Call
	run      *run
	supplier *settings.Supplier
	team     string // its name
	lines    []*line
	// chains are the lines that are to be carried out, in their order. Lines of one account
	// are one chain, since what one line imports another one may add to.
	chains [][]*line
}

// line is one line of a batch.
type line struct {
	number int64
	raw    jsontext.Value // the line of the book
	sha256 string         // of raw
	entry  *entry         // raw, split; nil where that has failed
	failed error          // why raw could not be split
	answer *answer        // nil until it is known
}

// importLines carries out the lines of a batch for a run.
func (s *service) importLines(c *endpoint.Call) (endpoint.Reply, error) {
	r, supplier, err := s.readOwnRun(c)
	if err != nil {
		return endpoint.Reply{}, err
	}
	holder := c.Request.URL.Query().Get("holder")
	switch {
	case r.state != stateOpen:
		return endpoint.Reply{}, closedRun()
	case r.holder != holder:
		return endpoint.Reply{}, r.inUse(c.Now)
	}
	var faults fault.Collector
	at := fault.Root(&faults)
	account.CheckOngoing(supplier, &at)
	checkTeam(c, supplier, r.team, &at)
	if err := fault.InvalidRequest(faults.List()); err != nil {
		return endpoint.Reply{}, err
	}
	if err := s.touch(c, r); err != nil {
		return endpoint.Reply{}, err
	}
	return s.carryOutBatch(&batch{service: s, call: c, run: r, supplier: supplier, team: r.team})
}

// touch records that the holder of a run has sent a request.
func (s *service) touch(c *endpoint.Call, r *run) error {
	if c.Now.Sub(r.seenAt) < seenInterval {
		return nil
	}
	return s.runtime.Writer.DoTraced(c.Request.Context(), func(tx *writer.Tx) error {
		now := database.Time(tx.Now())
		_, err := tx.Exec(`UPDATE runs SET seen_at = ?, updated = ? WHERE id = ? AND holder = ?`, now, now, r.id, r.holder)
		return err
	})
}

// checkLines checks the lines of a batch, and stores nothing.
func (s *service) checkLines(c *endpoint.Call) (endpoint.Reply, error) {
	query := c.Request.URL.Query()
	var faults fault.Collector
	at := fault.Root(&faults)
	supplier := c.Supplier(query.Get(supplierMember))
	if supplier == nil {
		at.AddAt(supplierMember, fault.SupplierNotFound, account.SupplierNotFoundDetail)
	}
	account.CheckOngoing(supplier, &at)
	r := &run{mode: modeCheck, ifImported: compareImported, team: query.Get("operations_team_name")}
	checkTeam(c, supplier, r.team, &at)
	if query.Has("if_imported") {
		r.ifImported = IfImported(query.Get("if_imported"))
		if r.ifImported != compareImported && r.ifImported != addToImported && r.ifImported != skipImported {
			at.AddAt("if_imported", payload.RuleInvalidChoice.Code, "This must be compare, add or skip.")
		}
	}
	if err := fault.InvalidRequest(faults.List()); err != nil {
		return endpoint.Reply{}, err
	}
	return s.carryOutBatch(&batch{service: s, call: c, run: r, supplier: supplier, team: r.team})
}

// carryOutBatch carries out the lines side by side, and answers in their order.
func (s *service) carryOutBatch(b *batch) (endpoint.Reply, error) {
	if err := b.read(); err != nil {
		return endpoint.Reply{}, err
	}
	workers := min(sideBySide, len(b.chains), b.call.Parallel())
	if limit := s.runtime.Config.ProcessingLimit; limit > 0 {
		workers = min(workers, limit)
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			// The first worker goes on beside a light client, and some others do not.
			for b.call.Request.Context().Err() == nil && (worker == 0 || worker < b.call.Parallel()) {
				i := int(next.Add(1)) - 1
				if i >= len(b.chains) {
					return
				}
				for _, l := range b.chains[i] {
					l.answer = b.carryOut(l)
				}
			}
		})
	}
	group.Wait()
	return endpoint.Reply{Status: http.StatusOK, ContentType: ndjson, Stream: b.writeAnswers}, nil
}

// prepareOf returns the half of a kind's endpoint that decodes and checks a body.
func (s *service) prepareOf(kind *module.PostImport) postimport.Prepare {
	s.once.Do(func() {
		s.prepares = make(map[string]postimport.Prepare)
		for _, p := range s.runtime.PostImports {
			s.prepares[p.Member] = p.Prepare(s.runtime)
		}
	})
	return s.prepares[kind.Member]
}

// read splits the body into its lines. A line that cannot be read is answered, and the
// others are carried out.
func (b *batch) read() error {
	kinds, chains := b.service.runtime.PostImports, make(map[string]int)
	for text := range bytes.Lines(b.call.Body) {
		text = bytes.TrimSpace(text)
		if len(text) == 0 {
			continue
		}
		if len(b.lines) == maxLines {
			return fault.InvalidRequest(fault.List{{Code: payload.RuleTooManyItems.Code,
				Detail: "A batch has at most " + strconv.Itoa(maxLines) + " lines: send them in parts."}})
		}
		l := readLine(text, kinds)
		b.lines = append(b.lines, l)
		if l.answer != nil {
			continue
		}
		number := ""
		if l.entry != nil {
			number = l.entry.Number
		}
		if i, known := chains[number]; known && number != "" {
			b.chains[i] = append(b.chains[i], l)
			continue
		}
		chains[number] = len(b.chains)
		b.chains = append(b.chains, []*line{l})
	}
	return nil
}

// readLine reads a line of a batch: an object with the line's number and the line of the book.
func readLine(text []byte, kinds []module.PostImport) *line {
	var l line
	err := payload.EachMember(text, func(m payload.Member) bool {
		switch m.Name {
		case "line":
			l.number, _ = strconv.ParseInt(string(m.Value), 10, 64)
		case "entry":
			l.raw = m.Value
		}
		return true
	}, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	switch {
	case err != nil:
		l.answer = unreadable(l.number, "This line of the batch is no JSON object: send a line of a book that is no JSON as a text in entry.")
	case l.raw == nil || l.number < 1:
		l.answer = unreadable(l.number, "A line of a batch has line, a number from 1 on, and entry, the line of the book.")
	default:
		sum := sha256.Sum256(l.raw)
		l.sha256 = hex.EncodeToString(sum[:])
		l.entry, l.failed = splitEntry(l.raw, kinds)
	}
	return &l
}

// unreadable is the answer to a line of which no content is known. It is not stored.
func unreadable(number int64, detail string) *answer {
	return &answer{Line: number, Outcome: outcomeRefused, Step: readStep, Code: fault.MalformedJSON, Detail: detail}
}

// writeAnswers writes an answer for each line, in their order.
func (b *batch) writeAnswers(to io.Writer) error {
	for i := range b.lines {
		if b.lines[i].answer == nil {
			return b.call.Request.Context().Err()
		}
		if err := writeObject(to, b.lines[i].answer); err != nil {
			return err
		}
	}
	return nil
}

// writeObject writes a value as a line of NDJSON.
func writeObject(to io.Writer, value any) error {
	if err := json.MarshalWrite(to, value); err != nil {
		return err
	}
	_, err := to.Write([]byte{'\n'})
	return err
}

func (b *batch) logFailure(l *line, err error) {
	b.runtime.Log().Error("a line of a run failed", slog.String("run", b.run.id), slog.Int64("line", l.number), slog.Any("error", err))
}
