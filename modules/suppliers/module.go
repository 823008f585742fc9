// Package suppliers holds the commands that set up import suppliers and operations teams
// from scripts. Operators can do the same in the dashboard. The hooks of this package are the
// rules for these records, so that they hold for both ways.
package suppliers

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
)

// Module is the capability as a value. The checks add the faults of suppliers by the rules
// of other modules.
func Module(checks ...Check) func(*module.Declaration) module.Module {
	return func(d *module.Declaration) module.Module {
		return module.Module{
			Name: "suppliers", Summary: "Import suppliers and operations teams",
			Tables: tables, Hooks: func(app core.App) { bindHooks(app, checks) },
			Commands: []*cobra.Command{supplierCommand(d.App), teamCommand(d.App)},
		}
	}
}

func supplierCommand(app core.App) *cobra.Command {
	settings := map[string]*string{"name": new(string), "document_root": new(string), "country": new(string), "time_zone": new(string), "market": new(string)}
	create := cli.Command(app, "create CODE", "Create a supplier that takes accounts at once", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			record, err := cli.New(app, "suppliers", "code", args[0])
			if err != nil {
				return err
			}
			for field, value := range settings {
				record.Set(field, *value)
			}
			return app.Save(record)
		})
	flags := create.Flags()
	flags.StringVar(settings["name"], "name", "", "its name, for people")
	flags.StringVar(settings["document_root"], "document-root", "", "where its documents begin in the document store")
	flags.StringVar(settings["country"], "country", "GB", "whose rules for phone numbers and postcodes apply, ISO 3166-1 alpha-2")
	flags.StringVar(settings["time_zone"], "time-zone", "UTC", "in which its days begin and end, for example Australia/Sydney")
	flags.StringVar(settings["market"], "market", "core", "which market's additions the account object has")
	return cli.Group("supplier", "Create import suppliers", create)
}

func teamCommand(app core.App) *cobra.Command {
	create := cli.Command(app, "create NAME", "Create an operations team", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			record, err := cli.New(app, "teams", "name", args[0])
			if err != nil {
				return err
			}
			return app.Save(record)
		})
	return cli.Group("team", "Create operations teams", create)
}
