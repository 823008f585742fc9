package runs

import (
	"fmt"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

const (
	// needSilent is the need of an open run whose client sends nothing.
	needSilent = "import_silent"
	// silentAfter is how long a client may send nothing to an open run.
	silentAfter = 10 * time.Minute
)

// silentQuery finds the open runs that store something. Its index holds open runs alone.
const silentQuery = `SELECT id, supplier, name, seen_at, holder FROM runs INDEXED BY runs_open WHERE state = 'open' AND mode <> 'dry_run' AND seen_at < ?`

// findNeeds returns a need for each open run of a supplier, ongoing, to which nothing was sent for
// a while.
func findNeeds(r *module.Runtime, snapshot *settings.Snapshot, now time.Time) (needs []module.Need, err error) {
	err = database.EachRow(r.Reader, func(row database.Row) error {
		var name, seen, holder string
		need := module.Need{Code: needSilent}
		if err := row.Scan(&need.Key, &need.SupplierID, &name, &seen, &holder); err != nil {
			return err
		}
		supplier := snapshot.SupplierByID(need.SupplierID)
		if supplier == nil || supplier.Status != settings.Ongoing {
			return nil // a pause is a need of its own
		}
		need.Since, need.Address = database.ParseTime(seen), paths.RunPage(need.Key)
		why := "its client was stopped before the end"
		if holder != "" {
			why = "its client has sent nothing"
		}
		need.Text = fmt.Sprintf("The run of %s for %s is open, and %s. Import the book again: it continues.", name, supplier.Code, why)
		needs = append(needs, need)
		return nil
	}, silentQuery, database.Time(now.Add(-silentAfter)))
	return needs, err
}
