package operators

import (
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
)

func newProcessCommand(app core.App) *cobra.Command {
	var reason string
	skip := cli.Command(app, "skip SUPPLIER NUMBER --reason TEXT", "Take a staged account out of the migration", cobra.ExactArgs(2),
		func(_ *cobra.Command, args []string) error { return skipOrRestore(app, account.Skipped, args, reason) })
	skip.Flags().StringVar(&reason, "reason", "", "why, for whoever wonders later")
	unskip := cli.Command(app, "unskip SUPPLIER NUMBER", "Put a skipped account back", cobra.ExactArgs(2),
		func(_ *cobra.Command, args []string) error { return skipOrRestore(app, account.Staged, args, "") })
	return cli.Group("process", "Skip accounts, and put them back", skip, unskip)
}

// skipOrRestore writes with a writer of its own beside a service that may be running, as the other
// commands do.
func skipOrRestore(app core.App, to account.State, args []string, reason string) error {
	w := writer.New(app.NonconcurrentDB().(*dbx.DB).DB(), settingsdb.NewStore(database.NewReader(app)).BeginTransaction)
	defer w.Close()
	return newChange(to, reason, audit.Command()).apply(w, matchNumber(args[0], args[1]))
}

func newOperatorCommand(app core.App) *cobra.Command {
	var stdin bool
	create := cli.Command(app, "create EMAIL --password-stdin", "Create an operator, whose password is the first line of the input", cobra.ExactArgs(1),
		func(cmd *cobra.Command, args []string) error {
			if !stdin {
				return errors.New("a password in the arguments would be seen by others on this machine: give --password-stdin")
			}
			password, err := cli.ReadPassword(cmd)
			if err != nil {
				return err
			}
			return createOperator(app, args[0], password)
		})
	create.Flags().BoolVar(&stdin, "password-stdin", false, "read the password from the input")
	role := cli.Command(app, "role EMAIL operator|admin", "Change what a superuser may do; their tokens end", cobra.ExactArgs(2),
		func(_ *cobra.Command, args []string) error {
			record, err := app.FindAuthRecordByEmail(core.CollectionNameSuperusers, args[0])
			if err != nil {
				return fmt.Errorf("there is no superuser %q", args[0])
			}
			record.Set("role", args[1])
			return app.Save(record)
		})
	return cli.Group("operator", "Create operators, and change roles", create, role)
}

func createOperator(app core.App, email, password string) error {
	superusers, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		return err
	}
	record := core.NewRecord(superusers)
	record.SetEmail(email)
	record.SetPassword(password)
	record.Set("role", audit.Operator)
	return app.Save(record)
}
