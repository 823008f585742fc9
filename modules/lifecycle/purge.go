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
	// purgeEvery so often it is looked whether a supplier's payloads are due.
	purgeEvery = time.Minute
	// purgeAtOnce accounts lose theirs in one job: others wait for it.
	purgeAtOnce = 50
)

// purger removes what was sent for accounts of suppliers that have been Complete for
// as long as they ask. What was imported of it stays, and so do the checksums.
type purger struct{ runtime *module.Runtime }

func (p *purger) run(ctx context.Context) {
	tick := time.NewTicker(purgeEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if err := p.purge(ctx, now); err != nil {
				p.runtime.Log().Warn("payloads that are due could not be removed; it is tried again", slog.Any("error", err))
			}
		}
	}
}

// purge does what is due at a moment.
func (p *purger) purge(ctx context.Context, now time.Time) error {
	due, err := p.due(now)
	if err != nil {
		return err
	}
	for _, supplierID := range due {
		if err := p.supplier(ctx, supplierID, now); err != nil {
			return err
		}
	}
	return nil
}

// isDue holds of a supplier at the moment that is its parameter.
const isDue = `status = 'Complete' AND completed_at <> '' AND payloads_purged_at = '' AND purge_payloads_after_days > 0
	AND strftime('%Y-%m-%d %H:%M:%fZ', completed_at, '+' || purge_payloads_after_days || ' days') <= ?`

func (p *purger) due(now time.Time) ([]string, error) {
	rows, err := p.runtime.Reader.Query(`SELECT id FROM suppliers WHERE `+isDue, database.Time(now))
	if err != nil {
		return nil, err
	}
	return texts(rows)
}

// supplier removes the payloads of one supplier, some accounts at a time. It ends
// where an operator changes their mind.
func (p *purger) supplier(ctx context.Context, supplierID string, now time.Time) error {
	purged := 0
	for after := ""; ; {
		job := purgeJob{tables: p.runtime.Tables(), supplierID: supplierID, after: after, purged: purged, now: now}
		if err := p.runtime.Writer.Do(job.write); err != nil || job.ended {
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
	purged            int // payloads, until now
	now               time.Time
	ended             bool
}

func (j *purgeJob) write(tx *writer.Tx) error {
	step := *j // the job may be run again
	rows, err := tx.Query(`SELECT code FROM suppliers WHERE id = ? AND `+isDue, step.supplierID, database.Time(step.now))
	if err != nil {
		return err
	}
	due, err := texts(rows)
	if err != nil || len(due) == 0 {
		j.ended = true
		return err
	}
	processes, err := step.next(tx)
	if err != nil {
		return err
	}
	for _, process := range processes {
		if err := step.empty(tx, process); err != nil {
			return err
		}
	}
	if len(processes) < purgeAtOnce {
		step.ended = true
		if err := step.finish(tx, due[0]); err != nil {
			return err
		}
	}
	tx.AfterCommit(func() { *j = step })
	return nil
}

func (j *purgeJob) next(tx *writer.Tx) (processes []string, err error) {
	const query = `SELECT id, external_account_number FROM import_processes WHERE supplier = ? AND external_account_number > ?
		ORDER BY external_account_number LIMIT ?`
	rows, err := tx.Query(query, j.supplierID, j.after, purgeAtOnce)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var process string
		if err := rows.Scan(&process, &j.after); err != nil {
			return nil, err
		}
		processes = append(processes, process)
	}
	return processes, rows.Err()
}

// empty removes what was sent for the account of a process, and counts it.
func (j *purgeJob) empty(tx *writer.Tx, process string) error {
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

// finish keeps that the supplier's payloads are gone.
func (j *purgeJob) finish(tx *writer.Tx, code string) error {
	now := database.Time(tx.Now())
	if _, err := tx.Exec(`UPDATE suppliers SET payloads_purged_at = ?, updated = ? WHERE id = ?`, now, now, j.supplierID); err != nil {
		return err
	}
	return audit.Add(tx, &audit.Entry{
		Actor: audit.Service(), Action: audit.Purge, Collection: "suppliers", Record: j.supplierID, Label: code,
		After: map[string]any{"payloads_purged_at": now, "payloads": j.purged},
	})
}
