package module

import (
	"log/slog"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/ops/telemetry"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/vendors"
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
	Journal     *accountevents.Journal
	// Creating are the accounts that are being created.
	Creating imports.Creating
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
