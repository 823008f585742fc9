package progress

import (
	"encoding/csv"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/store/imports"
)

const (
	csvPart    = 500 // accounts that are read at a time
	csvTimeout = 30 * time.Second
)

var csvHead = []string{"external_account_number", "state", "service_account_number", "staged_at", "account_created_at", "attempts", "last_attempt_at", "fault_codes"}

// csv is the accounts that a filter shows, as a file. It is written part by part, so
// that its length costs no memory, and holds nothing personal. A file that breaks
// off is one that the browser says has failed.
func (p *pages) csv(w http.ResponseWriter, v *visit) error {
	s, err := v.supplierOf()
	if err != nil {
		return err
	}
	f := readFilter(v)
	if f.refusal != "" {
		return &problem{http.StatusForbidden, "This is not allowed", f.refusal}
	}
	f.after = ""
	part, err := p.find(s, f, csvPart, 0)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "accounts-" + s.Code + ".csv"}))
	header.Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	out := csv.NewWriter(w)
	_ = out.Write(csvHead) // an error stays, and is seen below
	for {
		codes, err := p.codesOf(s, part.rows)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		_ = control.SetWriteDeadline(time.Now().Add(csvTimeout))
		for i := range part.rows {
			_ = out.Write(part.rows[i].cells(codes[part.rows[i].number], &p.Creating))
		}
		out.Flush()
		if out.Error() != nil {
			return nil // the reader has gone
		}
		if part.next == "" {
			return nil
		}
		f.after = part.next
		if part, err = p.find(s, f, csvPart, 0); err != nil {
			p.Log().Error("a file broke off", "error", err)
			panic(http.ErrAbortHandler)
		}
	}
}

func (r *row) cells(codes []string, creating *imports.Creating) []string {
	cells := []string{r.number, strings.ToLower(r.shownState(creating).Text), r.service, stamp(r.stagedAt), stamp(r.createdAt), strconv.Itoa(r.attempts), stamp(r.lastAttempt), strings.Join(codes, " ")}
	for i := range cells {
		cells[i] = harmless(cells[i])
	}
	return cells
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// harmless is a cell that no spreadsheet takes for a formula: one that begins like
// one gets an apostrophe before it (owasp.org/www-community/attacks/CSV_Injection).
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(cell)[0]) {
		return "'" + cell
	}
	return cell
}
