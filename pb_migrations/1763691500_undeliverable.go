package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// Undelivered events of deleted event endpoints are dropped. Endpoints that were deleted
// before this migration left such events.
func init() {
	migrations.Register(func(app core.App) error {
		_, err := app.DB().NewQuery(`UPDATE outbox SET state = 'dropped', last_error = 'the event endpoint was deleted'
			WHERE kind = 'event' AND state IN ('waiting', 'dead') AND receiver NOT IN (SELECT id FROM event_endpoints)`).Execute()
		return err
	}, nil)
}
