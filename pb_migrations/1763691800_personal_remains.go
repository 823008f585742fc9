package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// Remains of personal data are removed: the answers of mail servers and receivers to failed
// deliveries, the checksums of payloads of erased customers, and the log of requests with their
// parameters. Dead deliveries are removed after a time; the index orders them by their last change.
func init() {
	const index = "outbox_given_up"
	migrations.Register(func(app core.App) error {
		for _, statement := range []string{
			`UPDATE outbox SET last_error = 'the reason is no longer kept' WHERE state = 'dead' AND last_error <> ''`,
			`UPDATE outbox SET last_error = '' WHERE state = 'waiting' AND last_error <> ''`,
			`UPDATE stagings SET sha256 = '' WHERE payload = '' AND process IN
				(SELECT record FROM audit_log WHERE action = 'erase' AND collection = 'import_processes')`,
		} {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		if _, err := app.AuxDB().NewQuery(`DELETE FROM _logs WHERE json_extract(data, '$.type') = 'request'`).Execute(); err != nil {
			return err
		}
		outbox, err := app.FindCollectionByNameOrId("outbox")
		if err != nil {
			return err
		}
		outbox.AddIndex(index, false, "updated", "state = 'dead'")
		return app.Save(outbox)
	}, func(app core.App) error {
		outbox, err := app.FindCollectionByNameOrId("outbox")
		if err != nil {
			return err
		}
		outbox.RemoveIndex(index)
		return app.Save(outbox)
	})
}
