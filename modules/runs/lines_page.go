package runs

import (
	"encoding/json/jsontext"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const (
	linesPerPage = 50
	// maxScannedLines is how many lines one page reads to find those with a fault.
	maxScannedLines = 5000
)

// lineFilter is which lines of a run a page shows.
type lineFilter struct{ outcome, code, member string }

// showLines shows lines of a run, in their order.
func (p *pages) showLines(w http.ResponseWriter, v *page.Request) error {
	r, supplier, err := p.findPageRun(v)
	if err != nil {
		return err
	}
	query := v.URL.Query()
	f := lineFilter{query.Get("outcome"), query.Get("code"), query.Get("member")}
	line, _ := strconv.ParseInt(query.Get("line"), 10, 64) // anything else begins at the first line
	content := views.RunLinesPage{
		Frame: v.Frame("Lines of " + r.name), Supplier: supplierLink(supplier), All: paths.RunsPage(supplier.Code), Run: views.Link{Name: r.name, Address: paths.RunPage(r.id)},
		About: f.describe(), Masked: !v.SeesPersonalData(), CSV: paths.RunPage(r.id) + "csv/?outcome=" + f.outcome,
	}
	found, next, err := p.findLines(r.id, f, line, query.Get("after"))
	if err != nil {
		return err
	}
	for i := range found {
		o, err := p.newOutcome(&found[i], supplier.Code, v)
		if err != nil {
			return err
		}
		content.Lines = append(content.Lines, o)
	}
	if next != nil {
		content.Next = linesAddress(r.id, "outcome", f.outcome, "code", f.code, "member", f.member, "line", strconv.FormatInt(next.Line, 10), "after", next.id)
	}
	return v.Show(w, views.RunOutcomes(content))
}

func (f *lineFilter) describe() string {
	switch {
	case f.code != "" && f.member != "":
		return "Lines with the fault " + f.code + " at " + f.member + "."
	case f.code != "":
		return "Lines with the fault " + f.code + "."
	case f.outcome != "":
		return "Lines with the outcome: " + outcomeStates[f.outcome].Text + "."
	}
	return "All lines that were sent."
}

// pageLine is a line with its place in the list.
type pageLine struct {
	stored
	id string
}

// findLines finds the lines behind a place that the filter lets through. next is the place of
// the next page; nil where there are no more lines.
func (p *pages) findLines(runID string, f lineFilter, line int64, after string) (found []pageLine, next *pageLine, err error) {
	const query = `SELECT id, line, outcome, external_account_number, service_account_number, step, code, detail, faults, done
		FROM run_lines WHERE run = ?1 AND (line, id) > (?2, ?3) AND (?4 = '' OR outcome = ?4) ORDER BY line, id LIMIT ?5`
	for scanned := 0; ; {
		batch, err := database.ReadRows(p.Reader, func(row database.Row, l *pageLine) error {
			return row.Scan(&l.id, &l.Line, &l.Outcome, &l.ExternalAccountNumber, &l.ServiceAccountNumber, &l.Step, &l.Code, &l.Detail, &l.faults, &l.done)
		}, query, runID, line, after, f.outcome, outcomesPerQuery)
		if err != nil {
			return nil, nil, err
		}
		for i := range batch {
			scanned++
			line, after = batch[i].Line, batch[i].id
			matches, err := f.matches(&batch[i].stored)
			if err != nil {
				return nil, nil, err
			}
			if matches {
				found = append(found, batch[i])
			}
			if len(found) == linesPerPage || scanned == maxScannedLines {
				return found, &batch[i], nil
			}
		}
		if len(batch) < outcomesPerQuery {
			return found, nil, nil
		}
	}
}

// matches reports whether a line has the fault of the filter.
func (f *lineFilter) matches(s *stored) (bool, error) {
	if f.code == "" {
		return true, nil
	}
	if !strings.Contains(s.faults, f.code) {
		return s.Code == f.code, nil
	}
	var faults fault.List
	if err := decodeFaults(jsontext.Value(s.faults), &faults); err != nil {
		return false, err
	}
	return slices.ContainsFunc(faults, func(one fault.Fault) bool {
		return one.Code == f.code && (f.member == "" || generalise(one.Attr) == f.member)
	}), nil
}

// outcomeStates are the outcomes in words.
var outcomeStates = map[string]views.AccountState{
	outcomeImported:   {Text: "Imported", Class: "good"},
	outcomeAdded:      {Text: "Added to an imported account", Class: "good"},
	outcomeAlready:    {Text: "Imported already", Class: ""},
	outcomeIncomplete: {Text: "Incomplete", Class: "warn"},
	outcomeRefused:    {Text: "Refused", Class: "bad"},
	outcomeTakenBack:  {Text: "Taken back", Class: ""},
}

func (p *pages) newOutcome(l *pageLine, supplierCode string, v *page.Request) (views.RunOutcome, error) {
	a, err := l.read()
	if err != nil {
		return views.RunOutcome{}, err
	}
	o := views.RunOutcome{
		Line: strconv.FormatInt(l.Line, 10), Number: a.ExternalAccountNumber, Service: a.ServiceAccountNumber, Outcome: outcomeStates[a.Outcome],
	}
	if a.ExternalAccountNumber != "" {
		o.Account = paths.AccountPage(supplierCode, a.ExternalAccountNumber)
	}
	if len(a.Done) > 0 && a.Outcome == outcomeIncomplete {
		o.Done = "Imported: " + strings.Join(a.Done, ", ")
	}
	faults := a.Errors
	if len(faults) == 0 && a.Code != "" {
		faults = fault.List{{Code: a.Code, Detail: a.Detail}}
	}
	for _, f := range faults {
		e := p.rules()[f.Code]
		detail := f.Detail
		if !v.SeesPersonalData() {
			detail = e.Meaning // the detail quotes what was sent
		}
		o.Faults = append(o.Faults, views.AccountFault{Attr: f.Attr, Detail: detail, Code: f.Code, Rule: paths.RulePage(f.Code)})
	}
	return o, nil
}

// writeOutcomes sends the outcomes as a CSV file. It holds details of faults, so it is for
// readers who see personal data alone.
func (p *pages) writeOutcomes(w http.ResponseWriter, v *page.Request) error {
	r, _, err := p.findPageRun(v)
	if err != nil {
		return err
	}
	if !v.SeesPersonalData() {
		return page.NewError(http.StatusForbidden, "This is not allowed", "The file holds personal data: only staff with the role support downloads it.")
	}
	header := w.Header()
	header.Set("Content-Type", csvType+"; charset=utf-8")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": r.name + ".outcomes.csv"}))
	header.Set("Cache-Control", "no-store")
	l := outcomeList{q: p.Reader, runID: r.id, outcome: v.URL.Query().Get("outcome")}
	if err := l.writeCSV(w); err != nil {
		panic(http.ErrAbortHandler) // a part of a file must not look like all of it
	}
	return nil
}
