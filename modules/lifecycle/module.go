// Package lifecycle is what becomes of data after its import: an account is taken back
// while its supplier is Ongoing, what was sent is removed some time after a supplier
// is Complete, and what is stored of one customer is exported or erased. What an
// account has rows in, and which of their columns are personal, is said in one place.
package lifecycle

import (
	"github.com/spf13/cobra"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/module"
)

// Module is the capability as a value.
func Module(services *module.Services, _ *account.Object) module.Module {
	app := services.App
	return module.Module{
		Name: "lifecycle", Summary: "Take accounts back, purge payloads, export and erase customers",
		Actions:  actions(services),
		Commands: []*cobra.Command{accountCommand(app), supplierCommand(app), customerCommand(app)},
		Work:     (&purger{services}).run,
	}
}
