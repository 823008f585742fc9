// Command dataimport is the account migration import service, and the client that
// feeds it.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
	_ "time/tzdata" // the time zones of suppliers, where the system has none

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/cmd"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	_ "golang.org/x/crypto/x509roots/fallback" // certificate authorities, where the system has none

	"dataimport/modules"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/ops/hosting"
	"dataimport/modules/kit/ops/release"
	"dataimport/modules/kit/store/database"
	_ "dataimport/pb_migrations"
)

// gcPercent is how much the heap may grow between two collections, in percent. Go's
// default of 100 collects the small heap of this service too often. With 200, validation
// takes a tenth less of the processor and the heap takes 20 MB more. GOGC in the
// environment takes precedence.
const gcPercent = 200

func main() {
	hosting.KeepFilesPrivate()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "dataimport: "+err.Error())
		os.Exit(cli.ExitCode(err))
	}
}

func run() error {
	app := pocketbase.NewWithConfig(pocketbase.Config{
		DefaultDataDir: dataDir(), DBConnect: database.Connect, HideStartBanner: true,
		DataMaxOpenConns: database.MaxReaders, DataMaxIdleConns: database.MaxReaders,
	})
	// The engine is newer than PocketBase expects, and this hook would warn of that on
	// stdout. A test checks that the versions of the engine's own modules agree.
	app.OnBootstrap().Unbind(pocketbase.ModerncDepsCheckHookId)
	app.RootCmd.Use, app.RootCmd.Short = "dataimport", "Account migration import service"
	app.RootCmd.Version = release.String()
	app.RootCmd.PersistentFlags().Lookup("dir").Usage = "the data folder [" + config.EnvName("dir") + "]"
	app.RootCmd.SilenceUsage, app.RootCmd.SilenceErrors = true, true
	settings := config.Default()
	declaration := &module.Declaration{App: app, Config: &settings}
	database.KeepPrivate(app)
	database.KeepIdentity(app)
	database.RefuseNewer(app)
	modules.Mount(modules.All)(declaration, nil)

	serve := cmd.NewServeCommand(app, true)
	settings.Register(serve.Flags())
	app.RootCmd.AddCommand(serve, cmd.NewSuperuserCommand(app), hosting.RestoreCommand(app), hosting.HealthcheckCommand(config.EnvName("http")))
	app.RootCmd.AddCommand(modules.StandAloneCommands(declaration)...)
	commands, err := modules.Commands(declaration)
	if err != nil {
		return err
	}
	app.RootCmd.AddCommand(commands...)
	for _, flags := range []*pflag.FlagSet{serve.Flags(), serve.PersistentFlags()} {
		if err := config.FromEnv(flags); err != nil {
			return err
		}
	}
	if command, _, err := app.RootCmd.Find(os.Args[1:]); err == nil {
		if needsNoDatabase(command) {
			return app.RootCmd.Execute()
		}
		if command == serve {
			hosting.ServeAlone(app)
		}
	}
	return app.Execute()
}

func dataDir() string {
	if dir := os.Getenv(config.EnvName("dir")); dir != "" {
		return dir
	}
	return "data"
}

// needsNoDatabase reports whether a command works without a data folder. The program
// must not create a data folder for such a command.
func needsNoDatabase(command *cobra.Command) bool {
	return command.Annotations[cli.StandAlone] != ""
}
