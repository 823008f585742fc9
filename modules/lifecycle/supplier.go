package lifecycle

import (
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// batchSize is how many accounts of a supplier are taken back side by side, each in a job of its
// own. The jobs share commits, and are few enough that other jobs do not wait long.
const batchSize = 16

// TakenBackAll describes a supplier's accounts that were taken back, or would be.
type TakenBackAll struct {
	DryRun     bool   `json:"dry_run"`
	Accounts   int    `json:"accounts"`
	Rows       Counts `json:"rows"`
	StageAgain int    `json:"stage_again"` // accounts whose staged data was purged
}

// supplierRun takes back what a supplier has imported before the run began. Later imports stay.
type supplierRun struct {
	tables   module.Tables
	supplier *settings.Supplier
	by       audit.Actor
	reason   string
	began    time.Time
	pause    func(busy time.Duration) // between batches
	result   TakenBackAll
}

// planRun counts what would be deleted, and writes nothing.
func (r *supplierRun) planRun(q database.Querier) error {
	if err := checkOngoing(r.supplier); err != nil {
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
		r.result.Rows.addRows(t.Name, n)
	}
	r.result.Accounts = r.result.Rows["accounts"]
	var err error
	r.result.StageAgain, err = countPurged(q, r.tables, r.supplier.ID)
	return err
}

// takeBackAccounts takes the accounts back. Accounts that were taken back before an error stay so,
// and are in the result. Another call continues.
func (r *supplierRun) takeBackAccounts(q database.Querier, w *writer.Writer) error {
	if _, err := module.Reason(r.reason); err != nil {
		return err
	}
	if err := checkOngoing(r.supplier); err != nil {
		return err
	}
	r.result.Rows = make(Counts)
	for after := ""; ; {
		numbers, err := r.findNextAccounts(q, after)
		if err != nil || len(numbers) == 0 {
			return err
		}
		started := time.Now()
		if err := r.takeBackBatch(w, numbers); err != nil {
			return err
		}
		after = numbers[len(numbers)-1]
		r.pause(time.Since(started))
	}
}

func (r *supplierRun) findNextAccounts(q database.Querier, after string) (numbers []string, err error) {
	const query = `SELECT external_account_number FROM import_processes WHERE supplier = ? AND state = 'imported' AND account_created_at <= ?
		AND external_account_number > ? ORDER BY external_account_number LIMIT ?`
	return database.ReadTexts(q, query, r.supplier.ID, database.Time(r.began), after, batchSize)
}

func (r *supplierRun) takeBackBatch(w *writer.Writer, numbers []string) error {
	jobs := make([]*takeBack, len(numbers))
	var group errgroup.Group
	for i, number := range numbers {
		jobs[i] = newTakeBack(r.tables, accountKey{r.supplier.ID, number}, r.by, r.reason)
		group.Go(func() error {
			err := jobs[i].takeBackData(w)
			jobs[i].done = err == nil
			if errors.Is(err, errNotImported) { // another caller has taken it back
				return nil
			}
			return err
		})
	}
	err := group.Wait()
	for _, job := range jobs {
		if job.done {
			r.addResult(&job.result)
		}
	}
	return err
}

func (r *supplierRun) addResult(one *TakenBack) {
	r.result.Accounts++
	for table, n := range one.Rows {
		r.result.Rows.addRows(table, n)
	}
	if one.StageAgain {
		r.result.StageAgain++
	}
}
