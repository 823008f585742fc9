package importclient

import (
	"encoding/csv"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/domain/spreadsheet"
	"dataimport/modules/kit/store/database"
)

// writeFiles writes the report and the results. A run that has refused nothing removes the report of
// an earlier run, once it is complete.
func (m *importer) writeFiles(complete bool, refused int) error {
	var report, results error
	switch {
	case m.report == "":
	case m.grouped:
		report = writeOutput(m.report, func(to io.Writer) error { return m.writeGroups(to) })
	case refused > 0:
		report = writeOutput(m.report, m.writeReport)
	case complete:
		report = removeStale(m.report)
	}
	if m.results != "" {
		results = writeOutput(m.results, m.writeResults)
	}
	return errors.Join(report, results)
}

func removeStale(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil
	}
	if err := errors.Join(err, os.Remove(path)); err != nil {
		return fmt.Errorf("the report of an earlier run cannot be removed: %w", err)
	}
	return nil
}

// A refusedLine is what the report says of a line.
type refusedLine struct {
	place
	external, step, code, detail, done string
	errors                             jsontext.Value
}

// writeReport writes the refused lines, in the order of the book.
func (m *importer) writeReport(to io.Writer) error {
	const query = `SELECT l.line, l.start, l.size, o.number, o.step, o.code, o.detail, o.done, o.errors FROM outcomes o JOIN lines l ON l.line = o.line
		WHERE o.outcome IN ('refused', 'incomplete') AND o.line > ? ORDER BY o.line LIMIT ?`
	return m.index.eachLine(query, func(row database.Row) (int, func() error, error) {
		var r refusedLine
		var faults string
		err := row.Scan(&r.number, &r.start, &r.size, &r.external, &r.step, &r.code, &r.detail, &r.done, &faults)
		r.errors = jsontext.Value(faults)
		return r.number, func() error {
			l, err := r.readLine(m.book)
			if err != nil {
				return err
			}
			_, err = to.Write(formatReportLine(r, l))
			return err
		}, err
	})
}

// formatReportLine returns the refused line, after its explanation. The account and the rest of the
// line keep their bytes.
func formatReportLine(r refusedLine, l book.Line) []byte {
	e, _ := book.ReadEntry(l.Text)
	number := e.Number
	if number == "" {
		number = r.external
	}
	b := append([]byte(`{"line":`), strconv.Itoa(r.number)...)
	b = appendJSONString(append(b, `,"external_account_number":`...), number)
	b = appendJSONString(append(b, `,"step":`...), r.step)
	b = appendJSONString(append(b, `,"code":`...), r.code)
	b = appendJSONString(append(b, `,"detail":`...), r.detail)
	b = append(append(b, `,"errors":`...), r.errors...)
	if r.done != "" {
		done, _ := json.Marshal(strings.Split(r.done, ",")) // strings alone do not fail
		b = append(append(b, `,"done":`...), done...)
	}
	return append(appendContent(b, e, l), "}\n"...)
}

// appendContent adds the members of the line. A line that is no object is added as a text.
func appendContent(b []byte, e book.Entry, l book.Line) []byte {
	switch {
	case len(e.Members) == 0 && len(l.Text) > 0:
		return appendJSONString(append(b, `,"account":null,"raw":`...), string(l.Text))
	case len(e.Members) == 0:
		return append(b, `,"account":null`...)
	case e.Account != nil && !e.Enveloped:
		return append(append(b, `,"account":`...), l.Text...)
	}
	for _, m := range e.Members {
		if m.Name == "raw" || m.Name != book.NumberMember && !e.IsOfReport(m.Name) {
			b = append(append(appendJSONString(append(b, ','), m.Name), ':'), m.Value...)
		}
	}
	return b
}

// writeResults writes a table of all lines that have an outcome.
func (m *importer) writeResults(to io.Writer) error {
	table := csv.NewWriter(to)
	if err := table.Write([]string{"line", "external_account_number", "service_account_number", "outcome"}); err != nil {
		return err
	}
	const query = `SELECT l.line, o.number, o.outcome, l.number, COALESCE(first.service, o.service) FROM lines l
		JOIN outcomes o ON o.line = l.line LEFT JOIN outcomes first ON first.line = l.same_as WHERE l.line > ? ORDER BY l.line LIMIT ?`
	err := m.index.eachLine(query, func(row database.Row) (int, func() error, error) {
		var number int
		var external, outcome, read, service string
		if err := row.Scan(&number, &external, &outcome, &read, &service); err != nil {
			return 0, nil, err
		}
		if external == "" {
			external = read
		}
		return number, func() error {
			return table.Write([]string{strconv.Itoa(number), spreadsheet.EscapeFormula(external), service, outcome})
		}, nil
	})
	table.Flush()
	return errors.Join(err, table.Error())
}
