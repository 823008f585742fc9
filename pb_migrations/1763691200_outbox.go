package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The receivers of events, and the events and e-mails that are still to be delivered.
func init() {
	migrations.Register(func(app core.App) error {
		if err := createEventEndpoints(app); err != nil {
			return err
		}
		for _, statement := range revisionTriggers("event_endpoints") {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		if err := createOutbox(app); err != nil {
			return err
		}
		return addMailTemplates(app)
	}, func(app core.App) error {
		suppliers, err := app.FindCollectionByNameOrId("suppliers")
		if err != nil {
			return err
		}
		suppliers.Fields.RemoveByName("migration_email_subject")
		suppliers.Fields.RemoveByName("migration_email_body")
		if err := app.Save(suppliers); err != nil {
			return err
		}
		return drop(app, "event_endpoints", "outbox")
	})
}

func createEventEndpoints(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	supplier.CascadeDelete = true
	return create(app, "event_endpoints", []core.Field{
		&core.TextField{Name: "name", Required: true, Max: 128, Presentable: true},
		supplier,
		&core.TextField{Name: "url", Required: true, Max: 2048, Help: "Where the events are sent: an https address. Addresses of private networks are refused, unless the service was started with --allow-network."},
		&core.SelectField{Name: "events", MaxSelect: 8, Help: "Which events are sent; none chosen: all.", Values: []string{
			"account.staged", "account.imported", "account.refused", "notes.imported", "transactions.imported",
			"statements.imported", "payment_instruction.imported", "supplier.status_changed",
		}},
		&core.BoolField{Name: "disabled", Help: "What happens while it is disabled is not sent later."},
		&core.TextField{Name: "sealed_secret", Hidden: true, Max: 512},
		&core.TextField{Name: "sealed_previous", Hidden: true, Max: 512},
		&core.TextField{Name: "previous_until", Max: 32, Help: "Until when deliveries are signed with the former secret, too."},
	}, `CREATE UNIQUE INDEX event_endpoints_name ON event_endpoints (supplier, name)`)
}

func createOutbox(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	return create(app, "outbox", []core.Field{
		supplier,
		choice("state", true, "waiting", "delivered", "dropped", "dead"),
		choice("kind", true, "event", "email"),
		&core.TextField{Name: "event", Required: true, Max: 64, Presentable: true},
		&core.TextField{Name: "external_account_number", Max: 128, Presentable: true},
		text("receiver", 15),
		text("event_id", 15),
		text("body", 1<<16),
		number("attempts"),
		text("next_attempt_at", 32),
		text("last_attempt_at", 32),
		text("delivered_at", 32),
		number("last_status"),
		text("last_error", 1000),
	},
		`CREATE INDEX outbox_due ON outbox (receiver, next_attempt_at, id) WHERE state = 'waiting'`,
		`CREATE INDEX outbox_order ON outbox (receiver, external_account_number, id) WHERE state = 'waiting'`,
		`CREATE INDEX outbox_log ON outbox (receiver, id)`,
		`CREATE INDEX outbox_dead ON outbox (receiver, id) WHERE state = 'dead'`,
		`CREATE INDEX outbox_delivered ON outbox (delivered_at) WHERE state = 'delivered'`)
}

func addMailTemplates(app core.App) error {
	suppliers, err := app.FindCollectionByNameOrId("suppliers")
	if err != nil {
		return err
	}
	const members = "{{.CustomerName}}, {{.AccountNumber}}, {{.ExternalAccountNumber}} and {{.Supplier}} stand for what they say."
	suppliers.Fields.Add(
		&core.TextField{Name: "migration_email_subject", Max: 200, Help: "Empty: the service's own. " + members},
		&core.TextField{Name: "migration_email_body", Max: 50_000, Help: "HTML. Empty: the service's own. " + members},
	)
	return app.Save(suppliers)
}
