package importclient

import (
	"encoding/json/v2"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
)

// summaryRows are the outcomes in the order of the summary, with the modes that always have a row of
// them.
var summaryRows = []struct {
	outcome, name string
	modes         []mode
}{
	{outcomeImported, "imported", []mode{modeImport, modeRehearsal}},
	{outcomeWouldImport, "would import", []mode{modeDryRun}},
	{outcomeValid, "valid", []mode{modeCheck}},
	{outcomeAdded, "further data added", nil},
	{outcomeAlready, "already imported", []mode{modeImport, modeRehearsal, modeDryRun}},
	{outcomeSkipped, "skipped", nil},
	{outcomeRepeated, "repeated, sent once", nil},
	{outcomeIncomplete, "account good, further data refused", nil},
	{outcomeRefused, "refused", []mode{modeImport, modeRehearsal, modeDryRun, modeCheck}},
}

// printSummary writes the summary. The command's error does not depend on it.
func (m *importer) printSummary(complete bool, elapsed time.Duration) {
	var b strings.Builder
	if err := m.writeSummary(&b, complete, elapsed); err != nil {
		_, _ = fmt.Fprintf(&b, "The summary is not complete: %v\n", err)
	}
	_, _ = io.WriteString(m.out, b.String())
}

func (m *importer) writeSummary(b *strings.Builder, complete bool, elapsed time.Duration) error {
	counts, err := m.index.countOutcomes()
	if err != nil {
		return err
	}
	row := func(name string, value any) { fmt.Fprintf(b, "%-40s %10v\n", name, value) }
	row("lines", m.index.Lines)
	finished := 0
	for _, r := range summaryRows {
		n := counts[r.outcome]
		finished += n
		if n > 0 || slices.Contains(r.modes, m.mode) {
			row(r.name, n)
		}
	}
	if left := m.index.Lines - finished; left > 0 || !complete {
		row("not finished", left)
	}
	row("duration", elapsed.Round(time.Millisecond))
	rate := computeRate(m.done.Load(), elapsed)
	row("lines per second", fmt.Sprintf("%.1f", rate))
	if good := counts[outcomeValid]; m.mode == modeCheck && complete && rate > 0 && good > 0 {
		row("an import takes about", formatDuration(time.Duration(float64(good)/rate*importCost*float64(time.Second))))
	}
	if m.id != "" {
		row("run", m.id)
	}
	return m.writeFaults(b)
}

// importCost is how many times longer an import of a line takes than its check. It was measured
// with the books of the demo.
const importCost = 1.5

// formatDuration rounds a duration to what a reader plans with.
func formatDuration(d time.Duration) string {
	switch {
	case d < time.Minute:
		return max(d, time.Second).Round(time.Second).String()
	default:
		return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	}
}

func (x *index) countOutcomes() (counts map[string]int, err error) {
	counts = make(map[string]int)
	err = database.EachRow(x.db, func(row database.Row) error {
		name, n := "", 0
		err := row.Scan(&name, &n)
		counts[name] += n
		return err
	}, `SELECT outcome, count(*) FROM outcomes GROUP BY outcome`)
	return counts, err
}

// The most rows of faults and of documents that a summary names. The report has all of them.
const (
	maxShownGroups    = 12
	maxShownDocuments = 10
)

// writeFaults writes the faults by code and member, those of most lines first, and the documents
// that are not in the store.
func (m *importer) writeFaults(b *strings.Builder) error {
	groups, err := m.index.listGroups()
	if err != nil || len(groups) == 0 {
		return err
	}
	b.WriteString("\nRefused by code and member, those of most lines first:\n")
	if err := writeGroupsTable(b, groups, maxShownGroups); err != nil {
		return err
	}
	if len(groups) > maxShownGroups {
		where := "--report faults.csv has all of them"
		if m.id != "" {
			where = "\"run report " + m.id + " --group-by member\" has all of them"
		}
		fmt.Fprintf(b, "%7s  %s\n", "", where)
	}
	return m.writeMissingDocuments(b)
}

// writeMissingDocuments writes each missing document once, with how often the book names it.
func (m *importer) writeMissingDocuments(b *strings.Builder) error {
	if err := m.collectMissingDocuments(); err != nil {
		return err
	}
	all, err := m.index.count(`SELECT count(DISTINCT path) FROM documents`)
	if err != nil || all == 0 {
		return err
	}
	fmt.Fprintf(b, "\nDocuments that are not in the store: %d, and how many lines name them\n", all)
	shown := 0
	err = database.EachRow(m.index.db, func(row database.Row) error {
		path, n := "", 0
		err := row.Scan(&path, &n)
		fmt.Fprintf(b, "%7d  %s\n", n, strconv.QuoteToGraphic(path))
		shown++
		return err
	}, `SELECT path, count(*) FROM documents GROUP BY path ORDER BY 2 DESC, 1 LIMIT ?`, maxShownDocuments)
	if all > shown {
		fmt.Fprintf(b, "%7s  and %d more\n", "", all-shown)
	}
	return err
}

// collectMissingDocuments looks the paths of missing documents up in the book.
func (m *importer) collectMissingDocuments() error {
	if _, err := m.index.db.Exec(`CREATE TABLE IF NOT EXISTS documents (path TEXT NOT NULL); DELETE FROM documents`); err != nil {
		return newScratchError(err)
	}
	const query = `SELECT DISTINCT l.line, l.start, l.size FROM faults f JOIN lines l ON l.line = f.line WHERE f.code = ? AND l.line > ? ORDER BY l.line LIMIT ?`
	return m.index.eachLine(query, func(row database.Row) (int, func() error, error) {
		var p place
		err := row.Scan(&p.number, &p.start, &p.size)
		return p.number, func() error { return m.collectDocumentsOf(p) }, err
	}, documents.RuleMissing.Code)
}

func (m *importer) collectDocumentsOf(p place) error {
	l, err := p.readLine(m.book)
	if err != nil {
		return err
	}
	e, err := book.ReadEntry(l.Text)
	if err != nil {
		return nil
	}
	var content any
	if json.Unmarshal(e.Text, &content) != nil {
		return nil
	}
	attrs, err := database.ReadTexts(m.index.db, `SELECT attr FROM faults WHERE line = ? AND code = ?`, p.number, documents.RuleMissing.Code)
	for _, attr := range attrs {
		if path, ok := findText(content, strings.Split(attr, ".")); ok && err == nil {
			_, err = m.index.db.Exec(`INSERT INTO documents VALUES (?)`, path)
		}
	}
	return err
}

// findText returns the text at the path of an attr.
func findText(content any, path []string) (string, bool) {
	for _, part := range path {
		switch in := content.(type) {
		case map[string]any:
			content = in[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(in) {
				return "", false
			}
			content = in[i]
		default:
			return "", false
		}
	}
	text, ok := content.(string)
	return text, ok
}
