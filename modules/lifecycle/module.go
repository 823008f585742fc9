// Package lifecycle is what becomes of data after its import: an account is taken back
// while its supplier is Ongoing, what was sent is removed some time after a supplier
// is Complete, and what is stored of one customer is exported or erased. What an
// account has rows in, and which of their columns are personal, is said in one place.
package lifecycle

import (
	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(d *module.Declaration) module.Module {
	app := d.App
	return module.Module{
		Name: "lifecycle", Summary: "Take accounts back, purge payloads, export and erase customers",
		Commands: []*cobra.Command{accountCommand(app), supplierCommand(app), customerCommand(app)},
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Actions: actions(r), Work: (&purger{r}).run}
		},
	}
}
