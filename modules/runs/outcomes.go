package runs

import (
	"encoding/csv"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/spreadsheet"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/database"
)

// outcomesPerQuery is how many outcomes one query reads. A query that stayed open while a
// slow client reads would keep the write-ahead log from being truncated.
const outcomesPerQuery = 500

const csvType = "text/csv"

var outcomeWords = []string{outcomeImported, outcomeAdded, outcomeAlready, outcomeIncomplete, outcomeRefused, outcomeTakenBack}

// outcomes answers with the outcomes of a run's lines, in the order of the lines.
func (s *service) outcomes(c *endpoint.Call) (endpoint.Reply, error) {
	r, _, err := s.readRun(c)
	if err != nil {
		return endpoint.Reply{}, err
	}
	query := c.Request.URL.Query()
	l := outcomeList{q: s.runtime.Reader, runID: r.id, outcome: query.Get("outcome")}
	var faults fault.Collector
	at := fault.Root(&faults)
	choose := func(name string, choices ...string) string {
		value := query.Get(name)
		if query.Has(name) && !slices.Contains(choices, value) {
			at.AddAt(name, payload.RuleInvalidChoice.Code, "This must be one of "+strings.Join(choices, ", ")+".")
		}
		return value
	}
	choose("outcome", outcomeWords...)
	short := choose("fields", "sha256") != ""
	format := choose("format", "ndjson", "csv")
	if err := fault.InvalidRequest(faults.List()); err != nil {
		return endpoint.Reply{}, err
	}
	reply := endpoint.Reply{Status: http.StatusOK, ContentType: ndjson}
	switch {
	case format == "csv", format == "" && strings.Contains(c.Request.Header.Get("Accept"), csvType):
		reply.ContentType, reply.Stream = csvType+"; charset=utf-8", l.writeCSV
	case short:
		reply.Stream = func(to io.Writer) error {
			return l.each(func(s *stored) error {
				return writeObject(to, answer{Line: s.Line, SHA256: s.SHA256, Outcome: s.Outcome})
			})
		}
	default:
		reply.Stream = func(to io.Writer) error {
			return l.each(func(s *stored) error {
				a, err := s.read()
				if err != nil {
					return err
				}
				return writeObject(to, a)
			})
		}
	}
	return reply, nil
}

// outcomeList reads the outcomes of a run.
type outcomeList struct {
	q       database.Querier
	runID   string
	outcome string // empty for all
}

// each calls take for each line of the run, in the order of the lines.
func (l *outcomeList) each(take func(*stored) error) error {
	const query = `SELECT rowid, line, sha256, outcome, external_account_number, service_account_number, step, code, detail, faults, done
		FROM run_lines WHERE run = ?1 AND (line, rowid) > (?2, ?3) AND (?4 = '' OR outcome = ?4) ORDER BY line, rowid LIMIT ?5`
	var line, row int64
	for {
		page, err := database.ReadRows(l.q, func(r database.Row, s *stored) error {
			err := r.Scan(&row, &s.Line, &s.SHA256, &s.Outcome, &s.ExternalAccountNumber, &s.ServiceAccountNumber, &s.Step, &s.Code, &s.Detail, &s.faults, &s.done)
			line = s.Line
			return err
		}, query, l.runID, line, row, l.outcome, outcomesPerQuery)
		if err != nil {
			return err
		}
		for i := range page {
			if err := take(&page[i]); err != nil {
				return err
			}
		}
		if len(page) < outcomesPerQuery {
			return nil
		}
	}
}

var csvHead = []string{"line", "outcome", "external_account_number", "service_account_number", "step", "code", "detail", "errors", "done", "sha256"}

func (l *outcomeList) writeCSV(to io.Writer) error {
	out := csv.NewWriter(to)
	if err := out.Write(csvHead); err != nil {
		return err
	}
	err := l.each(func(s *stored) error {
		a, err := s.read()
		if err != nil {
			return err
		}
		return out.Write(a.cells())
	})
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

// cells are the cells of an outcome in a file.
func (a *answer) cells() []string {
	errors := make([]string, len(a.Errors))
	for i, f := range a.Errors {
		errors[i] = f.Attr + ": " + f.Code
	}
	cells := []string{strconv.FormatInt(a.Line, 10), a.Outcome, a.ExternalAccountNumber, a.ServiceAccountNumber, a.Step, a.Code, a.Detail,
		strings.Join(errors, "; "), strings.Join(a.Done, " "), a.SHA256}
	for i := range cells {
		cells[i] = spreadsheet.EscapeFormula(cells[i])
	}
	return cells
}
