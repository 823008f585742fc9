package processing

import (
	"context"
	"crypto/rand"
	"encoding/json/v2"
	"net/http"
	"time"

	"dataimport/modules/kit/account"
	"dataimport/modules/kit/database"
	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/settings"
	"dataimport/modules/kit/writer"
)

// lease is the right to create one account, until it expires.
type lease struct {
	owner     string
	processID string
	stagingID string
	payload   string
}

// take leases a process and reads the payload that counts.
func (p *processor) take(ctx context.Context, supplier *settings.Supplier, externalAccountNumber string) (*lease, error) {
	l := &lease{owner: rand.Text()}
	err := p.services.Writer.DoIn(ctx, func(tx *writer.Tx) error {
		process, err := account.FindProcess(tx, supplier.ID, externalAccountNumber)
		if err != nil {
			return err
		}
		if process == nil {
			return fault.Refused(fault.ProcessDoesNotExist, "external_account_number", "Nothing was staged for this account: stage its data first.")
		}
		if process.LeaseOwner != l.owner { // else the job is run again after a lost answer
			if err := process.Open(externalAccountNumber, tx.Now()); err != nil {
				return err
			}
			if err := p.withinLimit(tx); err != nil {
				return err
			}
		}
		l.processID, l.stagingID = process.ID, process.StagingID
		until := database.Time(tx.Now().Add(p.services.Config.Lease))
		if _, err := tx.Exec(`UPDATE import_processes SET lease_owner = ?, lease_until = ? WHERE id = ?`, l.owner, until, l.processID); err != nil {
			return err
		}
		return l.read(tx)
	})
	return l, err
}

// read reads the payload that counts, and refuses the process where it was purged.
func (l *lease) read(tx *writer.Tx) error {
	var purged string
	if err := tx.QueryRow(`SELECT payload, purged_at FROM stagings WHERE id = ?`, l.stagingID).Scan(&l.payload, &purged); err != nil {
		return err
	}
	if purged == "" {
		return nil
	}
	return fault.Refused(fault.ProcessDoesNotExist, "external_account_number", "The data that was staged for this account has been removed since: stage it again.")
}

// withinLimit refuses when as many accounts as are allowed are being created.
func (p *processor) withinLimit(tx *writer.Tx) error {
	limit := p.services.Config.ProcessingLimit
	if limit == 0 {
		return nil
	}
	var running int
	const query = `SELECT count(*) FROM import_processes WHERE lease_until <> '' AND lease_until > ?`
	if err := tx.QueryRow(query, database.Time(tx.Now())).Scan(&running); err != nil {
		return err
	}
	if running < limit {
		return nil
	}
	e := fault.New(http.StatusTooManyRequests, fault.ConcurrencyLimitReached, "As many accounts as are allowed at once are being created: send the request again later.")
	e.RetryAfter = time.Second
	return e
}

// failure is what is kept of an attempt that failed.
type failure struct {
	Code   string     `json:"code"`
	Detail string     `json:"detail"`
	Errors fault.List `json:"errors"`
}

// giveUp ends a lease after an attempt that failed, and keeps why. A lease that
// has gone to somebody else stays theirs.
func (p *processor) giveUp(ctx context.Context, l *lease, dryRun bool, why *fault.Error) error {
	kept, err := json.Marshal(failure{why.Code, why.Detail, why.Faults})
	if err != nil {
		return err
	}
	return p.services.Writer.DoIn(ctx, func(tx *writer.Tx) error {
		if dryRun {
			return l.release(tx)
		}
		const query = `UPDATE import_processes SET lease_owner = '', lease_until = '', attempts = attempts + 1,
			last_attempt_at = ?, last_error = ?, updated = ? WHERE id = ? AND lease_owner = ?`
		now := database.Time(tx.Now())
		_, err := tx.Exec(query, now, string(kept), now, l.processID, l.owner)
		return err
	})
}

// release ends a lease and leaves no other trace.
func (l *lease) release(tx *writer.Tx) error {
	_, err := tx.Exec(`UPDATE import_processes SET lease_owner = '', lease_until = '' WHERE id = ? AND lease_owner = ?`, l.processID, l.owner)
	return err
}
