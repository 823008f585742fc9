package lifecycle

import (
	"database/sql"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// atOnce accounts of a supplier are taken back side by side, each in a job of its own:
// enough to share commits, and few enough that other jobs get their turn.
const atOnce = 16

// TakenBackAll is what became of a supplier's accounts, or what would.
type TakenBackAll struct {
	DryRun     bool   `json:"dry_run"`
	Accounts   int    `json:"accounts"`
	Rows       Counts `json:"rows"`
	StageAgain int    `json:"stage_again"` // accounts whose staged data was purged
}

// supplierRun takes back what a supplier has imported until it began. What is imported
// meanwhile stays.
type supplierRun struct {
	tables   module.Tables
	supplier *settings.Supplier
	by       audit.Actor
	reason   string
	began    time.Time
	rest     func(busy time.Duration) // between batches
	result   TakenBackAll
}

// plan says what would go, and writes nothing.
func (r *supplierRun) plan(q database.Querier) error {
	if err := ongoing(r.supplier); err != nil {
		return err
	}
	r.result = TakenBackAll{DryRun: true, Rows: make(Counts)}
	imported := r.tables.Imported()
	for i := range imported {
		t := &imported[i]
		var n int
		const of = ` IN (SELECT account FROM import_processes WHERE supplier = ? AND state = 'imported')`
		if err := q.QueryRow(`SELECT count(*) FROM `+t.Name+` WHERE `+t.Key.Account+of, r.supplier.ID).Scan(&n); err != nil {
			return err
		}
		r.result.Rows.add(t.Name, n)
	}
	r.result.Accounts = r.result.Rows["accounts"]
	var err error
	r.result.StageAgain, err = countPurged(q, r.tables, r.supplier.ID)
	return err
}

// write takes the accounts back. What it has done when it fails stays done, and is in
// the result; called again it goes on.
func (r *supplierRun) write(q database.Querier, w *writer.Writer) error {
	if _, err := module.Reason(r.reason); err != nil {
		return err
	}
	if err := ongoing(r.supplier); err != nil {
		return err
	}
	r.result.Rows = make(Counts)
	for after := ""; ; {
		numbers, err := r.next(q, after)
		if err != nil || len(numbers) == 0 {
			return err
		}
		started := time.Now()
		if err := r.batch(w, numbers); err != nil {
			return err
		}
		after = numbers[len(numbers)-1]
		r.rest(time.Since(started))
	}
}

func (r *supplierRun) next(q database.Querier, after string) (numbers []string, err error) {
	const query = `SELECT external_account_number FROM import_processes WHERE supplier = ? AND state = 'imported' AND account_created_at <= ?
		AND external_account_number > ? ORDER BY external_account_number LIMIT ?`
	rows, err := q.Query(query, r.supplier.ID, database.Time(r.began), after, atOnce)
	if err != nil {
		return nil, err
	}
	return texts(rows)
}

// texts are the values of the only column of rows.
func texts(rows *sql.Rows) (values []string, err error) {
	defer rows.Close()
	for rows.Next() {
		var value string
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, rows.Err()
}

func (r *supplierRun) batch(w *writer.Writer, numbers []string) error {
	jobs := make([]*takeBack, len(numbers))
	var group errgroup.Group
	for i, number := range numbers {
		jobs[i] = newTakeBack(r.tables, subject{r.supplier.ID, number}, r.by, r.reason)
		group.Go(func() error {
			err := jobs[i].do(w)
			jobs[i].done = err == nil
			if errors.Is(err, errNotImported) { // somebody else was faster
				return nil
			}
			return err
		})
	}
	err := group.Wait()
	for _, job := range jobs {
		if job.done {
			r.count(&job.result)
		}
	}
	return err
}

func (r *supplierRun) count(one *TakenBack) {
	r.result.Accounts++
	for table, n := range one.Rows {
		r.result.Rows.add(table, n)
	}
	if one.StageAgain {
		r.result.StageAgain++
	}
}
