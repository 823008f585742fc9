package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The historical statements of accounts. Size and SHA-256 are those of the document,
// after it was looked up in the document store.
func init() {
	migrations.Register(func(app core.App) error {
		account, err := relation(app, "account", "accounts", true)
		if err != nil {
			return err
		}
		return create(app, "statements", append([]core.Field{
			account,
			text("statement_path", 1024),
			number("size"),
		}, texts("statement_id", "bill_period_from_date", "bill_period_to_date", "issued_date", "number", "gross_amount", "sha256")...),
			`CREATE UNIQUE INDEX statements_identity ON statements (account, statement_id)`)
	}, func(app core.App) error {
		return drop(app, "statements")
	})
}
