package progress

import (
	"fmt"
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
	return content, nil
}

// readProgress reads how far a supplier's import is.
func (p *pages) readProgress(s *settings.Supplier, c *counters, now time.Time) (views.SupplierProgress, error) {
	rate, err := readImportRate(p.Reader, s.ID, c.n[imported], now)
	if err != nil {
		return views.SupplierProgress{}, err
	}
	done := c.computeThousandths()
	percent := fmt.Sprintf("%d.%d %%", done/10, done%10)
	line := views.SupplierProgress{
		Code: s.Code, Name: s.Name, Status: string(s.Status), Address: paths.SupplierPage(s.Code),
		Staged: formatNumber(c.n[staged]), Imported: formatNumber(c.n[imported]), Refused: formatNumber(c.n[refused]), Skipped: formatNumber(c.n[skipped]),
		Percent: percent, Bar: newBar(c, percent+" imported"),
		Now: formatPerMinute(rate.now), Average: formatPerMinute(rate.average),
		LastActivity: c.latest,
	}
	working := s.Status == settings.Ongoing && c.n[staged] > 0
	line.Still = working && now.Sub(c.latest) > stillAfter
	if working {
		line.Left = formatTimeLeft(c.n[staged], rate.now)
	}
	if working && c.n[refused] >= c.n[staged] && rate.now == 0 {
		line.Left = "" // all remaining accounts have to be corrected first
	}
	return line, nil
}

// newBar divides a bar among the states of the accounts.
func newBar(c *counters, caption string) views.Bar {
	parts := []views.BarShare{{Class: imported, N: c.n[imported]}, {Class: staged, N: c.n[staged]}, {Class: skipped, N: c.n[skipped]}}
	total := 0
	for i := range parts {
		parts[i].N = max(0, parts[i].N)
		total += parts[i].N
	}
	return views.NewBar(caption, total, parts)
}

// readOverviewState returns a text that changes when the overview does.
func (p *pages) readOverviewState() (string, error) {
	return joinRows(p.Reader, `SELECT s.id, p.name, p.n FROM suppliers s JOIN progress p ON p.supplier = s.id AND p.name IN ('staged', 'imported', 'skipped', 'refused')
		UNION ALL SELECT '', '', n FROM settings_revision`)
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
