package module

import (
	"log/slog"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/account"
	"dataimport/modules/kit/catalogue"
	"dataimport/modules/kit/config"
	"dataimport/modules/kit/database"
	"dataimport/modules/kit/documents"
	"dataimport/modules/kit/journal"
	"dataimport/modules/kit/payload"
	"dataimport/modules/kit/settings"
	"dataimport/modules/kit/telemetry"
	"dataimport/modules/kit/vendors"
	"dataimport/modules/kit/writer"
)

// Services is what modules work with. The database's parts are there once the
// service serves: a module uses them when it is called, not when it is made.
type Services struct {
	App         core.App
	Config      *config.Config
	Reader      *database.Reader
	Checkpoints *database.Checkpoints
	Settings    *settings.Store
	Writer      *writer.Writer
	Journal     *journal.Journal
	// Creating are the accounts that are being created.
	Creating account.Creating
	// Documents is the document store.
	Documents documents.Store
	// Vendors are the payment vendors that operators have set up.
	Vendors *vendors.Registry
	// Telemetry is what the service tells about itself.
	Telemetry *telemetry.Telemetry
	// Rules are what the codes of the modules that are switched on mean.
	Rules catalogue.Catalogue
}

// Limits are those of every payload.
func (s *Services) Limits() payload.Limits {
	return payload.Limits{Items: s.Config.MaxItems, Depth: config.MaxDepth}
}

// Log is the service's log. Before it serves, that is the dashboard's alone.
func (s *Services) Log() *slog.Logger {
	if s.Telemetry == nil {
		return s.App.Logger()
	}
	return s.Telemetry.Log
}
