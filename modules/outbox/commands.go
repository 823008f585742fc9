package outbox

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/eventqueue"
	"dataimport/modules/kit/store/secrets"
)

func newCommands(app core.App, box *secrets.Box) []*cobra.Command {
	return []*cobra.Command{
		cli.Group("event-endpoint", "Register endpoints that are told what happens, rotate their secrets",
			newCreateCommand(app, box), newRotateCommand(app, box)),
		cli.Group("outbox", "See what was not delivered, and send it again", newListCommand(app), newResendCommand(app)),
	}
}

func newCreateCommand(app core.App, box *secrets.Box) *cobra.Command {
	var names []string
	command := cli.Command(app, "create SUPPLIER NAME URL", "Register an endpoint and print its secret, once", cobra.ExactArgs(3),
		func(cmd *cobra.Command, args []string) error {
			supplier, err := cli.Find(app, "suppliers", "code", args[0])
			if err != nil {
				return err
			}
			collection, err := app.FindCollectionByNameOrId("event_endpoints")
			if err != nil {
				return err
			}
			record := core.NewRecord(collection)
			record.Load(map[string]any{"supplier": supplier.Id, "name": args[1], "url": args[2], "events": names})
			return printSecret(cmd, app, box, record)
		})
	command.Flags().StringSliceVar(&names, "event", nil, "an event to send, account.imported for one; all where none is named")
	return command
}

func newRotateCommand(app core.App, box *secrets.Box) *cobra.Command {
	return cli.Command(app, "rotate SUPPLIER NAME", "Give an endpoint another secret and print it, once; the old one signs beside it for a day", cobra.ExactArgs(2),
		func(cmd *cobra.Command, args []string) error {
			supplier, err := cli.Find(app, "suppliers", "code", args[0])
			if err != nil {
				return err
			}
			record, err := app.FindFirstRecordByFilter("event_endpoints", "supplier = {:supplier} && name = {:name}", dbx.Params{"supplier": supplier.Id, "name": args[1]})
			if err != nil {
				return fmt.Errorf("there is no event endpoint %q of this supplier", args[1])
			}
			return printSecret(cmd, app, box, record)
		})
}

func printSecret(cmd *cobra.Command, app core.App, box *secrets.Box, record *core.Record) error {
	secret, err := eventqueue.IssueSecret(box, record, time.Now())
	if err != nil {
		return err
	}
	if err := app.Save(record); err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), secret)
	return err
}

func newListCommand(app core.App) *cobra.Command {
	return cli.Command(app, "list SUPPLIER", "List what was given up, the newest 100", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		supplier, err := cli.Find(app, "suppliers", "code", args[0])
		if err != nil {
			return err
		}
		dead, err := app.FindRecordsByFilter("outbox", "supplier = {:supplier} && (state = 'dead' || state = 'dropped')", "-id", 100, 0, dbx.Params{"supplier": supplier.Id})
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, r := range dead {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d attempts\t%s\n", r.Id, r.GetString("state"), r.GetString("event"), r.GetString("external_account_number"), r.GetInt("attempts"), r.GetString("last_error"))
		}
		return w.Flush()
	})
}

func newResendCommand(app core.App) *cobra.Command {
	var all string
	command := cli.Command(app, "resend [ID]", "Deliver again what was given up: one, or all that is dead of a supplier", cobra.MaximumNArgs(1), func(cmd *cobra.Command, args []string) error {
		var n int64
		var err error
		switch {
		case len(args) == 1 && all == "":
			n, err = requeueDelivery(app, args[0])
		case len(args) == 0 && all != "":
			supplier, notFound := cli.Find(app, "suppliers", "code", all)
			if notFound != nil {
				return notFound
			}
			n, err = requeueDead(app, supplier.Id)
		default:
			return fmt.Errorf("name either one id, or a supplier with --supplier")
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d will be delivered again\n", n)
		return err
	})
	command.Flags().StringVar(&all, "supplier", "", "the supplier of which all that is dead is delivered again")
	return command
}
