package staff

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
)

func newCommands(app core.App) *cobra.Command {
	return cli.Group("staff", "Create members of the support staff, change their roles and passwords, delete them",
		newCreateCommand(app), newListCommand(app), newRoleCommand(app), newPasswordCommand(app), newDeleteCommand(app))
}

func newCreateCommand(app core.App) *cobra.Command {
	var role string
	var password bool
	command := cli.Command(app, "create EMAIL --role ROLE --password-stdin", "Create a member of the staff, who is a viewer or support", cobra.ExactArgs(1),
		func(cmd *cobra.Command, args []string) error {
			record, err := cli.New(app, collection, "email", args[0])
			if err != nil {
				return err
			}
			record.Set("role", role)
			return savePassword(cmd, app, record, password)
		})
	command.Flags().StringVar(&role, "role", "", "viewer, who sees personal data masked, or support, who sees it")
	addPasswordFlag(command, &password)
	return command
}

func newPasswordCommand(app core.App) *cobra.Command {
	var password bool
	command := cli.Command(app, "password EMAIL --password-stdin", "Give a member of the staff another password; their sessions end", cobra.ExactArgs(1),
		func(cmd *cobra.Command, args []string) error {
			record, err := findMember(app, args[0])
			if err != nil {
				return err
			}
			return savePassword(cmd, app, record, password)
		})
	addPasswordFlag(command, &password)
	return command
}

func newRoleCommand(app core.App) *cobra.Command {
	return cli.Command(app, "role EMAIL ROLE", "Make a member of the staff a viewer or support; their sessions end", cobra.ExactArgs(2),
		func(_ *cobra.Command, args []string) error {
			record, err := findMember(app, args[0])
			if err != nil {
				return err
			}
			record.Set("role", args[1])
			return app.Save(record)
		})
}

func newDeleteCommand(app core.App) *cobra.Command {
	return cli.Command(app, "delete EMAIL", "Delete a member of the staff; their sessions end", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			record, err := findMember(app, args[0])
			if err != nil {
				return err
			}
			return app.Delete(record)
		})
}

func newListCommand(app core.App) *cobra.Command {
	return cli.Command(app, "list", "List the members of the staff with their roles", cobra.NoArgs,
		func(cmd *cobra.Command, _ []string) error {
			records, err := app.FindRecordsByFilter(collection, "", "email", 0, 0)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, record := range records {
				fmt.Fprintf(w, "%s\t%s\n", record.Email(), record.GetString("role"))
			}
			return w.Flush()
		})
}

// findMember finds the member of the staff with an e-mail address. Letter case is ignored.
func findMember(app core.App, email string) (*core.Record, error) {
	record, err := app.FindAuthRecordByEmail(collection, email)
	if err != nil {
		return nil, fmt.Errorf("there is no member of the staff %q", email)
	}
	return record, nil
}

func addPasswordFlag(command *cobra.Command, given *bool) {
	command.Flags().BoolVar(given, "password-stdin", false, "read the password from standard input, up to the end of its first line")
}

// savePassword saves a record with the password that it reads from standard input. An argument
// would appear in the shell's history and in the list of processes.
func savePassword(cmd *cobra.Command, app core.App, record *core.Record, given bool) error {
	if !given {
		return errors.New("give the password on standard input, with --password-stdin")
	}
	password, err := cli.ReadPassword(cmd)
	if err != nil {
		return err
	}
	record.SetPassword(password)
	return app.Save(record)
}
