package runs

import "dataimport/modules/kit/store/database"

// CountUnsent returns how many accounts of a supplier's books are still to be sent, by the latest
// run of each book. It is not known where no client has said how many lines its book has.
func CountUnsent(q database.Querier, supplierID string) (n int, known bool, err error) {
	// The other columns are those of the row with the greatest id.
	const query = `SELECT max(id), state = 'closed' AND complete, book_lines, book_accounts, unsent FROM runs
		WHERE supplier = ? AND mode <> 'dry_run' GROUP BY name`
	type latest struct {
		run
		ended bool
	}
	found, err := database.ReadRows(q, func(row database.Row, r *latest) error {
		return row.Scan(&r.id, &r.ended, &r.bookLines, &r.bookOf, &r.unsent)
	}, query, supplierID)
	if err != nil {
		return 0, false, err
	}
	for i := range found {
		known = known || found[i].bookLines > 0
		if found[i].ended || found[i].bookLines == 0 {
			continue
		}
		t, err := readTally(q, &found[i].run)
		if err != nil {
			return 0, false, err
		}
		left, _ := t.left(&found[i].run)
		if accounts := found[i].bookOf; accounts > 0 { // an account may have several lines
			left = (left*accounts + found[i].bookLines - 1) / found[i].bookLines
		}
		n += int(left)
	}
	return n, known, nil
}
