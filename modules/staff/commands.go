package staff

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
)

func commands(app core.App) *cobra.Command {
	return cli.Group("staff", "Create members of the support staff, change their roles and passwords, delete them",
		createCommand(app), listCommand(app), roleCommand(app), passwordCommand(app), deleteCommand(app))
}

func createCommand(app core.App) *cobra.Command {
	var role string
	var password bool
	command := cli.Command(app, "create EMAIL --role ROLE --password-stdin", "Create a member of the staff, who is a viewer or support", cobra.ExactArgs(1),
		func(cmd *cobra.Command, args []string) error {
			record, err := cli.New(app, collection, "email", args[0])
			if err != nil {
				return err
			}
			record.Set("role", role)
			return setPassword(cmd, app, record, password)
		})
	command.Flags().StringVar(&role, "role", "", "viewer, who sees personal data masked, or support, who sees it")
	passwordFlag(command, &password)
	return command
}

func passwordCommand(app core.App) *cobra.Command {
	var password bool
	command := cli.Command(app, "password EMAIL --password-stdin", "Give a member of the staff another password; their sessions end", cobra.ExactArgs(1),
		func(cmd *cobra.Command, args []string) error {
			record, err := member(app, args[0])
			if err != nil {
				return err
			}
			return setPassword(cmd, app, record, password)
		})
	passwordFlag(command, &password)
	return command
}

func roleCommand(app core.App) *cobra.Command {
	return cli.Command(app, "role EMAIL ROLE", "Make a member of the staff a viewer or support; their sessions end", cobra.ExactArgs(2),
		func(_ *cobra.Command, args []string) error {
			record, err := member(app, args[0])
			if err != nil {
				return err
			}
			record.Set("role", args[1])
			return app.Save(record)
		})
}

func deleteCommand(app core.App) *cobra.Command {
	return cli.Command(app, "delete EMAIL", "Delete a member of the staff; their sessions end", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			record, err := member(app, args[0])
			if err != nil {
				return err
			}
			return app.Delete(record)
		})
}

func listCommand(app core.App) *cobra.Command {
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

// member is the member of the staff with an address, however it is capitalised.
func member(app core.App, email string) (*core.Record, error) {
	record, err := app.FindAuthRecordByEmail(collection, email)
	if err != nil {
		return nil, fmt.Errorf("there is no member of the staff %q", email)
	}
	return record, nil
}

func passwordFlag(command *cobra.Command, given *bool) {
	command.Flags().BoolVar(given, "password-stdin", false, "read the password from standard input, up to the end of its first line")
}

// setPassword saves a record with the password on standard input. An argument would
// stand in the shell's history and in the list of processes.
func setPassword(cmd *cobra.Command, app core.App, record *core.Record, given bool) error {
	if !given {
		return errors.New("give the password on standard input, with --password-stdin")
	}
	line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 1<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	record.SetPassword(strings.TrimRight(line, "\r\n"))
	return app.Save(record)
}
