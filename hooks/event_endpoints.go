package hooks

import (
	"database/sql"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/mailtemplate"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/eventqueue"
	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/store/settingsdb"
)

// eventEndpoints refuses addresses to which nothing can be sent safely, hides the
// secrets, gives up what waits for one that is deleted, and tells endpoints of
// suppliers whose status changes.
func eventEndpoints(app core.App) {
	app.OnRecordValidate("event_endpoints").BindFunc(func(e *core.RecordEvent) error {
		if err := checkEventAddress(e.Record.GetString("url")); err != nil {
			return validation.Errors{"url": err}
		}
		return e.Next()
	})
	box := secrets.NewBox(app)
	app.OnRecordCreateExecute("event_endpoints").BindFunc(func(e *core.RecordEvent) error {
		if e.Record.GetString("sealed_secret") == "" { // nobody knows it: rotating shows one
			if _, err := eventqueue.GiveSecret(box, e.Record, time.Now()); err != nil {
				return err
			}
		}
		return e.Next()
	})
	app.OnRecordEnrich("event_endpoints").BindFunc(func(e *core.RecordEnrichEvent) error {
		err := e.Next() // which shows superusers what is hidden
		e.Record.Hide("sealed_secret", "sealed_previous")
		return err
	})
	app.OnRecordDeleteExecute("event_endpoints").BindFunc(endpointDeleted)
	app.OnRecordUpdateExecute("suppliers").BindFunc(statusChanged)
}

// checkEventAddress wants https, or http where it stays in a network of one's own:
// whether that may be called at all is found out when it is.
func checkEventAddress(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Opaque != "":
		return validation.NewError("invalid_address", "This is not an address; an example is https://events.example.com/migration.")
	case u.User != nil || u.Fragment != "":
		return validation.NewError("invalid_address", "The address must have neither a user nor a fragment: deliveries are signed instead.")
	case u.Scheme == "https", u.Scheme == "http" && isLocal(u.Hostname()):
		return nil
	}
	return validation.NewError("invalid_address", "Events are sent by https alone: anybody could read them on their way.")
}

func isLocal(host string) bool {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return !strings.Contains(host, ".")
	}
	return address.IsLoopback() || address.IsPrivate()
}

// endpointDeleted gives up what nobody can be sent any more, in the transaction that
// deletes the endpoint. The rows stay, so that it can be looked up what was not told.
func endpointDeleted(e *core.RecordEvent) error {
	if err := e.Next(); err != nil {
		return err
	}
	_, err := e.App.DB().NewQuery(`UPDATE outbox SET state = 'dropped', last_error = 'the event endpoint was deleted', updated = {:now}
		WHERE receiver = {:id} AND state IN ('waiting', 'dead')`).Bind(dbx.Params{"id": e.Record.Id, "now": database.Time(time.Now())}).Execute()
	return err
}

// statusChanged writes the event in the transaction that changes the supplier.
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
	return eventqueue.Put(dashboardTable{e.App}, receivers, &eventqueue.Event{
		ID: database.NewID(), Name: eventqueue.StatusChanged, At: time.Now(), Supplier: supplier, Data: eventqueue.Data{Status: status, FormerStatus: former},
	})
}

// dashboardTable inserts rows in a transaction of PocketBase.
type dashboardTable struct{ app core.App }

func (t dashboardTable) Insert(table string, columns []string, n int, values func(i int) []any) error {
	now := database.Time(time.Now())
	for i := range n {
		row := dbx.Params{"id": database.NewID(), "created": now, "updated": now}
		for j, value := range values(i) {
			row[columns[j]] = value
		}
		if _, err := t.app.DB().Insert(table, row).Execute(); err != nil {
			return err
		}
	}
	return nil
}

// mailTemplates refuses a supplier's templates that could not be sent.
func mailTemplates(supplier *core.Record, faults validation.Errors) {
	for field, t := range map[string]mailtemplate.Templates{
		"migration_email_subject": {Subject: supplier.GetString("migration_email_subject")},
		"migration_email_body":    {Body: supplier.GetString("migration_email_body")},
	} {
		if err := t.Check(); err != nil {
			faults[field] = validation.NewError("invalid_template", "This template cannot be used: "+err.Error())
		}
	}
}
