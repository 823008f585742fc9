package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

func customerCommand(declaration *module.Declaration) *cobra.Command {
	return cli.Group("customer", "Export or erase what is stored about one customer", exportCommand(declaration),
		reasoned(declaration, "erase SUPPLIER NUMBER", "Remove the personal data of an account; amounts, dates and codes stay", cobra.ExactArgs(2), eraseOne))
}

func exportCommand(declaration *module.Declaration) *cobra.Command {
	var file string
	command := cli.Command(declaration.App, "export SUPPLIER NUMBER", "Write all that is stored about an account, as JSON", cobra.ExactArgs(2),
		func(cmd *cobra.Command, args []string) error {
			d := newDesk(declaration)
			defer d.writer.Close()
			if file == "" {
				return d.export(args, cmd.OutOrStdout())
			}
			return d.exportTo(file, args)
		})
	command.Flags().StringVar(&file, "out", "", "a new file, which nobody else may read")
	return command
}

func (d *desk) exportTo(file string, args []string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(d.export(args, f), f.Sync(), f.Close()); err != nil {
		_ = os.Remove(file)
		return err
	}
	return nil
}

// export reads everything at one moment, whatever is written meanwhile.
func (d *desk) export(args []string, to io.Writer) error {
	supplier, err := supplierOf(d.settings, args[0])
	if err != nil {
		return err
	}
	moment, err := d.app.ConcurrentDB().(*dbx.DB).DB().BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer moment.Rollback() //nolint:errcheck // it has written nothing
	process, err := newExport(d.tables, supplier, args[1], moment, to).write()
	if err != nil {
		return err
	}
	return d.writer.Do(func(tx *writer.Tx) error {
		return audit.Add(tx, &audit.Entry{Actor: audit.Command(), Action: audit.Export, Collection: "import_processes", Record: process, Label: args[1]})
	})
}

// eraseOne empties the database's log afterwards, which would otherwise hold for a
// while what was removed.
func eraseOne(d *desk, r *request) (any, error) {
	supplier, err := supplierOf(d.settings, r.args[0])
	if err != nil {
		return nil, err
	}
	job := newErase(d.tables, subject{supplier.ID, r.args[1]}, supplier.DocumentRoot, audit.Command(), r.reason)
	if r.dryRun {
		err = job.plan(d.reader)
	} else {
		err = errors.Join(job.do(d.writer), database.EmptyLog(d.app.NonconcurrentDB().(*dbx.DB)))
	}
	if err != nil {
		return nil, err
	}
	return &job.result, nil
}
