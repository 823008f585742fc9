package outbox

import (
	"database/sql"
	"time"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/eventqueue"
	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/store/settingsdb"
)

// bindHooks refuses addresses that cannot be sent to safely, hides the secrets, drops the
// deliveries of a deleted endpoint, and enqueues an event when a supplier's status changes.
func bindHooks(app core.App) {
	app.OnRecordValidate("event_endpoints").BindFunc(func(e *core.RecordEvent) error {
		if err := checkEventAddress(e.Record.GetString("url")); err != nil {
			return validation.Errors{"url": err}
		}
		return e.Next()
	})
	box := secrets.NewBox(app)
	app.OnRecordCreateExecute("event_endpoints").BindFunc(func(e *core.RecordEvent) error {
		if e.Record.GetString("sealed_secret") == "" { // an unknown secret: rotating it shows a new one
			if _, err := eventqueue.IssueSecret(box, e.Record, time.Now()); err != nil {
				return err
			}
		}
		return e.Next()
	})
	app.OnRecordEnrich("event_endpoints").BindFunc(func(e *core.RecordEnrichEvent) error {
		err := e.Next() // it shows hidden fields to superusers
		e.Record.Hide("sealed_secret", "sealed_previous")
		return err
	})
	app.OnRecordDeleteExecute("event_endpoints").BindFunc(endpointDeleted)
	app.OnRecordUpdateExecute("suppliers").BindFunc(statusChanged)
}

// endpointDeleted drops the deliveries that wait for an endpoint, in the transaction that deletes
// it. The rows stay, so the events that were not sent can be looked up.
func endpointDeleted(e *core.RecordEvent) error {
	if err := e.Next(); err != nil {
		return err
	}
	_, err := e.App.DB().NewQuery(`UPDATE outbox SET state = 'dropped', last_error = 'the event endpoint was deleted', updated = {:now}
		WHERE receiver = {:id} AND state IN ('waiting', 'dead')`).Bind(dbx.Params{"id": e.Record.Id, "now": database.Time(time.Now())}).Execute()
	return err
}

// statusChanged enqueues the event in the transaction that changes the supplier.
func statusChanged(e *core.RecordEvent) error {
	var former string
	err := e.App.DB().NewQuery(`SELECT status FROM suppliers WHERE id = {:id}`).Bind(dbx.Params{"id": e.Record.Id}).Row(&former)
	if err != nil && err != sql.ErrNoRows {
		return err
	}
	if err := e.Next(); err != nil {
		return err
	}
	status := e.Record.GetString("status")
	if status == former {
		return nil
	}
	receivers, err := settingsdb.FindReceivers(e.App.DB(), e.Record.Id)
	if err != nil {
		return err
	}
	supplier := &settings.Supplier{ID: e.Record.Id, Code: e.Record.GetString("code")}
	return eventqueue.Enqueue(dashboardTable{e.App}, receivers, &eventqueue.Event{
		ID: database.NewID(), Name: eventqueue.StatusChanged, At: time.Now(), Supplier: supplier, Data: eventqueue.Data{Status: status, FormerStatus: former},
	})
}

// dashboardTable inserts rows in a transaction of PocketBase.
type dashboardTable struct{ app core.App }

// Now implements eventqueue.RowInserter.
func (dashboardTable) Now() time.Time { return time.Now() }

// Insert implements eventqueue.RowInserter.
func (t dashboardTable) Insert(table string, columns []string, n int, values func(i int) []any) error {
	for i := range n {
		row := dbx.Params{"id": database.NewID()}
		for j, value := range values(i) {
			row[columns[j]] = value
		}
		if _, err := t.app.DB().Insert(table, row).Execute(); err != nil {
			return err
		}
	}
	return nil
}
