package cli_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/testing/databasetest"
)

// The writes of a command are moved into the data file while the command runs, without a
// running service. Otherwise the log of a command that changes a million accounts would
// fill the disk.
func TestTheLogOfACommand(t *testing.T) {
	app := databasetest.NewApp(t)
	command := cli.Command(app, "write", "Write until the log is begun anew", cobra.NoArgs, func(*cobra.Command, []string) error {
		if _, err := app.NonconcurrentDB().NewQuery(`CREATE TABLE things (payload)`).Execute(); err != nil {
			return err
		}
		before := 0
		for until := time.Now().Add(20 * time.Second); time.Now().Before(until); {
			if _, err := app.NonconcurrentDB().NewQuery(`INSERT INTO things VALUES (zeroblob(1000000))`).Execute(); err != nil {
				return err
			}
			var busy, pages, moved int
			if err := app.NonconcurrentDB().NewQuery(`PRAGMA wal_checkpoint(NOOP)`).Row(&busy, &pages, &moved); err != nil {
				return err
			}
			if pages < before {
				return nil
			}
			if before = pages; pages > 100_000 {
				break
			}
		}
		return fmt.Errorf("the log has %d pages", before)
	})
	command.SetArgs(nil)
	if err := command.Execute(); err != nil {
		t.Error(err)
	}
}
