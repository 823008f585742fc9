package progress

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// overview is the page of all suppliers.
func (p *pages) overview(w http.ResponseWriter, v *visit) error {
	content, err := p.overviewPage(v.settings, v.now)
	if err != nil {
		return err
	}
	content.Frame = v.frame("Imports")
	content.Live, content.Version = root+"/~live", version(views.OverviewLive(content))
	return show(w, v, views.Overview(content))
}

func (p *pages) overviewPage(snapshot *settings.Snapshot, now time.Time) (views.OverviewPage, error) {
	var content views.OverviewPage
	for _, s := range snapshot.Suppliers() {
		c, err := readCounters(p.Reader, s.ID)
		if err != nil {
			return content, err
		}
		line, err := p.progressOf(s, &c, now)
		if err != nil {
			return content, err
		}
		if line.Spark, err = readSpark(p.Reader, s.ID, now); err != nil {
			return content, err
		}
		content.Suppliers = append(content.Suppliers, line)
	}
	return content, nil
}

// progressOf is how far a supplier's import is.
func (p *pages) progressOf(s *settings.Supplier, c *counters, now time.Time) (views.SupplierProgress, error) {
	rate, err := readPace(p.Reader, s.ID, c.n[imported], now)
	if err != nil {
		return views.SupplierProgress{}, err
	}
	done := c.thousandths()
	line := views.SupplierProgress{
		Code: s.Code, Name: s.Name, Status: string(s.Status), Address: supplierAddress(s.Code),
		Staged: grouped(c.n[staged]), Imported: grouped(c.n[imported]), Refused: grouped(c.n[refused]), Skipped: grouped(c.n[skipped]),
		Percent: fmt.Sprintf("%d.%d %%", done/10, done%10), Bar: bar(c),
		Now: perMinuteText(rate.now), Average: perMinuteText(rate.average),
		LastActivity: c.latest,
	}
	working := s.Status == settings.Ongoing && c.n[staged] > 0
	line.Still = working && now.Sub(c.latest) > stillness
	if working {
		line.Left = timeLeft(c.n[staged], rate.now)
	}
	if working && c.n[refused] >= c.n[staged] && rate.now == 0 {
		line.Left = "" // all that is left has to be corrected first
	}
	return line, nil
}

// bar divides all accounts into what became of them.
func bar(c *counters) []views.BarPart {
	parts := []struct {
		class string
		n     int
	}{{imported, c.n[imported]}, {staged, c.n[staged]}, {skipped, c.n[skipped]}}
	total := 0
	for _, part := range parts {
		total += max(0, part.n)
	}
	var list []views.BarPart
	x := 0
	for _, part := range parts {
		if part.n > 0 {
			width := part.n * 1000 / total
			if width == 0 {
				width = 1 // what is there is seen
			}
			list = append(list, views.BarPart{Class: part.class, X: min(x, 999), Width: width})
			x += width
		}
	}
	return list
}

// overviewState changes when anything does that the overview shows.
func (p *pages) overviewState() (string, error) {
	return joined(p.Reader, `SELECT s.id, p.name, p.n FROM suppliers s JOIN progress p ON p.supplier = s.id AND p.name IN ('staged', 'imported', 'skipped', 'refused')
		UNION ALL SELECT '', '', n FROM settings_revision`)
}

// joined is all values of the rows of a query of three columns.
func joined(q database.Querier, query string, args ...any) (string, error) {
	rows, err := q.Query(query, args...)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var a, b, c string
		if err := rows.Scan(&a, &b, &c); err != nil {
			return "", err
		}
		lines = append(lines, a+" "+b+" "+c)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n"), rows.Err()
}
