package runs

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/live"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// runsPerPage is how many runs a page of the list shows.
const runsPerPage = 20

// pages shows runs to the staff.
type pages struct {
	*module.Runtime
	hub   *live.Hub
	rules func() map[string]catalogue.Entry
}

func newPages(r *module.Runtime) *pages {
	return &pages{Runtime: r, hub: live.NewHub(time.Second, r.Log), rules: sync.OnceValue(func() map[string]catalogue.Entry { return r.Rules.ByCode() })}
}

// list returns the pages, for readers whom guard lets through.
func (p *pages) list(guard func(http.Handler) http.Handler) (list []endpoint.Page) {
	for path, handle := range map[string]page.Handle{
		"":             p.showList,
		"{run}/":       p.showRun,
		"{run}/live/":  p.streamRun,
		"{run}/lines/": p.showLines,
		"{run}/csv/":   p.writeOutcomes,
	} {
		served := guard(page.NewHandler(p.Settings, p.Log, handle))
		unqueued := strings.HasSuffix(path, "live/") // an open stream makes no page: the hub does, once for all
		list = append(list, endpoint.Page{Pattern: "GET " + paths.RunPages + path + "{$}", Handler: served, Unqueued: unqueued})
		if path != "" { // the address of the list without a slash leads to that with one
			list = append(list, endpoint.Page{Pattern: "GET " + paths.RunPages + strings.TrimSuffix(path, "/"), Handler: served, Unqueued: unqueued})
		}
	}
	return list
}

func noRun() error {
	return page.NewError(http.StatusNotFound, "There is no such run", "No run has this address. The page of a supplier lists its runs.")
}

// findPageRun finds the run of a page's address. The error is a *page.Error where there is
// none, and where the reader does not see its supplier.
func (p *pages) findPageRun(v *page.Request) (*run, *settings.Supplier, error) {
	r, err := findRun(p.Reader, v.PathValue("run"))
	if err != nil {
		return nil, nil, err
	}
	if r == nil || !v.Reader.Sees(r.supplierID) {
		return nil, nil, noRun()
	}
	supplier := v.Settings.SupplierByID(r.supplierID)
	if supplier == nil {
		return nil, nil, noRun()
	}
	return r, supplier, nil
}

// showList shows the runs of a supplier, the newest first.
func (p *pages) showList(w http.ResponseWriter, v *page.Request) error {
	query := v.URL.Query()
	supplier := v.Settings.Supplier(query.Get("supplier"))
	if supplier == nil || !v.Reader.Sees(supplier.ID) {
		return page.NewError(http.StatusNotFound, "There is no such supplier", "The page Imports lists the suppliers that you see.")
	}
	content := views.RunListPage{Frame: v.Frame("Runs of " + supplier.Code), Supplier: supplierLink(supplier)}
	found, err := readRuns(p.Reader, supplier.ID, query.Get("after"), runsPerPage+1)
	if err != nil {
		return err
	}
	if len(found) > runsPerPage {
		found = found[:runsPerPage]
		content.Next = paths.RunsPage(supplier.Code) + "&" + url.Values{"after": {found[len(found)-1].id}}.Encode()
	}
	content.Runs, err = newRunLines(p.Reader, found, v.Settings, v.Now)
	if err != nil {
		return err
	}
	return v.Show(w, views.RunList(content))
}

// newRunLines describes runs in a line each.
func newRunLines(q database.Querier, found []run, snapshot *settings.Snapshot, now time.Time) ([]views.RunLine, error) {
	list := make([]views.RunLine, len(found))
	for i := range found {
		t, err := readTally(q, &found[i])
		if err != nil {
			return nil, err
		}
		list[i] = newRunLine(&found[i], &t, snapshot, now)
	}
	return list, nil
}

// recentRuns is how many runs the page of a supplier shows.
const recentRuns = 3

// panels are the parts of a supplier's page.
var panels = []module.SupplierPanel{{Title: "Runs", Anchor: "runs", Show: showRecentRuns}}

func showRecentRuns(v *module.SupplierView) (templ.Component, error) {
	found, err := readRuns(v.Reader, v.Supplier.ID, "", recentRuns)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	lines, err := newRunLines(v.Reader, found, v.Settings, v.Now)
	return views.RecentRuns(lines, paths.RunsPage(v.Supplier.Code)), err
}

// showRun shows the page of one run.
func (p *pages) showRun(w http.ResponseWriter, v *page.Request) error {
	r, supplier, err := p.findPageRun(v)
	if err != nil {
		return err
	}
	content, err := p.newRunPage(r, supplier, v.Settings, v.Now)
	if err != nil {
		return err
	}
	content.Frame = v.Frame(r.name)
	content.Live, content.Version = paths.RunPage(r.id)+"live/", live.Version(views.RunLive(content))
	return v.Show(w, views.Run(content))
}

func (p *pages) streamRun(w http.ResponseWriter, v *page.Request) error {
	r, _, err := p.findPageRun(v)
	if err != nil {
		return err
	}
	return p.hub.Serve(w, v.Request, r.id, live.Source{ReadState: func() (string, error) { return p.readRunState(r.id) }, Render: func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		current, err := findRun(p.Reader, r.id)
		if err != nil {
			return "", err
		}
		if current == nil {
			return "", noRun()
		}
		supplier := snapshot.SupplierByID(current.supplierID)
		if supplier == nil {
			return "", noRun()
		}
		content, err := p.newRunPage(current, supplier, snapshot, time.Now().UTC())
		return live.Render(views.RunLive(content)), err
	}})
}

// readRunState returns a text that changes when the run's page does.
func (p *pages) readRunState(runID string) (string, error) {
	var state string
	err := p.Reader.QueryRow(`SELECT COALESCE((SELECT state || ' ' || updated FROM runs WHERE id = ?1), '') || ' ' ||
		COALESCE((SELECT sum(n) || ' ' || max(updated) FROM run_counts WHERE run = ?1), '')`, runID).Scan(&state)
	return state, err
}

// newRunPage returns what changes on the page while it is open.
func (p *pages) newRunPage(r *run, supplier *settings.Supplier, snapshot *settings.Snapshot, now time.Time) (views.RunPage, error) {
	t, err := readTally(p.Reader, r)
	if err != nil {
		return views.RunPage{}, err
	}
	content := views.RunPage{
		Supplier: supplierLink(supplier), All: paths.RunsPage(supplier.Code), Run: newRunLine(r, &t, snapshot, now),
		Notice: t.notice(r, now), Figures: t.figures(r), Facts: newRunFacts(r),
	}
	if content.Pace, err = p.newPace(r, &t, now); err != nil {
		return content, err
	}
	if err := p.addFaults(&content, r); err != nil {
		return content, err
	}
	if content.Reconciliation, err = p.newReconciliation(r, supplier); err != nil {
		return content, err
	}
	return content, p.addChanges(&content, r)
}

// maxPageFaults is how many faults the page of a run shows.
const maxPageFaults = 50

func (p *pages) addFaults(content *views.RunPage, r *run) error {
	faults, err := readFaultCounts(p.Reader, r.id, maxPageFaults+1)
	if err != nil {
		return err
	}
	if len(faults) > maxPageFaults {
		faults = faults[:maxPageFaults]
		content.MoreFaults = "The faults of the most lines are here. The list of lines has all."
	}
	for _, f := range faults {
		content.Faults = append(content.Faults, views.RunFault{
			Code: f.Code, Member: f.Member, Meaning: p.rules()[f.Code].Meaning, Lines: views.FormatNumber(int(f.Lines)),
			List: linesAddress(r.id, "code", f.Code, "member", f.Member), Rule: paths.RulePage(f.Code),
		})
	}
	return nil
}

// recentLines is how many lines the pace of the moment is computed from.
const recentLines = 1000

// newPace returns how fast the run is at the moment, and when it will end.
func (p *pages) newPace(r *run, t *tally, now time.Time) ([]views.Fact, error) {
	if r.state != stateOpen || now.Sub(r.seenAt) > holdTime {
		return nil, nil
	}
	var n int
	var first, last string
	// The plus keeps the query from an index: the newest rows are the last of the table.
	err := p.Reader.QueryRow(`SELECT count(*), COALESCE(min(created), ''), COALESCE(max(created), '') FROM
		(SELECT row_time(created, id) AS created FROM run_lines WHERE +run = ? ORDER BY id DESC LIMIT ?)`, r.id, recentLines).Scan(&n, &first, &last)
	if err != nil || n < 2 {
		return nil, err
	}
	during := database.ParseTime(last).Sub(database.ParseTime(first))
	if during <= 0 {
		return nil, nil
	}
	perSecond := float64(n-1) / during.Seconds()
	pace := views.NewFacts("Lines a second, now", strconv.FormatFloat(perSecond, 'f', 1, 64))
	if left, known := t.left(r); known && left > 0 {
		ends := max(time.Second, time.Duration(float64(left)/perSecond*float64(time.Second)).Round(time.Second))
		pace = append(pace, views.Fact{Name: "Time left, at this pace", Value: ends.String()})
	}
	return pace, nil
}

func newRunFacts(r *run) []views.Fact {
	facts := views.NewFacts("Run", r.id, "If an account is imported already", ifImportedWords[r.ifImported], "Operations team", r.team,
		"Lines of the book", formatIfKnown(r.bookLines), "Accounts of the book", formatIfKnown(r.bookOf), "Bytes of the book", formatIfKnown(r.bookBytes),
		"SHA-256 of the book", r.bookSHA256, "Accounts expected", formatIfKnown(int64(r.readExpectation().Accounts)))
	facts = append(facts, views.Fact{Name: "Last request", At: r.seenAt})
	if !r.closedAt.IsZero() {
		facts = append(facts, views.Fact{Name: "Closed", At: r.closedAt})
	}
	if r.mode == modeRehearsal {
		facts = append(facts, views.Fact{Name: "To take it back", Value: "dataimport run take-back " + r.id})
	}
	return facts
}

var ifImportedWords = map[IfImported]string{
	compareImported: "compare it, and add what is missing of its further data", addToImported: "add further data alone", skipImported: "leave it",
}

func formatIfKnown(n int64) string {
	if n == 0 {
		return ""
	}
	return views.FormatNumber(int(n))
}

func supplierLink(s *settings.Supplier) views.Link {
	return views.Link{Name: s.Code, Address: paths.SupplierPage(s.Code)}
}

// linesAddress is the address of a list of a run's lines.
func linesAddress(runID string, parameters ...string) string {
	query := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		query.Set(parameters[i], parameters[i+1])
	}
	return paths.RunPage(runID) + "lines/?" + query.Encode()
}
