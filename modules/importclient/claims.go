package importclient

import (
	"fmt"

	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/store/database"
)

// refuseSharedClaims refuses the lines of a checked book that claim a key that another line claims
// as well. The service cannot see that: it stores nothing of a check.
func (x *index) refuseSharedClaims() error {
	for _, query := range []string{
		`CREATE INDEX claims_by_key ON claims (register, key, line)`,
		// Lines of one account number have the fault of that, and may claim the same.
		`CREATE TEMP TABLE shared AS SELECT c.register, c.key FROM claims c JOIN lines l ON l.line = c.line GROUP BY c.register, c.key
			HAVING count(DISTINCT COALESCE(NULLIF(l.number, ''), 'line ' || l.line)) > 1`,
		`CREATE INDEX temp.shared_by_key ON shared (register, key)`,
		`CREATE INDEX claims_by_line ON claims (line)`,
	} {
		if _, err := x.db.Exec(query); err != nil {
			return newScratchError(err)
		}
	}
	const query = `SELECT DISTINCT c.line FROM claims c JOIN shared s ON s.register = c.register AND s.key = c.key WHERE c.line > ? ORDER BY c.line LIMIT ?`
	return x.eachLine(query, func(row database.Row) (int, func() error, error) {
		number := 0
		err := row.Scan(&number)
		return number, func() error { return x.refuseClaimsOf(number) }, err
	})
}

// refuseClaimsOf adds a fault to a line for each key that it shares.
func (x *index) refuseClaimsOf(number int) error {
	type sharedClaim struct {
		claim
		other int
	}
	const query = `SELECT c.register, c.attr, c.code, (SELECT min(o.line) FROM claims o WHERE o.register = c.register AND o.key = c.key AND o.line <> c.line)
		FROM claims c JOIN shared s ON s.register = c.register AND s.key = c.key WHERE c.line = ?`
	all, err := database.ReadRows(x.db, func(row database.Row, c *sharedClaim) error {
		return row.Scan(&c.Register, &c.Attr, &c.Code, &c.other)
	}, query, number)
	if err != nil {
		return err
	}
	var faults []apiclient.Fault
	for _, c := range all {
		faults = append(faults, apiclient.Fault{Code: c.Code, Attr: c.Attr, Detail: fmt.Sprintf("Line %d of the book has the same: no two accounts may share it.", c.other)})
	}
	return x.addFaults(number, faults, "stage")
}
