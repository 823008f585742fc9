package hooks

import (
	"sync/atomic"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"dataimport/modules/kit/store/audit"
)

// auditor writes down what happens to records. What no request is behind was done by
// a command, or by the service itself.
type auditor struct{ serving atomic.Bool }

// keepAuditLog adds every change of the audited collections to the audit log, and leaves
// no other way into it.
func (c *collections) keepAuditLog(app core.App) {
	a, audited := &auditor{}, c.audited()
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		a.serving.Store(true)
		e.Router.Bind(watch())
		return e.Next()
	})
	outermost := func(do func(*core.RecordEvent) error) *hook.Handler[*core.RecordEvent] {
		return &hook.Handler[*core.RecordEvent]{Priority: -90, Func: do}
	}
	app.OnRecordCreate(audited...).Bind(outermost(a.saved))
	app.OnRecordUpdate(audited...).Bind(outermost(a.saved))
	app.OnRecordDelete(audited...).Bind(outermost(a.deleted))
	auditRequests(app, audited)
	a.bindSystem(app)
	c.refuseChanges(app)
}

// refuseChanges refuses to save or delete records of the collections that the service
// alone adds to, in SQL.
func (c *collections) refuseChanges(app core.App) {
	if len(c.appendOnly) == 0 {
		return // a hook without names would hold for all collections
	}
	refuse := func(*core.RecordEvent) error { return errAuditLog }
	app.OnRecordCreate(c.appendOnly...).BindFunc(refuse)
	app.OnRecordUpdate(c.appendOnly...).BindFunc(refuse)
	app.OnRecordDelete(c.appendOnly...).BindFunc(refuse)
}

// actor is who is behind what happens through app.
func (a *auditor) actor(app core.App) audit.Actor {
	if actor, ok := audit.ActorOf(app); ok {
		return actor
	}
	if a.serving.Load() {
		return audit.Service()
	}
	return audit.Command()
}

// as has do work in a transaction whose changes are the actor's. The request's answer
// is held back until it is durable.
func as(actor audit.Actor, e *core.RequestEvent, do func() error) error {
	outside := e.App
	defer func() { e.App = outside }()
	return audit.As(outside, actor, func(tx core.App) error {
		e.App = tx
		return do()
	})
}

func (a *auditor) saved(e *core.RecordEvent) error {
	return within(e, func(tx core.App) error {
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
		return a.write(tx, before, after)
	})
}

func (a *auditor) deleted(e *core.RecordEvent) error {
	return within(e, func(tx core.App) error {
		before, err := tx.FindRecordById(e.Record.Collection(), e.Record.Id)
		if err != nil {
			return err
		}
		if err := e.Next(); err != nil {
			return err
		}
		return a.write(tx, before, nil)
	})
}

// within has do work in the transaction of a save, or in a fresh one.
func within(e *core.RecordEvent, do func(tx core.App) error) error {
	outside := e.App
	defer func() { e.App = outside }()
	return outside.RunInTransaction(func(tx core.App) error {
		e.App = tx
		return do(tx)
	})
}

// write adds what happened to a record, if anything did. While the database is being
// built there is no log yet.
func (a *auditor) write(tx core.App, before, after *core.Record) error {
	if !tx.HasTable(audit.Table) {
		return nil
	}
	entry := audit.Entry{Actor: a.actor(tx)}
	if entry.Before, entry.After = audit.Changes(before, after); entry.Before == nil && entry.After == nil {
		return nil
	}
	record := after
	if after == nil {
		record = before
	}
	entry.Action = action(before, after)
	entry.Collection, entry.Record, entry.Label = record.Collection().Name, record.Id, audit.LabelOf(record)
	return audit.Write(tx, &entry)
}

func action(before, after *core.Record) string {
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
