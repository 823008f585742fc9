package staff

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
)

func newCommands(app core.App) *cobra.Command {
	return cli.Group("staff", "Create members of the support staff, change their roles, suppliers and passwords, delete them",
		newCreateCommand(app), newListCommand(app), newRoleCommand(app), newScopeCommand(app), newPasswordCommand(app), newDeleteCommand(app))
}

func newCreateCommand(app core.App) *cobra.Command {
	var role string
	var suppliers []string
	var password bool
	command := cli.Command(app, "create EMAIL --role ROLE [--supplier CODE...] --password-stdin", "Create a member of the staff, who is a viewer or support", cobra.ExactArgs(1),
		func(cmd *cobra.Command, args []string) error {
			record, err := cli.New(app, collection, "email", args[0])
			if err != nil {
				return err
			}
			record.Set("role", role)
			if err := setSuppliers(app, record, suppliers); err != nil {
				return err
			}
			return savePassword(cmd, app, record, password)
		})
	command.Flags().StringVar(&role, "role", "", "viewer, who sees personal data masked, or support, who sees it")
	addSupplierFlag(command, &suppliers)
	addPasswordFlag(command, &password)
	return command
}

func newScopeCommand(app core.App) *cobra.Command {
	var suppliers []string
	var all bool
	command := cli.Command(app, "scope EMAIL --supplier CODE... | --all", "Change which suppliers a member of the staff sees; their sessions end", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			if all == (len(suppliers) > 0) {
				return errors.New("name each supplier with --supplier, or give --all")
			}
			record, err := findMember(app, args[0])
			if err != nil {
				return err
			}
			if err := setSuppliers(app, record, suppliers); err != nil {
				return err
			}
			return app.Save(record)
		})
	addSupplierFlag(command, &suppliers)
	command.Flags().BoolVar(&all, "all", false, "the member sees all suppliers")
	return command
}

func addSupplierFlag(command *cobra.Command, codes *[]string) {
	command.Flags().StringArrayVar(codes, "supplier", nil, "a supplier that the member sees; may be given several times; a member without suppliers sees all of them")
}

// setSuppliers limits a member to the suppliers of these codes. Without codes the member sees all
// suppliers.
func setSuppliers(app core.App, record *core.Record, codes []string) error {
	ids, err := cli.FindAll(app, "suppliers", "code", codes)
	if err != nil {
		return err
	}
	record.Set("suppliers", ids)
	return nil
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
	return cli.Command(app, "list", "List the members of the staff with their roles and suppliers", cobra.NoArgs,
		func(cmd *cobra.Command, _ []string) error {
			records, err := app.FindRecordsByFilter(collection, "", "email", 0, 0)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, record := range records {
				codes, err := listSuppliers(app, record)
				if err != nil {
					return err
				}
				fmt.Fprintf(w, "%s\t%s\t%s\n", record.Email(), record.GetString("role"), codes)
			}
			return w.Flush()
		})
}

// listSuppliers returns the codes of the suppliers that a member sees, for people.
func listSuppliers(app core.App, record *core.Record) (string, error) {
	ids := record.GetStringSlice("suppliers")
	if len(ids) == 0 {
		return "all suppliers", nil
	}
	suppliers, err := app.FindRecordsByIds("suppliers", ids)
	codes := make([]string, len(suppliers))
	for i, supplier := range suppliers {
		codes[i] = supplier.GetString("code")
	}
	slices.Sort(codes)
	return strings.Join(codes, ", "), err
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
