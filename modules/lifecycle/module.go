// Package lifecycle changes data after its import. It takes accounts back while their
// supplier is Ongoing. It purges sent payloads some time after a supplier is Complete. It
// exports or erases the data of one customer. The tables that the modules declare say
// which rows belong to an account, and which of their columns are personal.
package lifecycle

import (
	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
)

// Module returns the module's value: the actions and commands, and the purge in the background.
func Module(d *module.Declaration) module.Module {
	return module.Module{
		Name: "lifecycle", Hooks: bindHooks, Words: words, Summary: "Take accounts back, purge payloads, export and erase customers",
		Commands: []*cobra.Command{newAccountCommand(d), newSupplierCommand(d), newCustomerCommand(d)},
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Actions: listActions(r), Work: (&purger{r}).purgeUntilStopped}
		},
	}
}
