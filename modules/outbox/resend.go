package outbox

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
)

// requeueDelivery makes a dead or dropped delivery wait again. It returns how many rows it changed.
// It uses the dashboard's connection, so a command can call it as well.
func requeueDelivery(app core.App, id string) (n int64, err error) {
	return requeueWhere(app, `id = {:id}`, dbx.Params{"id": id})
}

// requeueDead makes all dead deliveries of a supplier wait again.
func requeueDead(app core.App, supplierID string) (n int64, err error) {
	return requeueWhere(app, `supplier = {:supplier} AND state = 'dead'`, dbx.Params{"supplier": supplierID})
}

// requeueWhere leaves out deliveries to deleted endpoints, which could never be sent.
func requeueWhere(app core.App, which string, params dbx.Params) (n int64, err error) {
	params["now"] = database.Time(time.Now())
	result, err := app.NonconcurrentDB().NewQuery(`UPDATE outbox SET state = 'waiting', attempts = 0, next_attempt_at = {:now}, updated = {:now}
		WHERE state IN ('dead', 'dropped') AND (kind = 'email' OR receiver IN (SELECT id FROM event_endpoints)) AND ` + which).Bind(params).Execute()
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
