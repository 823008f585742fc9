package lifecycle

import (
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// newMoveCommand is the command that moves a supplier from one cell to another, by an archive.
func newMoveCommand(declaration *module.Declaration) *cobra.Command {
	out := newMovingCommand(declaration, "out CODE ARCHIVE", "Write a paused supplier with all that it has into an archive", 2, moveSupplierOut)
	out.Flags().DurationVar(&settle, "settle", settleTime, "how long nothing of the supplier may change before")
	return cli.Group("move", "Move a supplier to another cell",
		out,
		newMovingCommand(declaration, "in ARCHIVE", "Bring the supplier of an archive into this cell, and compare each row", 1, moveSupplierIn),
		newMovingCommand(declaration, "end CODE", "End the deliveries of a supplier that another cell has", 1, endMove),
		newMovingCommand(declaration, "cancel CODE", "Go on with a supplier that no other cell has", 1, cancelMove))
}

// settle is the value of the flag of the command.
var settle = settleTime

// newMovingCommand makes a command that prints the result of run as JSON.
func newMovingCommand(declaration *module.Declaration, use, short string, args int, run func(cmd *cobra.Command, c *commandServices, args []string) (any, error)) *cobra.Command {
	return cli.Command(declaration.App, use, short, cobra.ExactArgs(args), func(cmd *cobra.Command, args []string) error {
		c := newCommandServices(declaration)
		defer c.writer.Close()
		result, err := run(cmd, c, args)
		if result == nil {
			return err
		}
		if printErr := printResult(cmd.OutOrStdout(), result); err == nil {
			err = printErr
		}
		return err
	})
}

func moveSupplierOut(cmd *cobra.Command, c *commandServices, args []string) (any, error) {
	supplier, err := findSupplier(c.settings, args[0])
	if err != nil {
		return nil, err
	}
	archive, err := filepath.Abs(args[1])
	if err != nil {
		return nil, err
	}
	copied := *supplier
	job := moveOut{c: c, supplier: &copied, archive: archive, settle: settle}
	if err := job.run(cmd.Context()); err != nil {
		return nil, err
	}
	return &job.result, nil
}

// moveSupplierIn pauses after each batch for as long as the batch took. A running service can
// write to the database during the pauses.
func moveSupplierIn(_ *cobra.Command, c *commandServices, args []string) (any, error) {
	archive, err := filepath.Abs(args[0])
	if err != nil {
		return nil, err
	}
	job := moveIn{c: c, archive: archive, pause: time.Sleep}
	err = job.run()
	if job.result.Tables == nil {
		return nil, err
	}
	return &job.result, err
}

// Ended describes what became of the deliveries of a supplier that was moved, or not.
type Ended struct {
	Supplier   string `json:"supplier"`
	Deliveries int    `json:"deliveries"`
}

func endMove(_ *cobra.Command, c *commandServices, args []string) (any, error) {
	return changeHeld(c, args[0], audit.MoveOut, `UPDATE outbox SET state = 'dropped', last_error = '`+heldAway+`', updated = ?1
		WHERE supplier = ?2 AND state = 'waiting' AND next_attempt_at = '`+heldUntil+`'`)
}

func cancelMove(_ *cobra.Command, c *commandServices, args []string) (any, error) {
	return changeHeld(c, args[0], audit.Update, `UPDATE outbox SET next_attempt_at = ?1, updated = ?1
		WHERE supplier = ?2 AND state = 'waiting' AND next_attempt_at = '`+heldUntil+`'`)
}

// changeHeld changes the deliveries that are held since the supplier was written into an archive.
func changeHeld(c *commandServices, code, action, statement string) (*Ended, error) {
	supplier, err := findSupplier(c.settings, code)
	if err != nil {
		return nil, err
	}
	if supplier.Status == settings.Ongoing {
		return nil, errNotPaused(supplier)
	}
	ended := Ended{Supplier: code}
	err = c.writer.Do(func(tx *writer.Tx) (err error) {
		if ended.Deliveries, err = execute(tx, statement, []any{database.Time(tx.Now()), supplier.ID}); err != nil {
			return err
		}
		return audit.Add(tx, &audit.Entry{Actor: audit.Command(), Action: action, Collection: "suppliers", Record: supplier.ID, Label: code,
			After: map[string]any{"held_deliveries": ended.Deliveries}})
	})
	return &ended, err
}
