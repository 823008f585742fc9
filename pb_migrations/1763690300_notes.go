package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The notes of accounts. The digest is that of a note's text. An equal note is found by
// it, however long the text is.
func init() {
	migrations.Register(func(app core.App) error {
		account, err := relation(app, "account", "accounts", true)
		if err != nil {
			return err
		}
		return create(app, "notes", []core.Field{
			account,
			text("body", longText),
			text("document_paths", longText),
			text("created_at", 32),
			boolean("is_pinned"),
			text("unpin_at", 32),
			boolean("is_archived"),
			text("external_id", 512),
			text("digest", 64),
		}, `CREATE INDEX notes_digest ON notes (account, digest)`)
	}, func(app core.App) error {
		return drop(app, "notes")
	})
}
