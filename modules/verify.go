package modules

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/database"
)

// VerifyDatabase reads a database as a whole, and prints how many rows it has. The error
// says that it is damaged, or that its counters are not those of its rows.
func VerifyDatabase(db *dbx.DB, w io.Writer) error {
	if err := database.CheckIntegrity(db); err != nil {
		return cli.Faulty(err)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	differ := 0
	print := func(name, rows string, counted bool) error {
		var n, counter int
		if err := db.NewQuery(rows).Row(&n); err != nil {
			return err
		}
		note := ""
		if counted {
			if err := db.NewQuery(`SELECT COALESCE(sum(n), 0) FROM progress WHERE name = {:name}`).Bind(dbx.Params{"name": name}).Row(&counter); err != nil {
				return err
			}
			if counter != n {
				differ++
				note = fmt.Sprintf("but %d are counted", counter)
			}
		}
		fmt.Fprintf(table, "%s\t%d\t%s\n", name, n, note)
		return nil
	}
	for _, t := range Tables() {
		if err := print(t.Name, `SELECT count(*) FROM `+t.Name, t.Counted); err != nil {
			return err
		}
	}
	for _, state := range []string{"staged", "imported", "skipped"} {
		if err := print(state, `SELECT count(*) FROM import_processes WHERE state = '`+state+`'`, true); err != nil {
			return err
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if differ > 0 {
		return cli.Faulty(fmt.Errorf("%d counters are not those of the rows", differ))
	}
	_, err := fmt.Fprintln(w, "The pages fit together, and the counters are those of the rows.")
	return err
}
