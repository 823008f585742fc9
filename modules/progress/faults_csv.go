package progress

import (
	"encoding/csv"
	"mime"
	"net/http"
	"strings"

	"dataimport/modules/kit/domain/spreadsheet"
	"dataimport/modules/kit/http/admission"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/store/accountevents"
)

var faultsHead = []string{"external_account_number", "step", "member", "code", "detail", "at"}

// writeFaultsCSV writes a row for each fault that accounts of the supplier have now, and that the
// filter admits. Details are masked as on pages.
func (p *pages) writeFaultsCSV(w http.ResponseWriter, v *page.Request) error {
	s, err := findSupplier(v)
	if err != nil {
		return err
	}
	f := readFaultFilter(v)
	list, more, err := accountevents.ReadRefusals(p.Reader, s.ID, f.FaultFilter, accountevents.RefusalKey{}, csvBatchSize)
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
		for i := range list {
			rows = append(rows, p.formatFaultRows(&list[i], v)...)
		}
		gone := admission.ReleasePageWhile(v.Context(), func() { _ = out.WriteAll(rows) })
		if gone != nil || out.Error() != nil || more == nil {
			return nil
		}
		if list, more, err = accountevents.ReadRefusals(p.Reader, s.ID, f.FaultFilter, *more, csvBatchSize); err != nil {
			p.Log().Error("a file broke off", "error", err)
			panic(http.ErrAbortHandler)
		}
	}
}

func (p *pages) formatFaultRows(r *accountevents.Refusal, v *page.Request) (rows [][]string) {
	for _, f := range p.explainFaults(r.Faults, v) {
		cells := []string{r.ExternalAccountNumber, r.Step, f.Attr, f.Code, f.Detail, formatTime(r.At)}
		for i := range cells {
			cells[i] = spreadsheet.EscapeFormula(strings.ToValidUTF8(cells[i], "\uFFFD"))
		}
		rows = append(rows, cells)
	}
	return rows
}
