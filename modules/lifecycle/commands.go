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

func accountCommand(declaration *module.Declaration) *cobra.Command {
	return cli.Group("account", "Take accounts back",
		reasoned(declaration, "take-back SUPPLIER NUMBER", "Undo the import of one account; what was staged stays", cobra.ExactArgs(2), takeBackOne))
}

func supplierCommand(declaration *module.Declaration) *cobra.Command {
	return cli.Group("supplier", "Take back all that a supplier has imported",
		reasoned(declaration, "take-back CODE", "Undo the import of all accounts of a supplier; what was staged stays", cobra.ExactArgs(1), takeBackAll))
}

// request is what a command was asked to do.
type request struct {
	args   []string
	reason string
	dryRun bool
	out    io.Writer
}

// reasoned is a command that changes something for a reason, or says what it would.
func reasoned(declaration *module.Declaration, use, short string, args cobra.PositionalArgs, run func(d *desk, r *request) (any, error)) *cobra.Command {
	var r request
	command := cli.Command(declaration.App, use, short, args, func(cmd *cobra.Command, args []string) error {
		d := newDesk(declaration)
		defer d.writer.Close()
		r.args, r.out = args, cmd.OutOrStdout()
		result, err := run(d, &r)
		if result != nil {
			err = errors.Join(err, print(r.out, result))
		}
		return err
	})
	command.Flags().StringVar(&r.reason, "reason", "", "why, for whoever wonders later; a dry run needs none")
	command.Flags().BoolVar(&r.dryRun, "dry-run", false, "change nothing, and say what would change")
	return command
}

func print(to io.Writer, result any) error {
	return json.MarshalWrite(to, result, json.Deterministic(true), jsontext.WithIndent("  "))
}

// desk is what commands work with, beside a service that may be running.
type desk struct {
	app      core.App
	reader   *database.Reader
	settings *settingsdb.Store
	writer   *writer.Writer
	tables   module.Tables
}

func newDesk(declaration *module.Declaration) *desk {
	app := declaration.App
	reader := database.NewReader(app)
	store := settingsdb.NewStore(reader)
	return &desk{app, reader, store, writer.New(app.NonconcurrentDB().(*dbx.DB).DB(), store.BeginTransaction), declaration.Tables()}
}

func takeBackOne(d *desk, r *request) (any, error) {
	supplier, err := supplierOf(d.settings, r.args[0])
	if err != nil {
		return nil, err
	}
	job := newTakeBack(d.tables, subject{supplier.ID, r.args[1]}, audit.Command(), r.reason)
	if r.dryRun {
		err = job.plan(d.reader, d.settings)
	} else {
		err = job.do(d.writer)
	}
	if err != nil {
		return nil, err
	}
	return &job.result, nil
}

// takeBackAll rests after each batch for as long as it took: beside it a service may
// run, whose writer gets the database only while nobody else has it.
func takeBackAll(d *desk, r *request) (any, error) {
	supplier, err := supplierOf(d.settings, r.args[0])
	if err != nil {
		return nil, err
	}
	run := supplierRun{tables: d.tables, supplier: supplier, by: audit.Command(), reason: r.reason, began: time.Now(), rest: time.Sleep}
	if r.dryRun {
		err = run.plan(d.reader)
	} else {
		err = run.write(d.reader, d.writer)
	}
	if err != nil && run.result.Accounts == 0 {
		return nil, err
	}
	return &run.result, err
}
