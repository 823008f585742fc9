package outbox

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
)

// again makes a delivery that was given up wait again. It goes the dashboard's way
// to the database, so that the command can do it, too.
func again(app core.App, id string) (n int64, err error) {
	return update(app, `id = {:id}`, dbx.Params{"id": id})
}

// againAll does so with all that is dead of a supplier.
func againAll(app core.App, supplierID string) (n int64, err error) {
	return update(app, `supplier = {:supplier} AND state = 'dead'`, dbx.Params{"supplier": supplierID})
}

// update leaves what is for an event endpoint that was deleted: it would wait for ever.
func update(app core.App, which string, params dbx.Params) (n int64, err error) {
	params["now"] = database.Time(time.Now())
	result, err := app.NonconcurrentDB().NewQuery(`UPDATE outbox SET state = 'waiting', attempts = 0, next_attempt_at = {:now}, updated = {:now}
		WHERE state IN ('dead', 'dropped') AND (kind = 'email' OR receiver IN (SELECT id FROM event_endpoints)) AND ` + which).Bind(params).Execute()
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
