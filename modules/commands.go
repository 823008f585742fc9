package modules

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"dataimport/modules/bookbuild"
	"dataimport/modules/importclient"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/reconciliation"
)

// StandAloneCommands are the commands that need no data folder.
func StandAloneCommands(d *module.Declaration) []*cobra.Command {
	return []*cobra.Command{
		importclient.ImportCommand(PostImports(), reconciliation.NewTotalsReader(described())),
		importclient.RunCommand(),
		cli.NewStandAlone(cli.Group("book", "Make and check books of accounts",
			append(bookbuild.Commands(accountObject, PostImports()), importclient.CheckCommand())...)),
		reconciliation.Command(described()),
		Command(d),
	}
}

// accountObject is the account object of all modules, without an application.
func accountObject() (*account.Object, error) {
	settings := config.Default()
	d := &module.Declaration{Config: &settings}
	_, err := Declare(d, All)
	return d.Object, err
}

// Commands are the commands of all modules, also of those that are switched off:
// what they set up is there when the module is switched on again.
func Commands(d *module.Declaration) ([]*cobra.Command, error) {
	list, err := Declare(d, All)
	if err != nil {
		return nil, err
	}
	var commands []*cobra.Command
	for _, m := range list {
		for _, command := range m.Commands {
			commands = join(commands, command)
		}
	}
	return commands, nil
}

// join adds a command, or what is below it where there is one of its name: several
// modules may have something to do with a supplier.
func join(commands []*cobra.Command, command *cobra.Command) []*cobra.Command {
	for _, known := range commands {
		if known.Name() == command.Name() {
			known.Short += "; " + strings.ToLower(command.Short[:1]) + command.Short[1:]
			known.AddCommand(command.Commands()...)
			return commands
		}
	}
	return append(commands, command)
}

// Command lists the modules.
func Command(d *module.Declaration) *cobra.Command {
	return &cobra.Command{
		Use: "modules", Short: "List the modules with their routes and account sections", Args: cobra.NoArgs,
		Annotations: map[string]string{cli.StandAlone: "yes"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := Declare(d, All)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for i, served := range Serve(module.NewRuntime(d), list) {
				describe(w, list[i], served)
			}
			return w.Flush()
		},
	}
}

func describe(w *tabwriter.Writer, m module.Module, served module.Serving) {
	fmt.Fprintf(w, "%s\t%s\n", m.Name, m.Summary)
	for _, e := range served.Endpoints {
		fmt.Fprintf(w, "\t  %s %s/\n", e.Method, e.Path)
	}
	for _, a := range served.Actions {
		fmt.Fprintf(w, "\t  %s %s%s\n", a.Method, module.ActionPrefix, a.Path)
	}
	for _, p := range served.Pages {
		fmt.Fprintf(w, "\t  %s\n", p.Pattern)
	}
	if m.Section != nil {
		fmt.Fprintf(w, "\t  account: %s\n", strings.Join(m.Section.Members(), ", "))
	}
}
