package lifecycle

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

const (
	// purgeInterval is the time between two searches for suppliers whose payloads are due.
	purgeInterval = time.Minute
	// purgeBatch is how many accounts one job purges. The jobs are small because other writes wait
	// for them.
	purgeBatch = 50
)

// purger removes the payloads of suppliers that have been Complete for the time that they
// configure. The imported data and the checksums stay.
type purger struct{ runtime *module.Runtime }

func (p *purger) purgeUntilStopped(ctx context.Context) {
	tick := time.NewTicker(purgeInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if err := p.purgeDue(ctx, now); err != nil {
				p.runtime.Log().Warn("payloads that are due could not be removed; it is tried again", slog.Any("error", err))
			}
		}
	}
}

// purgeDue purges the suppliers that are due at a time.
func (p *purger) purgeDue(ctx context.Context, now time.Time) error {
	due, err := p.findDueSuppliers(now)
	if err != nil {
		return err
	}
	for _, supplierID := range due {
		if err := p.purgeSupplier(ctx, supplierID, now); err != nil {
			return err
		}
	}
	return nil
}

// dueCondition is the SQL condition of a supplier that is due. Its parameter is the time.
const dueCondition = `status = 'Complete' AND completed_at <> '' AND payloads_purged_at = '' AND purge_payloads_after_days > 0
	AND strftime('%Y-%m-%d %H:%M:%fZ', completed_at, '+' || purge_payloads_after_days || ' days') <= ?`

func (p *purger) findDueSuppliers(now time.Time) ([]string, error) {
	return database.ReadTexts(p.runtime.Reader, `SELECT id FROM suppliers WHERE `+dueCondition, database.Time(now))
}

// purgeSupplier removes the payloads of one supplier, some accounts at a time. It ends where the
// supplier is no more due, because an operator has changed it.
func (p *purger) purgeSupplier(ctx context.Context, supplierID string, now time.Time) error {
	purged := 0
	for after := ""; ; {
		job := purgeJob{tables: p.runtime.Tables(), supplierID: supplierID, after: after, purged: purged, now: now}
		if err := p.runtime.Writer.Do(job.writeStep); err != nil || job.ended {
			return err
		}
		after, purged = job.after, job.purged
		if ctx.Err() != nil {
			return nil
		}
	}
}

// purgeJob is one step through the accounts of a supplier, in the order of their numbers.
type purgeJob struct {
	tables            module.Tables
	supplierID, after string
	purged            int // payloads until this step
	now               time.Time
	ended             bool
}

func (j *purgeJob) writeStep(tx *writer.Tx) error {
	step := *j // the job may run again
	due, err := database.ReadTexts(tx, `SELECT code FROM suppliers WHERE id = ? AND `+dueCondition, step.supplierID, database.Time(step.now))
	if err != nil || len(due) == 0 {
		j.ended = true
		return err
	}
	processes, err := step.findNextProcesses(tx)
	if err != nil {
		return err
	}
	for _, process := range processes {
		if err := step.emptyPayloads(tx, process); err != nil {
			return err
		}
	}
	if len(processes) < purgeBatch {
		step.ended = true
		if err := step.recordPurge(tx, due[0]); err != nil {
			return err
		}
	}
	tx.AfterCommit(func() { *j = step })
	return nil
}

func (j *purgeJob) findNextProcesses(tx *writer.Tx) (processes []string, err error) {
	const query = `SELECT id, external_account_number FROM import_processes WHERE supplier = ? AND external_account_number > ?
		ORDER BY external_account_number LIMIT ?`
	scan := func(row database.Row, process *string) error { return row.Scan(process, &j.after) }
	return database.ReadRows(tx, scan, query, j.supplierID, j.after, purgeBatch)
}

// emptyPayloads removes the payloads of a process's account, and counts them.
func (j *purgeJob) emptyPayloads(tx *writer.Tx, process string) error {
	now := database.Time(tx.Now())
	for i := range j.tables {
		t := &j.tables[i]
		if t.Sent == "" {
			continue
		}
		result, err := tx.Exec(`UPDATE `+t.Name+` SET `+strings.Join(strings.Fields(t.Sent), ` = '', `)+` = '', `+t.PurgedAt+` = ?, updated = ?
			WHERE `+t.Key.Process+` = ? AND `+t.PurgedAt+` = ''`, now, now, process)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return err
		}
		j.purged += int(n)
	}
	return nil
}

// recordPurge records that the supplier's payloads are removed.
func (j *purgeJob) recordPurge(tx *writer.Tx, code string) error {
	now := database.Time(tx.Now())
	if _, err := tx.Exec(`UPDATE suppliers SET payloads_purged_at = ?, updated = ? WHERE id = ?`, now, now, j.supplierID); err != nil {
		return err
	}
	return audit.Add(tx, &audit.Entry{
		Actor: audit.Service(), Action: audit.Purge, Collection: "suppliers", Record: j.supplierID, Label: code,
		After: map[string]any{"payloads_purged_at": now, "payloads": j.purged},
	})
}
