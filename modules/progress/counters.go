package progress

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/store/database"
)

// counters are the progress counters of a supplier, by name.
type counters struct {
	n      map[string]int
	latest time.Time // when one of the accounts' changed
}

// The counters of accounts.
const (
	staged   = "staged"
	imported = "imported"
	skipped  = "skipped"
	refused  = "refused"
)

// faultCounter begins the names of counters of fault codes.
const faultCounter = "fault:"

func readCounters(q database.Querier, supplierID string) (counters, error) {
	c := counters{n: make(map[string]int)}
	rows, err := q.Query(`SELECT name, n, updated FROM progress WHERE supplier = ?`, supplierID)
	if err != nil {
		return c, err
	}
	defer rows.Close()
	for rows.Next() {
		var name, updated string
		var n int
		if err := rows.Scan(&name, &n, &updated); err != nil {
			return c, err
		}
		c.n[name] = n
		if at := database.ParseTime(updated); at.After(c.latest) {
			c.latest = at
		}
	}
	return c, rows.Err()
}

// codeCount is how many accounts have a fault.
type codeCount struct {
	code string
	n    int
}

// faults is how many accounts have each fault, the most frequent first.
func (c *counters) faults() []codeCount {
	var list []codeCount
	for name, n := range c.n {
		if code, ok := strings.CutPrefix(name, faultCounter); ok && n > 0 {
			list = append(list, codeCount{code, n})
		}
	}
	slices.SortFunc(list, func(a, b codeCount) int { return cmp.Or(b.n-a.n, strings.Compare(a.code, b.code)) })
	return list
}

// thousandths is how much of the work is done. It is 1000 only when all is.
func (c *counters) thousandths() int {
	total := c.n[staged] + c.n[imported]
	if total <= 0 {
		return 0
	}
	return max(0, c.n[imported]*1000/total)
}
