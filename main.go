// Command dataimport is the account migration import service, and the client that
// feeds it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
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
	"dataimport/modules/kit/ops/telemetry"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/replica"
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
		if _, logged := errors.AsType[*loggedError](err); !logged {
			fmt.Fprintln(os.Stderr, "dataimport: "+err.Error())
		}
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

	serve, standby := cmd.NewServeCommand(app, false), cmd.NewServeCommand(app, false) // the log says what the banner would
	standby.Use, standby.Short = "standby", "Follow the replica of another machine, and serve in its place when it is gone"
	for _, command := range []*cobra.Command{serve, standby} {
		settings.Register(command.Flags())
		for _, flags := range []*pflag.FlagSet{command.Flags(), command.PersistentFlags()} {
			if err := config.FromEnv(flags); err != nil {
				return err
			}
		}
	}
	restore := hosting.RestoreCommand(app, &settings.Replica, modules.VerifyDatabase)
	handover := hosting.HandoverCommand(app, &settings.Replica)
	for _, command := range []*cobra.Command{restore, handover} {
		settings.Replica.RegisterStorage(command.Flags())
		if err := config.FromEnv(command.Flags()); err != nil {
			return err
		}
	}
	app.RootCmd.AddCommand(serve, standby, cmd.NewSuperuserCommand(app), restore, handover, hosting.HealthcheckCommand(config.EnvName("http")))
	app.RootCmd.AddCommand(modules.StandAloneCommands(declaration)...)
	commands, err := modules.Commands(declaration)
	if err != nil {
		return err
	}
	app.RootCmd.AddCommand(commands...)
	if command, _, err := app.RootCmd.Find(os.Args[1:]); err == nil {
		if needsNoDatabase(command) {
			return app.RootCmd.Execute()
		}
		if command == serve || command == standby {
			if declaration.Primary, err = takePlace(app, command, os.Args[1:]); err == nil {
				err = app.Execute()
			}
			return logFailure(err)
		}
	}
	return app.Execute()
}

// takePlace has a service take its place before its database is opened: the data folder of
// this machine, and where there is a replica, that of the primary. A standby waits for it.
func takePlace(app *pocketbase.PocketBase, command *cobra.Command, args []string) (*replica.Held, error) {
	settings, address, err := config.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		return nil, nil
	}
	if err := errors.Join(err, settings.Check()); err != nil {
		return nil, err
	}
	if err := hosting.ServeAlone(app); err != nil {
		return nil, err
	}
	if settings.Replica.Key == "" && app.EncryptionEnv() != "" {
		settings.Replica.Key = documents.Secret(os.Getenv(app.EncryptionEnv()))
	}
	log, err := telemetry.NewLog(settings.Log, os.Stderr, slog.DiscardHandler)
	if err != nil {
		return nil, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch {
	case command.Name() == "standby":
		return hosting.Standby(ctx, &settings.Replica, app.DataDir(), address, log)
	case settings.Replica.On():
		return replica.Begin(ctx, &settings.Replica, app.DataDir(), address, log)
	}
	return nil, nil
}

// logFailure logs why the service ends, where its log is JSON. The output then holds nothing
// else.
func logFailure(err error) error {
	settings, _, _ := config.Parse(os.Args[1:])
	if err == nil || settings.Log.Format != telemetry.JSON {
		return err
	}
	log, unusable := telemetry.NewLog(settings.Log, os.Stderr, slog.DiscardHandler)
	if unusable != nil {
		return err
	}
	log.Error("the service ends", "error", err.Error())
	return &loggedError{err}
}

// loggedError is an error that the log has.
type loggedError struct{ error }

func (e *loggedError) Unwrap() error { return e.error }

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
