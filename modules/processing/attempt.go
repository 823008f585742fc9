package processing

import (
	"database/sql"
	"encoding/json/v2"
	"errors"
	"log/slog"
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/writer"
)

// attempt is one try to create the account of a process from the payload that counts.
type attempt struct {
	processID string
	stagingID string
	payload   string
}

const (
	nothingStaged = "Nothing was staged for this account: stage its data first."
	dataRemoved   = "The data that was staged for this account has been removed since: stage it again."
)

func doesNotExist(detail string) error {
	return fault.Refused(fault.ProcessDoesNotExist, "external_account_number", detail)
}

// begin reads the payload that counts, of a process that can be processed now. It ends
// with the request.
func (p *processor) begin(supplier *settings.Supplier, externalAccountNumber string) (*attempt, error) {
	process, err := imports.FindProcess(p.runtime.Reader, supplier.ID, externalAccountNumber)
	if err != nil {
		return nil, err
	}
	if process == nil {
		return nil, doesNotExist(nothingStaged)
	}
	if err := process.CheckStaged(externalAccountNumber); err != nil {
		return nil, err
	}
	a := &attempt{processID: process.ID, stagingID: process.StagingID}
	var purged string
	if err := p.runtime.Reader.QueryRow(`SELECT unpacked(payload), purged_at FROM stagings WHERE id = ?`, a.stagingID).Scan(&a.payload, &purged); err != nil {
		return nil, err
	}
	if purged != "" {
		return nil, doesNotExist(dataRemoved)
	}
	return a, p.runtime.Creating.Begin(process.ID, p.runtime.Config.ProcessingLimit)
}

// checkStillOpen returns why the account cannot be created from the payload any more. It
// runs inside the write, so no other request can change that. done is true where this
// attempt has created the account already, and only the answer was lost.
func checkStillOpen(tx *writer.Tx, from imports.Staged, to *account.Account) (done bool, err error) {
	const query = `SELECT p.state, p.staging, p.account, p.service_account_number, COALESCE(s.purged_at, '')
		FROM import_processes p LEFT JOIN stagings s ON s.id = p.staging WHERE p.id = ?`
	var p imports.Process
	var purged string
	err = tx.QueryRow(query, from.ProcessID).Scan(&p.State, &p.StagingID, &p.AccountID, &p.AccountNumber, &purged)
	if errors.Is(err, sql.ErrNoRows) {
		return false, doesNotExist(nothingStaged)
	}
	if err != nil {
		return false, err
	}
	if p.State == account.Imported && p.AccountID == to.ID {
		to.Number = p.AccountNumber
		return true, nil
	}
	if err := p.CheckStaged(to.ExternalAccountNumber); err != nil {
		return false, err
	}
	if purged != "" {
		return false, doesNotExist(dataRemoved)
	}
	if p.StagingID != from.StagingID {
		return false, fault.Refused(fault.ProcessInProgress, "external_account_number", "The account's data changed while it was being created: send the request again.")
	}
	return false, nil
}

// failure is the record of a failed attempt that is stored with its process.
type failure struct {
	Code   string     `json:"code"`
	Detail string     `json:"detail"`
	Errors fault.List `json:"errors"`
}

// recordFailure stores why an attempt failed: with its process, unless that is no longer
// staged or has another payload, and as an event of the account.
func (p *processor) recordFailure(c *endpoint.Call, a *attempt, err error) {
	event, isEvent := c.Answer(accountevents.ProcessStep, err).Event()
	event.ID = database.NewID()
	why := endpoint.KnownError(err)
	if why == nil {
		why = fault.New(http.StatusInternalServerError, fault.InternalError, "Something went wrong on our side.")
	}
	kept, err := json.Marshal(failure{why.Code, why.Detail, why.Faults})
	if err == nil {
		err = p.runtime.Writer.DoTraced(c.Request.Context(), func(tx *writer.Tx) error {
			if done, err := accountevents.IsRecorded(tx, event.ID); err != nil || done {
				return err
			}
			const query = `UPDATE import_processes SET attempts = attempts + 1, last_attempt_at = ?, last_error = ?, updated = ?
				WHERE id = ? AND state = 'staged' AND staging = ?`
			now := database.Time(tx.Now())
			if _, err := tx.Exec(query, now, string(kept), now, a.processID, a.stagingID); err != nil || !isEvent {
				return err
			}
			return accountevents.Record(tx, event)
		})
	}
	if err != nil {
		p.runtime.Log().Error("why an attempt failed could not be kept", slog.String("process", a.processID), slog.Any("error", err))
		return
	}
	c.Recorded = true
}
