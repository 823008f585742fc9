// Package module is the seam between the program and its capabilities. A module is a
// value: what it adds to the account object, to the interface, to the command line and
// to the background. What it does not have stays nil.
package module

import (
	"context"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/imports"
)

// Module is one capability of the service, as it is declared.
type Module struct {
	Name      string
	Summary   string             // one sentence, for the list of modules
	Essential bool               // the service makes no sense without it: it cannot be switched off
	Section   *account.Section   // its part of the account object
	Registers []imports.Register // of the keys that its section claims
	Tables    []Table            // that it owns
	Hooks     func(core.App)     // binds the hooks of its records, also for commands; called once
	Panels    []Panel            // its parts of an account's page
	// SupplierPanels are its parts of a supplier's page.
	SupplierPanels []SupplierPanel
	Words          Words // for the events that it records
	// PostImport is how clients send its data for imported accounts; nil for none.
	PostImport *PostImport
	Figures    *Figures         // by which its part of accounts is reconciled
	Needs      FindNeeds        // what an operator has to look at; nil for nothing
	Rules      []catalogue.Rule // describe the codes of its faults and refusals
	Commands   []*cobra.Command
	// Serve gives what the module does while the service serves. It opens nothing and
	// starts nothing.
	Serve func(r *Runtime) Serving
}

// Serving is what a module does while the service serves.
type Serving struct {
	Endpoints []endpoint.Endpoint
	Pages     []endpoint.Page
	Actions   []Action
	Metrics   []prometheus.Collector // read whenever the metrics are
	// Recognise puts the member of staff who asks into the context of a page's request.
	Recognise func(http.Handler) http.Handler
	// Work runs beside the requests until ctx ends.
	Work func(ctx context.Context)
}
