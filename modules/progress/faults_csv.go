package progress

import (
	"encoding/csv"
	"mime"
	"net/http"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/spreadsheet"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
)

var faultsHead = []string{"external_account_number", "step", "member", "code", "detail", "at"}

// faultyPart is an account, or a kind of further data of it, that has faults now.
type faultyPart struct{ number, kind string }

// writeFaultsCSV writes a row for each fault that accounts of the supplier have now. Details are
// masked as on pages.
func (p *pages) writeFaultsCSV(w http.ResponseWriter, v *page.Request) error {
	s, err := findSupplier(v)
	if err != nil {
		return err
	}
	parts, err := p.findFaultyParts(s.ID, faultyPart{})
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "faults-" + s.Code + ".csv"}))
	header.Set("Cache-Control", "no-store")
	out := csv.NewWriter(w)
	_ = out.Write(faultsHead) // the writer keeps the error, which is checked below
	for {
		var rows [][]string
		for _, part := range parts {
			found, err := p.readFaultRows(s.ID, part, v)
			if err != nil {
				p.Log().Error("a file broke off", "error", err)
				panic(http.ErrAbortHandler)
			}
			rows = append(rows, found...)
		}
		gone := admission.ReleasePageWhile(v.Context(), func() { _ = out.WriteAll(rows) })
		if gone != nil || out.Error() != nil || len(parts) < csvBatchSize {
			return nil
		}
		if parts, err = p.findFaultyParts(s.ID, parts[len(parts)-1]); err != nil {
			p.Log().Error("a file broke off", "error", err)
			panic(http.ErrAbortHandler)
		}
	}
}

// findFaultyParts finds what has faults after a part, in the order of numbers.
func (p *pages) findFaultyParts(supplierID string, after faultyPart) ([]faultyPart, error) {
	const query = `SELECT DISTINCT external_account_number, kind FROM current_faults WHERE supplier = ? AND (external_account_number, kind) > (?, ?)
		ORDER BY external_account_number, kind LIMIT ?`
	scan := func(row database.Row, part *faultyPart) error { return row.Scan(&part.number, &part.kind) }
	return database.ReadRows(p.Reader, scan, query, supplierID, after.number, after.kind, csvBatchSize)
}

// readFaultRows returns the faults of the latest refusal. A refusal without faults has its own
// code.
func (p *pages) readFaultRows(supplierID string, part faultyPart, v *page.Request) (rows [][]string, err error) {
	name := accountevents.Refused
	if part.kind != "" {
		name = part.kind + ".refused"
	}
	events, err := p.findEvents(`SELECT `+eventColumns+` FROM account_events WHERE supplier = ? AND external_account_number = ? AND event = ?
		ORDER BY id DESC LIMIT 1`, supplierID, part.number, name)
	if err != nil || len(events) == 0 {
		return nil, err
	}
	e := &events[0]
	faults := parseFaults(e.faults)
	if len(faults) == 0 {
		faults = fault.List{{Code: e.code}}
	}
	for _, f := range p.explainFaults(faults, v) {
		cells := []string{part.number, e.step, f.Attr, f.Code, f.Detail, formatTime(e.at)}
		for i := range cells {
			cells[i] = spreadsheet.EscapeFormula(strings.ToValidUTF8(cells[i], "\uFFFD"))
		}
		rows = append(rows, cells)
	}
	return rows, nil
}
