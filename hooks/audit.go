package hooks

import (
	"sync/atomic"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"dataimport/modules/kit/store/audit"
)

// auditor records changes of records. A change without a request was made by a command, or by the
// service itself.
type auditor struct{ serving atomic.Bool }

// keepAuditLog records every change of the audited collections in the audit log, and refuses all
// other writes to the log.
func (c *collections) keepAuditLog(app core.App) {
	a, audited := &auditor{}, c.listAudited()
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		a.serving.Store(true)
		e.Router.Bind(newRouteAuditor())
		return e.Next()
	})
	outermost := func(do func(*core.RecordEvent) error) *hook.Handler[*core.RecordEvent] {
		return &hook.Handler[*core.RecordEvent]{Priority: -90, Func: do}
	}
	app.OnRecordCreate(audited...).Bind(outermost(a.auditSave))
	app.OnRecordUpdate(audited...).Bind(outermost(a.auditSave))
	app.OnRecordDelete(audited...).Bind(outermost(a.auditDelete))
	auditRequests(app, audited)
	a.bindSystem(app)
	c.refuseChanges(app)
}

// refuseChanges refuses to save or delete records of the append-only collections. The service adds
// to them by SQL.
func (c *collections) refuseChanges(app core.App) {
	if len(c.appendOnly) == 0 {
		return // a hook without names would apply to all collections
	}
	refuse := func(*core.RecordEvent) error { return errAuditLog }
	app.OnRecordCreate(c.appendOnly...).BindFunc(refuse)
	app.OnRecordUpdate(c.appendOnly...).BindFunc(refuse)
	app.OnRecordDelete(c.appendOnly...).BindFunc(refuse)
}

// findActor returns who makes the changes through app.
func (a *auditor) findActor(app core.App) audit.Actor {
	if actor, ok := audit.ActorOf(app); ok {
		return actor
	}
	if a.serving.Load() {
		return audit.Service()
	}
	return audit.Command()
}

// doAs runs do in a transaction whose changes are the actor's. The request is answered after the
// commit.
func doAs(actor audit.Actor, e *core.RequestEvent, do func() error) error {
	outside := e.App
	defer func() { e.App = outside }()
	return audit.As(outside, actor, func(tx core.App) error {
		e.App = tx
		return do()
	})
}

func (a *auditor) auditSave(e *core.RecordEvent) error {
	return doWithin(e, func(tx core.App) error {
		var before *core.Record
		var err error
		if !e.Record.IsNew() {
			if before, err = tx.FindRecordById(e.Record.Collection(), e.Record.Id); err != nil {
				return err
			}
		}
		if err := e.Next(); err != nil {
			return err
		}
		after, err := tx.FindRecordById(e.Record.Collection(), e.Record.Id)
		if err != nil {
			return err
		}
		return a.writeEntry(tx, before, after)
	})
}

func (a *auditor) auditDelete(e *core.RecordEvent) error {
	return doWithin(e, func(tx core.App) error {
		before, err := tx.FindRecordById(e.Record.Collection(), e.Record.Id)
		if err != nil {
			return err
		}
		if err := e.Next(); err != nil {
			return err
		}
		return a.writeEntry(tx, before, nil)
	})
}

// doWithin runs do in the transaction of a save, or in a new one.
func doWithin(e *core.RecordEvent, do func(tx core.App) error) error {
	outside := e.App
	defer func() { e.App = outside }()
	return outside.RunInTransaction(func(tx core.App) error {
		e.App = tx
		return do(tx)
	})
}

// writeEntry adds the change of a record to the log, if there is one. While the migrations create
// the database there is no log yet.
func (a *auditor) writeEntry(tx core.App, before, after *core.Record) error {
	if !tx.HasTable(audit.Table) {
		return nil
	}
	entry := audit.Entry{Actor: a.findActor(tx)}
	if entry.Before, entry.After = audit.Changes(before, after); entry.Before == nil && entry.After == nil {
		return nil
	}
	record := after
	if after == nil {
		record = before
	}
	entry.Action = findAction(before, after)
	entry.Collection, entry.Record, entry.Label = record.Collection().Name, record.Id, audit.LabelOf(record)
	return audit.Write(tx, &entry)
}

func findAction(before, after *core.Record) string {
	switch {
	case before == nil:
		return audit.Create
	case after == nil:
		return audit.Delete
	}
	if hash := before.GetString("key_hash"); hash != after.GetString("key_hash") {
		if hash == "" {
			return audit.KeyIssued
		}
		return audit.KeyRotated
	}
	return audit.Update
}
