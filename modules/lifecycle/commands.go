package lifecycle

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"io"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
)

func newAccountCommand(declaration *module.Declaration) *cobra.Command {
	return cli.Group("account", "Take accounts back",
		newReasonedCommand(declaration, "take-back SUPPLIER NUMBER", "Undo the import of one account; what was staged stays", cobra.ExactArgs(2), takeBackAccount))
}

func newSupplierCommand(declaration *module.Declaration) *cobra.Command {
	return cli.Group("supplier", "Take back all that a supplier has imported, or move it to another cell",
		newMoveCommand(declaration),
		newReasonedCommand(declaration, "take-back CODE", "Undo the import of all accounts of a supplier; what was staged stays", cobra.ExactArgs(1), takeBackSupplier))
}

// request holds the arguments and flags of a command.
type request struct {
	args   []string
	reason string
	dryRun bool
	out    io.Writer
}

// newReasonedCommand makes a command with the flags --reason and --dry-run, which prints the result
// of run as JSON.
func newReasonedCommand(declaration *module.Declaration, use, short string, args cobra.PositionalArgs, run func(c *commandServices, r *request) (any, error)) *cobra.Command {
	var r request
	command := cli.Command(declaration.App, use, short, args, func(cmd *cobra.Command, args []string) error {
		c := newCommandServices(declaration)
		defer c.writer.Close()
		r.args, r.out = args, cmd.OutOrStdout()
		result, err := run(c, &r)
		if result != nil {
			err = errors.Join(err, printResult(r.out, result))
		}
		return err
	})
	command.Flags().StringVar(&r.reason, "reason", "", "why, for whoever wonders later; a dry run needs none")
	command.Flags().BoolVar(&r.dryRun, "dry-run", false, "change nothing, and say what would change")
	return command
}

func printResult(to io.Writer, result any) error {
	return json.MarshalWrite(to, result, json.Deterministic(true), jsontext.WithIndent("  "))
}

// commandServices is what commands work with. A service may be running beside them.
type commandServices struct {
	app      core.App
	reader   *database.Reader
	settings *settingsdb.Store
	writer   *writer.Writer
	tables   module.Tables
}

func newCommandServices(declaration *module.Declaration) *commandServices {
	app := declaration.App
	reader := database.NewReader(app)
	store := settingsdb.NewStore(reader)
	return &commandServices{app, reader, store, writer.New(app.NonconcurrentDB().(*dbx.DB).DB(), store.BeginTransaction), declaration.Tables()}
}

func takeBackAccount(c *commandServices, r *request) (any, error) {
	supplier, err := findSupplier(c.settings, r.args[0])
	if err != nil {
		return nil, err
	}
	job := newTakeBack(c.tables, accountKey{supplier.ID, r.args[1]}, audit.Command(), r.reason)
	if r.dryRun {
		err = job.planTakeBack(c.reader, c.settings)
	} else {
		err = job.takeBackData(c.writer)
	}
	if err != nil {
		return nil, err
	}
	return &job.result, nil
}

// takeBackSupplier pauses after each batch for as long as the batch took. A running service can
// write to the database during the pauses.
func takeBackSupplier(c *commandServices, r *request) (any, error) {
	supplier, err := findSupplier(c.settings, r.args[0])
	if err != nil {
		return nil, err
	}
	run := supplierRun{tables: c.tables, supplier: supplier, by: audit.Command(), reason: r.reason, began: time.Now(), pause: time.Sleep}
	if r.dryRun {
		err = run.planRun(c.reader)
	} else {
		err = run.takeBackAccounts(c.reader, c.writer)
	}
	if err != nil && run.result.Accounts == 0 {
		return nil, err
	}
	return &run.result, err
}
