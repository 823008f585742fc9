package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// A note says whether the service itself has written it. Such a note is none that a client
// has sent, so it does not count where sent and stored notes are compared. Up to now the
// service has written one text alone.
func init() {
	migrations.Register(func(app core.App) error {
		notes, err := app.FindCollectionByNameOrId("notes")
		if err != nil {
			return err
		}
		notes.Fields.Add(boolean("by_service"))
		if err := app.Save(notes); err != nil {
			return err
		}
		_, err = app.NonconcurrentDB().NewQuery(`UPDATE notes SET by_service = TRUE
			WHERE is_pinned AND body LIKE 'Imported transactions lay before the open statement period.%'`).Execute()
		return err
	}, func(app core.App) error {
		notes, err := app.FindCollectionByNameOrId("notes")
		if err != nil {
			return err
		}
		notes.Fields.RemoveByName("by_service")
		return app.Save(notes)
	})
}
