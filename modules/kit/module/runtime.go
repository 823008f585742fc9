package module

import (
	"log/slog"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/ops/hosting"
	"dataimport/modules/kit/ops/telemetry"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/replica"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/vendors"
)

// Declaration is what a module may use when it declares itself. The flags of the
// command line may not be read yet, and the database is not open.
type Declaration struct {
	// App is the application; commands open its data folder when they run.
	App core.App
	// Config is filled when the flags are read.
	Config *config.Config
	// Object is the account object. It has all sections once every module is declared;
	// until then a module neither reads nor imports accounts with it.
	Object *account.Object
	// Primary is the place that this process holds in a replica; nil where there is none.
	Primary *replica.Held
	// Modules are all modules, also those that are switched off: what they own is there.
	// It is set when every module is declared.
	Modules []Module
}

// Tables are the tables of all modules.
func (d *Declaration) Tables() Tables { return TablesOf(d.Modules) }

// Runtime is what a module has while the service serves. Every field is set before
// [Module.Serve] is called, and does not change after that.
type Runtime struct {
	App           core.App
	Config        *config.Config
	Object        *account.Object
	Modules       []Module // all, also those that are switched off
	Reader        *database.Reader
	Checkpoints   *database.Checkpoints
	Damage        *database.DamageCheck
	Replica       *replica.Primary // nil where there is none
	Backups       *hosting.Backups // nil in tests without them
	Settings      *settingsdb.Store
	Writer        *writer.Writer
	AccountEvents *accountevents.Recorder
	// Accounts reads accounts.
	Accounts *imports.AccountReader
	// Creating holds the accounts that are being created.
	Creating imports.Creating
	// Documents is the document store.
	Documents documents.Store
	// Vendors are the payment vendors that operators have set up.
	Vendors *vendors.Registry
	// Telemetry holds the log, the metrics and the traces of the service.
	Telemetry *telemetry.Telemetry
	// PostImports are the kinds of data for imported accounts of the modules that are
	// switched on.
	PostImports []PostImport
	// Rules describes the codes of the modules that are switched on.
	Rules catalogue.Catalogue
}

// NewRuntime is a runtime with nothing opened. It describes what a module serves, for
// the list of modules and for documents; it answers no request.
func NewRuntime(d *Declaration) *Runtime {
	return &Runtime{App: d.App, Config: d.Config, Object: d.Object, Modules: d.Modules, Accounts: &imports.AccountReader{Object: d.Object}}
}

// Tables are the tables of all modules.
func (r *Runtime) Tables() Tables { return TablesOf(r.Modules) }

// Limits are the limits of every payload.
func (r *Runtime) Limits() payload.Limits { return LimitsOf(r.Config) }

// LimitsOf are the limits of every payload under a configuration.
func LimitsOf(c *config.Config) payload.Limits {
	return payload.Limits{Items: c.MaxItems, Depth: config.MaxDepth}
}

// Log is the service's log. A runtime without telemetry has the dashboard's log alone.
func (r *Runtime) Log() *slog.Logger {
	if r.Telemetry == nil {
		return r.App.Logger()
	}
	return r.Telemetry.Log
}
