package bookbuild

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"dataimport/modules/bookbuild/extracts"
	"dataimport/modules/bookbuild/functions"
)

// profile is what the values of a column say.
type profile struct {
	name     string
	role     role
	filled   int      // rows with a value
	distinct int      // different values
	samples  []string // spread over the file
	mark     byte     // of decimals, where nearly all values are numbers; else 0
	pattern  string   // of dates, where nearly all values are dates
}

// isUnique reports whether each row of the table has a value of its own, but for a few and
// for rows that repeat another one.
func (p *profile) isUnique(t *table) bool {
	return p.filled > 0 && p.filled*10 >= t.rows*9 && p.distinct*100 >= (p.filled-t.repeated)*95
}

// table is a table with what is known of it.
type table struct {
	*extracts.File
	rows     int
	repeated int // rows that repeat an earlier one in full
	columns  []*profile
	link     *link // to the table of accounts
	used     map[string]bool
}

// link says that a column of a table has the values of a column of the table of accounts.
type link struct {
	column, to string
	matching   int // values that are there, of those that were tried
	tried      int
	change     string // SQL that changes the column %s for the values to match; empty for none
}

func (t *table) find(r role) *profile {
	for _, p := range t.columns {
		if p.role == r {
			return p
		}
	}
	return nil
}

// use is the column of a role, which then counts as used; empty where there is none.
func (t *table) use(r role) string {
	p := t.find(r)
	if p == nil {
		return ""
	}
	t.used[p.name] = true
	return p.name
}

const samplesPerColumn = 1000

// describe looks at the tables.
func (s *scratch) describe(ctx context.Context, today time.Time, country string, show *progress) (tables []*table, err error) {
	for i, f := range s.files {
		show.update(func() string { return "looking at " + f.Name })
		t := &table{File: f, rows: s.counts[i].Rows, used: make(map[string]bool)}
		if err := s.countValues(ctx, t); err != nil {
			return nil, err
		}
		if err := s.readSamples(ctx, t); err != nil {
			return nil, err
		}
		findForms(t, today, country)
		tables = append(tables, t)
	}
	return tables, nil
}

// countValues counts values and different values of each column, and repeated rows.
func (s *scratch) countValues(ctx context.Context, t *table) error {
	var counts, quoted []string
	for _, column := range t.Columns {
		t.columns = append(t.columns, &profile{name: column, role: findRole(column)})
		name := extracts.Quote(column)
		quoted = append(quoted, name)
		counts = append(counts, `count(`+name+`)`, `count(DISTINCT `+name+`)`)
	}
	var into []any
	for _, p := range t.columns {
		into = append(into, &p.filled, &p.distinct)
	}
	name := extracts.Quote(t.Table)
	if err := s.conn.QueryRowContext(ctx, `SELECT `+strings.Join(counts, ", ")+` FROM `+name).Scan(into...); err != nil {
		return err
	}
	return s.conn.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM `+name+`) - (SELECT count(*) FROM (SELECT DISTINCT `+strings.Join(quoted, ", ")+` FROM `+name+`))`).Scan(&t.repeated)
}

// readSamples reads rows that are spread over the table.
func (s *scratch) readSamples(ctx context.Context, t *table) error {
	rows, err := s.conn.QueryContext(ctx, fmt.Sprintf(`SELECT * FROM (SELECT *, row_number() OVER (ORDER BY _line) AS n FROM %s) WHERE n %% %d = 0`,
		extracts.Quote(t.Table), max(1, t.rows/samplesPerColumn)))
	if err != nil {
		return err
	}
	defer rows.Close()
	values := make([]sql.NullString, len(t.columns)+2)
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, p := range t.columns {
			if v := values[i+1]; v.Valid && strings.TrimSpace(v.String) != "" {
				p.samples = append(p.samples, v.String)
			}
		}
	}
	return rows.Err()
}

// datePatterns are the patterns that are tried. Where two fit, the first counts.
var datePatterns = []string{
	"YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY", "YYYYMMDD", "DD-MM-YYYY", "YYYY/MM/DD", "DD.MM.YY", "DD/MM/YY", "MM/DD/YY",
	"DD-MON-YYYY", "DD MON YYYY", "DD-MON-YY", "MON DD YYYY", "YYYY-MM-DD HH:MI:SS", "YYYY-MM-DD HH:MI", "YYYY-MM-DDTHH:MI:SS*",
	"DD.MM.YYYY HH:MI:SS", "DD.MM.YYYY HH:MI", "DD/MM/YYYY HH:MI:SS", "DD/MM/YYYY HH:MI",
}

// findForms finds columns of numbers and dates, and corrects roles that the values contradict.
func findForms(t *table, today time.Time, country string) {
	usual := usualMark(t)
	for _, p := range t.columns {
		p.pattern = findPattern(p, today, country)
		if p.pattern == "" {
			p.mark = findMark(p.samples, usual)
		}
		switch p.role {
		case roleAmount, roleBalance:
			if p.mark == 0 && p.filled > 0 {
				p.role = roleNone
			}
		case roleDate, roleBirth, roleCreated:
			if p.pattern == "" && p.filled > 0 {
				p.role = roleNone
			}
		case roleNone:
			if share(p.samples, func(s string) bool { return strings.Contains(s, "@") && strings.Contains(s, ".") }) > 0.8 {
				p.role = roleEmail
			}
		}
	}
}

// share is the share of the samples that are so; 0 without samples.
func share(samples []string, is func(string) bool) float64 {
	n := 0
	for _, s := range samples {
		if is(s) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(samples)))
}

// Shares of the values of a column: those that say what it is, and those that are enough
// where its name says it.
const (
	nearlyAll = 0.9
	half      = 0.5
)

// findPattern is the pattern of a column of dates; empty for other columns.
func findPattern(p *profile, today time.Time, country string) (best string) {
	samples, most := p.samples, nearlyAll
	if p.role == roleDate || p.role == roleBirth || p.role == roleCreated {
		most = half
	}
	for _, pattern := range datePatterns {
		fits := share(samples, func(s string) bool {
			return functions.ReadsDate(s, pattern, today) || strings.Trim(s, "0-./: ") == "" && strings.Contains(s, "0")
		})
		american := country == "US" && strings.HasPrefix(pattern, "MM/")
		if fits > most || american && fits == most {
			best, most = pattern, fits
		}
	}
	if strings.HasPrefix(best, "YYYYMMDD") && share(samples, func(s string) bool { return strings.TrimSpace(s) > "1900" && strings.TrimSpace(s) < "2100" }) < nearlyAll {
		return ""
	}
	return best
}

// usualMark is the decimal mark that the numbers of a table show.
func usualMark(t *table) byte {
	points, commas := 0, 0
	for _, p := range t.columns {
		for _, s := range p.samples {
			switch shownMark(s) {
			case '.':
				points++
			case ',':
				commas++
			}
		}
	}
	if commas > points {
		return ','
	}
	return '.'
}

// shownMark is the decimal mark of a number that can be read in one way alone; else 0.
func shownMark(s string) byte {
	_, point := functions.ParseDecimal(s, '.')
	_, comma := functions.ParseDecimal(s, ',')
	switch {
	case point && !comma:
		return '.'
	case comma && !point:
		return ','
	}
	return 0
}

// findMark is the decimal mark of a column of numbers; 0 for other columns.
func findMark(samples []string, usual byte) byte {
	other := byte('.' + ',' - int(usual))
	for _, mark := range []byte{usual, other} {
		if len(samples) > 0 && share(samples, func(s string) bool { _, ok := functions.ParseDecimal(s, mark); return ok }) >= nearlyAll {
			return mark
		}
	}
	return 0
}
