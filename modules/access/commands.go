package access

import (
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
)

const collection = "api_clients"

func newCommands(app core.App) []*cobra.Command {
	return []*cobra.Command{cli.Group("api-client", "Create API clients, rotate their keys, disable them",
		newCreateCommand(app), newRotateCommand(app), newDisableCommand(app))}
}

func newCreateCommand(app core.App) *cobra.Command {
	var suppliers []string
	var readOnly bool
	command := cli.Command(app, "create NAME --supplier CODE...", "Create a client and print its key, once", cobra.ExactArgs(1),
		func(cmd *cobra.Command, args []string) error {
			if len(suppliers) == 0 {
				return errors.New("a client needs at least one --supplier")
			}
			record, err := cli.New(app, collection, "name", args[0])
			if err != nil {
				return err
			}
			granted, err := cli.FindAll(app, "suppliers", "code", suppliers)
			if err != nil {
				return err
			}
			record.Set("suppliers", granted)
			record.Set("read_only", readOnly)
			return saveNewKey(cmd, app, record)
		})
	command.Flags().StringArrayVar(&suppliers, "supplier", nil, "a supplier that the client may use; may be given several times")
	command.Flags().BoolVar(&readOnly, "read-only", false, "the client may validate and ask, but not change anything")
	return command
}

func newRotateCommand(app core.App) *cobra.Command {
	return cli.Command(app, "rotate NAME", "Give a client another key and print it, once; the old key and all its tokens end", cobra.ExactArgs(1),
		func(cmd *cobra.Command, args []string) error {
			record, err := cli.Find(app, collection, "name", args[0])
			if err != nil {
				return err
			}
			return saveNewKey(cmd, app, record)
		})
}

// saveNewKey saves a client with a new key and prints the key alone.
func saveNewKey(cmd *cobra.Command, app core.App, record *core.Record) error {
	key := newKey()
	record.Set("key_hash", hashKey(key))
	if err := app.Save(record); err != nil {
		return err
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), key)
	return err
}

func newDisableCommand(app core.App) *cobra.Command {
	return cli.Command(app, "disable NAME", "End all access of a client at once", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			record, err := cli.Find(app, collection, "name", args[0])
			if err != nil {
				return err
			}
			record.Set("disabled", true)
			return app.Save(record)
		})
}
