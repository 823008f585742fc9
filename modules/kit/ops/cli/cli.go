// Package cli holds the common parts of commands: those that change settings, and those
// that need no data folder.
package cli

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

// Command returns a command that works on the database of a stopped or a running service.
// args checks its arguments. Its errors are one line.
func Command(app core.App, use, short string, args cobra.PositionalArgs, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: args, SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			defer moveLog(app)()
			if err := app.RunAllMigrations(); err != nil {
				return fmt.Errorf("the database cannot be prepared: %w", err)
			}
			defer time.Sleep(settingsdb.MaxLag) // a running service sees the change when the command has ended
			return oneLine(run(cmd, args))
		},
	}
}

// moveLog moves the database's log into the data file until stop is called. A command may
// write much, and no connection moves the log by itself.
func moveLog(app core.App) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var moving sync.WaitGroup
	moving.Go(func() { database.NewCheckpoints(app).Run(ctx) })
	return func() {
		cancel()
		moving.Wait()
	}
}

// Group returns a command that has subcommands only.
func Group(use, short string, commands ...*cobra.Command) *cobra.Command {
	group := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	group.AddCommand(commands...)
	return group
}

// Find returns the record of a collection whose field has a value. It returns an error of
// one line where there is none.
func Find(app core.App, collection, field, value string) (*core.Record, error) {
	record, err := app.FindFirstRecordByData(collection, field, value)
	if err != nil {
		return nil, fmt.Errorf("there is no %s %q", singular[collection], value)
	}
	return record, nil
}

// FindAll returns the ids of the records of a collection whose field has one of the values,
// in the order of the values.
func FindAll(app core.App, collection, field string, values []string) ([]string, error) {
	ids := make([]string, len(values))
	for i, value := range values {
		record, err := Find(app, collection, field, value)
		if err != nil {
			return nil, err
		}
		ids[i] = record.Id
	}
	return ids, nil
}

var singular = map[string]string{"suppliers": "supplier", "teams": "team", "api_clients": "API client", "staff": "member of the staff"}

// New returns an unsaved record with a value in a field. It returns an error of one line
// where a record with that value exists.
func New(app core.App, collection, field, value string) (*core.Record, error) {
	if _, err := app.FindFirstRecordByData(collection, field, value); err == nil {
		return nil, fmt.Errorf("there is already a %s %q", singular[collection], value)
	}
	c, err := app.FindCollectionByNameOrId(collection)
	if err != nil {
		return nil, err
	}
	record := core.NewRecord(c)
	record.Set(field, value)
	return record, nil
}

// oneLine returns the error of a failed save as one line, without PocketBase's nesting.
func oneLine(err error) error {
	var invalid validation.Errors
	if errors.As(err, &invalid) {
		for field, reason := range invalid {
			return fmt.Errorf("%s: %w", field, reason)
		}
	}
	return err
}
