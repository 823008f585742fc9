package progress

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/live"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// showOverview shows the page of the suppliers that the reader sees.
func (p *pages) showOverview(w http.ResponseWriter, v *page.Request) error {
	content, err := p.newOverviewPage(v.Settings, v.Reader, v.Now)
	if err != nil {
		return err
	}
	content.Frame = v.Frame("Imports")
	content.Live, content.Version = rootPath+"/~live", live.Version(views.OverviewLive(content))
	return v.Show(w, views.Overview(content))
}

func (p *pages) newOverviewPage(snapshot *settings.Snapshot, reader *session.Reader, now time.Time) (views.OverviewPage, error) {
	var content views.OverviewPage
	for _, s := range snapshot.Suppliers() {
		if !reader.Sees(s.ID) {
			continue
		}
		c, err := readCounters(p.Reader, s.ID)
		if err != nil {
			return content, err
		}
		line, err := p.readProgress(s, &c, now)
		if err != nil {
			return content, err
		}
		if line.Spark, err = readSparkline(p.Reader, s.ID, now); err != nil {
			return content, err
		}
		content.Suppliers = append(content.Suppliers, line)
	}
	return content, p.addNeeds(&content, snapshot, reader, now)
}

// readProgress reads how far a supplier's import is.
func (p *pages) readProgress(s *settings.Supplier, c *counters, now time.Time) (views.SupplierProgress, error) {
	unsent, known, err := p.countUnsent(p.Reader, s.ID)
	if err != nil {
		return views.SupplierProgress{}, err
	}
	t := newTally(c, s.Expected, unsent, known)
	rate, err := readImportRate(p.Reader, s.ID, c, now)
	if err != nil {
		return views.SupplierProgress{}, err
	}
	line := views.SupplierProgress{
		Code: s.Code, Name: s.Name, Status: string(s.Status), Address: paths.SupplierPage(s.Code),
		Percent: t.formatPercent(), Sum: t.describeSum(), Bar: t.newBar(), Figures: t.listFigures(paths.SupplierPage(s.Code)),
		LastActivity: c.latest,
	}
	working := s.Status == settings.Ongoing && t.rest() > 0
	if working && now.Sub(c.latest) > stillAfter {
		line.Still = t.describeRest()
	}
	if working && t.rest() > t.refused { // refused accounts have to be corrected first
		line.Left = formatTimeLeft(t.rest(), rate.now)
	}
	for _, figure := range []struct{ name, value string }{
		{"Per minute, now", formatPerMinute(rate.now)}, {"Per minute, average", formatPerMinute(rate.average)}, {"Time left", line.Left},
	} {
		line.Pace = append(line.Pace, views.RunFigure{Name: figure.name, Value: cmp.Or(figure.value, "–")})
	}
	return line, nil
}

// readOverviewState returns a text that changes when the overview does.
func (p *pages) readOverviewState() (string, error) {
	return joinRows(p.Reader, `SELECT s.id, p.name, p.n FROM suppliers s JOIN progress p ON p.supplier = s.id AND p.name IN ('staged', 'imported', 'skipped', 'refused', 'incomplete', 'unstaged')
		UNION ALL SELECT '', '', n FROM settings_revision
		UNION ALL SELECT '', '', COALESCE((SELECT id FROM audit_log ORDER BY created DESC LIMIT 1), '')`)
}

// joinRows returns all values of a query of three columns as one text.
func joinRows(q database.Querier, query string, args ...any) (string, error) {
	var lines []string
	err := database.EachRow(q, func(row database.Row) error {
		var a, b, c string
		if err := row.Scan(&a, &b, &c); err != nil {
			return err
		}
		lines = append(lines, a+" "+b+" "+c)
		return nil
	}, query, args...)
	slices.Sort(lines)
	return strings.Join(lines, "\n"), err
}
