// Package lifecycle changes data after its import. It takes accounts back while their
// supplier is Ongoing. It purges sent payloads some time after a supplier is Complete. It
// exports or erases the data of one customer. It moves a supplier to another cell. It packs texts that a former version has stored. The tables that the modules declare say
// which rows belong to an account, and which of their columns are personal.
package lifecycle

import (
	"context"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
)

// Module returns the module's value: the actions and commands, and the purge in the background.
func Module(d *module.Declaration) module.Module {
	return module.Module{
		Name: "lifecycle", Hooks: bindHooks, Tables: tables, Words: words, Summary: "Take accounts back, purge payloads, export and erase customers",
		Commands: []*cobra.Command{newAccountCommand(d), newSupplierCommand(d), newCustomerCommand(d)},
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Actions: listActions(r), Work: func(ctx context.Context) {
				pack(ctx, r)
				(&purger{r}).purgeUntilStopped(ctx)
			}}
		},
	}
}

// tables say which texts are still to be packed, and with which dictionaries texts are packed.
var tables = []module.Table{
	{Name: "packing", Access: module.Internal, Undated: true, Kept: "name column after"},
	{Name: "dictionaries", Access: module.Internal, Undated: true, Kept: "content"},
}
