package bookbuild

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dataimport/modules/bookbuild/extracts"
	"dataimport/modules/kit/ops/cli"
)

// findMain is the table of accounts: the one with an account number of its own in each row,
// and most of what an account has.
func findMain(tables []*table) (main *table, key *profile, err error) {
	best := -1
	for _, t := range tables {
		p := t.find(roleAccount)
		if p == nil || !p.isUnique(t) {
			continue
		}
		score := 0
		for _, other := range t.columns {
			if other.role != roleNone {
				score++
			}
		}
		if t.find(roleBalance) != nil {
			score += 3
		}
		if namesAccounts(t.Table) {
			score += 3
		}
		if namesAccounts(p.name) {
			score += 3
		}
		if t.find(roleAmount) != nil && t.find(roleDate) != nil {
			score -= 10 // transactions, of which each account has one
		}
		if score > best {
			main, key, best = t, p, score
		}
	}
	if main == nil {
		return nil, nil, cli.Misuse(errors.New("no table was found with an account number of its own in each row: name that column account_number, in a table with a row for each account"))
	}
	return main, key, nil
}

// namesAccounts reports whether the name of a table or of a column says that it is about
// accounts.
func namesAccounts(name string) bool {
	for _, word := range []string{"account", "acct", "acc_", "konto", "konten", "compte", "cuenta"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// changes are changes to a column that may make its values match, the mildest first.
var changes = []string{"", "clean(%s)", withoutZeros}

const withoutZeros = "ltrim(clean(%s), '0')"

// findLinks links each table to that of the accounts, by names and by values that match.
func (s *scratch) findLinks(ctx context.Context, tables []*table, main *table, key *profile) error {
	for _, t := range tables {
		if t == main {
			continue
		}
		best := 0.0
		for _, to := range main.columns {
			if to != key && !to.isUnique(main) && findRole(to.name) == roleNone && !strings.Contains(to.name, "id") && !strings.Contains(to.name, "nr") && !strings.Contains(to.name, "no") {
				continue
			}
			for _, column := range t.columns {
				named := column.name == to.name || to == key && column.role == roleAccount
				if !named && (to != key || column.mark != 0 && column.distinct < 50 || column.distinct < 5) {
					continue
				}
				found, err := s.matchValues(ctx, t, column, main, to)
				if err != nil {
					return err
				}
				score := float64(found.matching) / float64(max(1, found.tried))
				if named {
					score += 0.5
				}
				if score > best && score >= 0.6 {
					best, t.link = score, found
				}
			}
		}
	}
	return nil
}

const valuesTried = 2000

// matchValues counts how many values of a column are in a column of the table of accounts.
func (s *scratch) matchValues(ctx context.Context, t *table, column *profile, main *table, to *profile) (*link, error) {
	best := &link{column: column.name, to: to.name}
	for _, change := range changes {
		apply := func(name string) string {
			if change == "" {
				return name
			}
			return fmt.Sprintf(change, name)
		}
		name := extracts.Quote(column.name)
		l := link{column: column.name, to: to.name, change: change}
		err := s.conn.QueryRowContext(ctx, fmt.Sprintf(`WITH x AS (SELECT DISTINCT %s AS v FROM %s WHERE %s IS NOT NULL LIMIT %d), y AS (SELECT %s AS v FROM %s)
			SELECT count(*), COALESCE(sum(v IN (SELECT v FROM y)), 0) FROM x`,
			apply(name), extracts.Quote(t.Table), name, valuesTried, apply(extracts.Quote(to.name)), extracts.Quote(main.Table))).Scan(&l.tried, &l.matching)
		if err != nil {
			return nil, err
		}
		if l.matching > best.matching*101/100 {
			best = &l
		}
		if best.matching == best.tried && best.tried > 0 {
			break
		}
	}
	return best, nil
}
