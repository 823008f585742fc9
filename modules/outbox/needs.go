package outbox

import (
	"strconv"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// needDead is the need of deliveries that were given up.
const needDead = "deliveries_given_up"

// deadQuery counts the deliveries that were given up, by receiver. Its index holds these alone.
const deadQuery = `SELECT d.receiver, d.n, o.supplier, o.kind, o.updated, COALESCE(e.name, '')
	FROM (SELECT receiver, count(*) AS n, min(id) AS first FROM outbox INDEXED BY outbox_dead WHERE state = 'dead' GROUP BY receiver) d
	JOIN outbox o ON o.id = d.first LEFT JOIN event_endpoints e ON e.id = d.receiver`

// findNeeds returns a need for each receiver to which deliveries were given up.
func findNeeds(r *module.Runtime, snapshot *settings.Snapshot, _ time.Time) ([]module.Need, error) {
	return database.ReadRows(r.Reader, func(row database.Row, need *module.Need) error {
		var receiver, kind, since, name string
		var n int
		if err := row.Scan(&receiver, &n, &need.SupplierID, &kind, &since, &name); err != nil {
			return err
		}
		need.Code, need.Key, need.Since, need.Operators = needDead, receiver, database.ParseTime(since), true
		need.Address = paths.DashboardList("outbox", `state="dead" && receiver="`+receiver+`"`)
		need.Text = describeDead(n, kind, name, snapshot.SupplierByID(need.SupplierID))
		return nil
	}, deadQuery)
}

func describeDead(n int, kind, name string, supplier *settings.Supplier) string {
	what, were := "event", "was"
	if kind == "email" {
		what = "e-mail to a customer"
	}
	if n > 1 {
		what, were = "events", "were"
		if kind == "email" {
			what = "e-mails to customers"
		}
	}
	text := strconv.Itoa(n) + " " + what
	if kind == "event" {
		text += " for " + name
	}
	if supplier != nil {
		text += " of " + supplier.Code
	}
	return text + " " + were + " given up. Correct the cause, then send again."
}
