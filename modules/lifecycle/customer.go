package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

func newCustomerCommand(declaration *module.Declaration) *cobra.Command {
	return cli.Group("customer", "Export or erase what is stored about one customer", newExportCommand(declaration),
		newReasonedCommand(declaration, "erase SUPPLIER NUMBER", "Remove the personal data of an account; amounts, dates and codes stay", cobra.ExactArgs(2), eraseAccount))
}

func newExportCommand(declaration *module.Declaration) *cobra.Command {
	var file string
	command := cli.Command(declaration.App, "export SUPPLIER NUMBER", "Write all that is stored about an account, as JSON", cobra.ExactArgs(2),
		func(cmd *cobra.Command, args []string) error {
			c := newCommandServices(declaration)
			defer c.writer.Close()
			if file == "" {
				return c.exportAccount(args, cmd.OutOrStdout())
			}
			return c.exportToFile(file, args)
		})
	command.Flags().StringVar(&file, "out", "", "a new file, which nobody else may read")
	return command
}

func (c *commandServices) exportToFile(file string, args []string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(c.exportAccount(args, f), f.Sync(), f.Close()); err != nil {
		_ = os.Remove(file)
		return err
	}
	return nil
}

// exportAccount reads everything in one read transaction, so the export is of one moment.
func (c *commandServices) exportAccount(args []string, to io.Writer) error {
	supplier, err := findSupplier(c.settings, args[0])
	if err != nil {
		return err
	}
	moment, err := c.app.ConcurrentDB().(*dbx.DB).DB().BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer moment.Rollback() //nolint:errcheck // it has written nothing
	process, err := newExport(c.tables, supplier, args[1], moment, to).writeExport()
	if err != nil {
		return err
	}
	return c.writer.Do(func(tx *writer.Tx) error {
		return audit.Add(tx, &audit.Entry{Actor: audit.Command(), Action: audit.Export, Collection: "import_processes", Record: process, Label: args[1]})
	})
}

// emptyDashboardLog removes all rows of the log that the dashboard shows, and what earlier rows have
// left in the free space of its file. The log's rows are about requests and not about accounts, so
// the rows of one account cannot be told from others.
func emptyDashboardLog(app core.App) error {
	db := app.AuxNonconcurrentDB().(*dbx.DB)
	for _, statement := range []string{`DELETE FROM ` + core.LogsTableName, `VACUUM`} {
		if _, err := db.NewQuery(statement).Execute(); err != nil {
			return err
		}
	}
	return database.EmptyLog(db)
}

// eraseAccount empties the database's log afterwards. The log would otherwise hold the removed data
// for a while.
func eraseAccount(c *commandServices, r *request) (any, error) {
	supplier, err := findSupplier(c.settings, r.args[0])
	if err != nil {
		return nil, err
	}
	job := newErase(c.tables, accountKey{supplier.ID, r.args[1]}, supplier.DocumentRoot, audit.Command(), r.reason)
	if r.dryRun {
		err = job.planErase(c.reader)
	} else {
		err = errors.Join(job.eraseData(c.writer), database.EmptyLog(c.app.NonconcurrentDB().(*dbx.DB)), emptyDashboardLog(c.app))
	}
	if err != nil {
		return nil, err
	}
	return &job.result, nil
}
