package pb_migrations

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The settings of operators, and the revision by which every process learns of their
// changes.
func init() {
	migrations.Register(func(app core.App) error {
		if err := dropSample(app); err != nil {
			return err
		}
		if err := createTeams(app); err != nil {
			return err
		}
		if err := createSuppliers(app); err != nil {
			return err
		}
		if err := createClients(app); err != nil {
			return err
		}
		return createRevision(app)
	}, func(app core.App) error {
		if _, err := app.DB().NewQuery(`DROP TABLE settings_revision`).Execute(); err != nil {
			return err
		}
		return drop(app, "teams", "suppliers", "api_clients")
	})
}

// dropSample removes the collection "users", a sample that PocketBase creates for
// applications: anyone could sign up in it.
func dropSample(app core.App) error {
	users, err := app.FindCollectionByNameOrId("users")
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return app.Delete(users)
}

func createTeams(app core.App) error {
	name := &core.TextField{Name: "name", Required: true, Max: 128, Presentable: true, Help: "As the create-account requests name it."}
	return create(app, "teams", []core.Field{name},
		`CREATE UNIQUE INDEX teams_name ON teams (name)`)
}

func createSuppliers(app core.App) error {
	team, err := relation(app, "default_operations_team", "teams", false)
	if err != nil {
		return err
	}
	team.Help = "The team of accounts whose request names none."
	return create(app, "suppliers", []core.Field{
		&core.TextField{Name: "code", Required: true, Max: 128, Pattern: `^[^/\p{C}]+$`, Presentable: true, Help: "As requests name it. It cannot change once accounts are staged."},
		text("name", 256),
		&core.SelectField{Name: "status", Required: true, Values: []string{"Ongoing", "Paused", "Complete"}, MaxSelect: 1, Help: "Accounts and data are taken only while it is Ongoing."},
		&core.TextField{Name: "document_root", Max: 1024, Help: "Where this supplier's documents begin in the document store."},
		&core.TextField{Name: "country", Pattern: `^[A-Z]{2}$`, Help: "ISO 3166-1, two capitals: whose rules for phone numbers and postcodes apply. Empty: GB."},
		&core.TextField{Name: "time_zone", Max: 64, Help: "IANA name, such as Europe/London: decides what \"today\" is. Empty: UTC."},
		&core.TextField{Name: "market", Max: 64, Help: "Which market's additions the account object has. Empty: core."},
		&core.SelectField{Name: "verify_documents", Values: []string{"yes", "no"}, MaxSelect: 1, Help: "Whether each document must be in the store when a path names it. Empty: yes."},
		&core.BoolField{Name: "send_migration_emails", Help: "Whether customers get an e-mail when their account is imported."},
		&core.TextField{Name: "internal_email_domains", Max: 2000, Help: "Domains that no customer may have, with commas between them."},
		team,
	}, `CREATE UNIQUE INDEX suppliers_code ON suppliers (code)`)
}

func createClients(app core.App) error {
	suppliers, err := relation(app, "suppliers", "suppliers", false)
	if err != nil {
		return err
	}
	suppliers.MaxSelect = 1000
	suppliers.Help = "The suppliers that this client may use. Any other does not exist for it."
	return create(app, "api_clients", []core.Field{
		&core.TextField{Name: "name", Required: true, Max: 128, Presentable: true},
		suppliers,
		&core.BoolField{Name: "read_only", Help: "May validate and ask, but not change anything."},
		&core.BoolField{Name: "disabled", Help: "Ends all of its tokens at once."},
		&core.TextField{Name: "key_hash", Hidden: true, Max: 64, Pattern: `^[0-9a-f]{64}$`},
		&core.TextField{Name: "token_key", Hidden: true, Max: 64},
	},
		`CREATE UNIQUE INDEX api_clients_name ON api_clients (name)`,
		`CREATE UNIQUE INDEX api_clients_key ON api_clients (key_hash) WHERE key_hash <> ''`)
}

func createRevision(app core.App) error {
	statements := []string{
		`CREATE TABLE settings_revision (id INTEGER PRIMARY KEY CHECK (id = 1), n INTEGER NOT NULL)`,
		`INSERT INTO settings_revision (id, n) VALUES (1, 1)`,
	}
	for _, table := range []string{"teams", "suppliers", "api_clients"} {
		statements = append(statements, revisionTriggers(table)...)
	}
	for _, statement := range statements {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			return err
		}
	}
	return nil
}

// revisionTriggers make every change of a table advance the revision.
func revisionTriggers(table string) []string {
	var statements []string
	for _, event := range []string{"INSERT", "UPDATE", "DELETE"} {
		statements = append(statements, `CREATE TRIGGER `+table+`_`+event+`_revision AFTER `+event+` ON `+table+
			` BEGIN UPDATE settings_revision SET n = n + 1; END`)
	}
	return statements
}
