package progress

import (
	"encoding/csv"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/domain/spreadsheet"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/store/imports"
)

const csvBatchSize = 500 // accounts that are read at a time

var csvHead = []string{"external_account_number", "state", "service_account_number", "staged_at", "account_created_at", "attempts", "last_attempt_at", "fault_codes"}

// writeCSV writes the accounts that a filter finds as a file without personal data. It writes batch
// by batch, so a long file needs little memory. After an error it breaks the connection off, so the
// browser reports a failed download.
func (p *pages) writeCSV(w http.ResponseWriter, v *page.Request) error {
	s, err := findSupplier(v)
	if err != nil {
		return err
	}
	f := readFilter(v)
	if f.refusal != "" {
		return page.NewError(http.StatusForbidden, "This is not allowed", f.refusal)
	}
	f.cursor = ""
	part, err := p.findAccounts(s, f, csvBatchSize, 0)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "accounts-" + s.Code + ".csv"}))
	header.Set("Cache-Control", "no-store")
	out := csv.NewWriter(w)
	_ = out.Write(csvHead) // the writer keeps the error, which is checked below
	for {
		codes, err := p.readFaultCodes(s, part.rows)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		gone := admission.ReleasePageWhile(v.Context(), func() {
			for i := range part.rows {
				_ = out.Write(part.rows[i].formatCells(codes[part.rows[i].number], &p.Creating))
			}
			out.Flush()
		})
		if gone != nil || out.Error() != nil {
			return nil // the reader has closed the connection
		}
		if part.nextCursor == "" {
			return nil
		}
		f.cursor = part.nextCursor
		if part, err = p.findAccounts(s, f, csvBatchSize, 0); err != nil {
			p.Log().Error("a file broke off", "error", err)
			panic(http.ErrAbortHandler)
		}
	}
}

func (r *row) formatCells(codes []string, creating *imports.Creating) []string {
	cells := []string{r.number, strings.ToLower(r.newAccountState(creating).Text), r.service, formatTime(r.stagedAt), formatTime(r.createdAt), strconv.Itoa(r.attempts), formatTime(r.lastAttempt), strings.Join(codes, " ")}
	for i := range cells {
		cells[i] = spreadsheet.EscapeFormula(cells[i])
	}
	return cells
}

func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}
