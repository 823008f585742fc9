// Package module is the seam between the program and its capabilities. A module
// is a value: what it adds to the interface, to the account object, to the
// command line and to the background. Whatever it does not have stays nil.
package module

import (
	"context"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/http/endpoint"
)

// Module is one capability of the service.
type Module struct {
	Name      string
	Summary   string           // one sentence, for the list of modules
	Essential bool             // the service makes no sense without it: it cannot be switched off
	Section   *account.Section // its part of the account object
	Endpoints []endpoint.Endpoint
	Pages     []endpoint.Page
	Rules     []catalogue.Rule // describe the codes of its faults and refusals
	Commands  []*cobra.Command
	Actions   []Action
	Metrics   []prometheus.Collector // read whenever the metrics are
	// Recognise puts who of the staff asks into the context of a page's request.
	Recognise func(http.Handler) http.Handler
	// Work runs beside the requests until ctx ends.
	Work func(ctx context.Context)
}
