package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The changes by people, with their time. The database itself refuses to change an
// existing row, also by SQL.
func init() {
	migrations.Register(func(app core.App) error {
		if err := createAuditLog(app); err != nil {
			return err
		}
		return execute(app,
			`CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END`,
			`CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END`,
			// INSERT OR REPLACE deletes the old row without firing the trigger for
			// deletions.
			`CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
				BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END`)
	}, func(app core.App) error {
		return drop(app, "audit_log")
	})
}

func createAuditLog(app core.App) error {
	c := core.NewBaseCollection("audit_log")
	c.Fields.Add(
		&core.AutodateField{Name: "created", OnCreate: true, Presentable: true},
		&core.TextField{Name: "actor", Max: 256, Presentable: true, Help: "The e-mail address, or the user of the system who gave a command."},
		&core.TextField{Name: "actor_role", Max: 64, Help: "operator, admin, command, or service."},
		&core.TextField{Name: "actor_id", Max: 64},
		&core.TextField{Name: "action", Max: 64, Presentable: true},
		&core.TextField{Name: "collection", Max: 256, Presentable: true},
		&core.TextField{Name: "record", Max: 256},
		&core.TextField{Name: "label", Max: 8192, Presentable: true, Help: "What people call the record; for the SQL console, the statement."},
		&core.JSONField{Name: "before", MaxSize: longText, Help: "The fields that changed, as they were. What is secret is not here."},
		&core.JSONField{Name: "after", MaxSize: longText, Help: "The fields that changed, as they are now."},
	)
	c.Indexes = types.JSONArray[string]{
		`CREATE INDEX audit_log_created ON audit_log (created)`,
		`CREATE INDEX audit_log_record ON audit_log (collection, record, created)`,
	}
	return app.Save(c)
}

func execute(app core.App, statements ...string) error {
	for _, statement := range statements {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			return err
		}
	}
	return nil
}
