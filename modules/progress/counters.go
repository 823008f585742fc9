package progress

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
)

// counters are the progress counters of a supplier, by name.
type counters struct {
	n      map[string]int
	latest time.Time // last change of a counter
	moved  time.Time // last change of the imported accounts
}

// The counters of accounts.
const (
	staged   = "staged"
	imported = "imported"
	skipped  = "skipped"
	refused  = accountevents.RefusedCounter
	unstaged = accountevents.UnstagedCounter
)

// incomplete counts imported accounts without further data that was refused.
const incomplete = accountevents.IncompleteCounter

// faultCounter is the prefix of the counters of fault codes.
const faultCounter = accountevents.FaultCounter

func readCounters(q database.Querier, supplierID string) (counters, error) {
	c := counters{n: make(map[string]int)}
	err := database.EachRow(q, func(row database.Row) error {
		var name, updated string
		var n int
		if err := row.Scan(&name, &n, &updated); err != nil {
			return err
		}
		c.n[name] = n
		if at := database.ParseTime(updated); at.After(c.latest) {
			c.latest = at
		}
		if name == imported {
			c.moved = database.ParseTime(updated)
		}
		return nil
	}, `SELECT name, n, updated FROM progress WHERE supplier = ?`, supplierID)
	return c, err
}

// codeCount is how many accounts have a fault.
type codeCount struct {
	code string
	n    int
}

// listFaults returns how many accounts have each fault, the most frequent first.
func (c *counters) listFaults() []codeCount {
	var list []codeCount
	for name, n := range c.n {
		if code, ok := strings.CutPrefix(name, faultCounter); ok && n > 0 {
			list = append(list, codeCount{code, n})
		}
	}
	slices.SortFunc(list, func(a, b codeCount) int { return cmp.Or(b.n-a.n, strings.Compare(a.code, b.code)) })
	return list
}
