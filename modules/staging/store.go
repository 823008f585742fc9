package staging

import (
	"database/sql"
	"errors"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
)

// staging is a payload that becomes the one that counts.
type staging struct {
	creating *imports.Creating
	clientID string
	facts    *account.Facts
	payload  any // as the column holds it, see packed
	sha256   string
}

// write stores the payload as the one that counts.
func (s *staging) write(tx *writer.Tx) (staged imports.Staged, err error) {
	current, err := settingsdb.InTransaction(tx)
	if err != nil {
		return staged, err
	}
	supplier := current.SupplierByID(s.facts.Supplier.ID)
	if supplier == nil {
		return staged, fault.Refused(fault.SupplierNotFound, "import_supplier", account.SupplierNotFoundDetail)
	}
	if err := account.RequireOngoing(supplier, "import_supplier"); err != nil {
		return staged, err
	}
	process, err := imports.FindProcess(tx, supplier.ID, s.facts.ExternalAccountNumber)
	if err != nil {
		return staged, err
	}
	staged.StagingID = database.NewID()
	if process == nil {
		staged.ProcessID, staged.First = database.NewID(), true
	} else {
		staged.ProcessID = process.ID
		if known, err := s.replace(tx, process, staged.StagingID); known || err != nil {
			staged.StagingID = process.StagingID
			return staged, err
		}
	}
	// The event is recorded before the process: it clears the faults of an account that had none.
	err = accountevents.Record(tx, accountevents.Event{
		Name: accountevents.Staged, SupplierID: supplier.ID, ExternalAccountNumber: s.facts.ExternalAccountNumber,
		ClientID: s.clientID, StagingID: staged.StagingID,
	})
	if err != nil {
		return staged, err
	}
	if staged.First {
		const query = `INSERT INTO import_processes (id, created, updated, supplier, external_account_number, state, staging, staged_at)
			VALUES (?, ?, '', ?, ?, 'staged', ?, ?)`
		if _, err := tx.Exec(query, staged.ProcessID, database.ShortTime(tx.Now(), staged.ProcessID), supplier.ID, s.facts.ExternalAccountNumber, staged.StagingID, database.Time(tx.Now())); err != nil {
			return staged, err
		}
		progress.Count(tx, supplier.ID, string(account.Staged), 1)
	}
	const query = `INSERT INTO stagings (id, created, updated, process, sha256, payload) VALUES (?, ?, '', ?, ?, ?)`
	_, err = tx.Exec(query, staged.StagingID, database.ShortTime(tx.Now(), staged.StagingID), staged.ProcessID, s.sha256, s.payload)
	return staged, err
}

// replace makes the staging of an id the one that counts. The same payload again, as a retry
// sends it, changes nothing, unless it was purged: known is true then.
func (s *staging) replace(tx *writer.Tx, process *imports.Process, stagingID string) (known bool, err error) {
	if err := process.CheckStaged(s.facts.ExternalAccountNumber); err != nil {
		return false, err
	}
	if s.creating.Has(process.ID) {
		return false, account.InProgress()
	}
	var before string
	err = tx.QueryRow(`SELECT sha256 FROM stagings WHERE id = ? AND purged_at = ''`, process.StagingID).Scan(&before)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, err
	}
	if before == s.sha256 {
		return true, accountevents.ClearFaults(tx, s.facts.Supplier.ID, s.facts.ExternalAccountNumber)
	}
	_, err = tx.Exec(`UPDATE import_processes SET staging = ?, updated = ? WHERE id = ?`, stagingID, database.Time(tx.Now()), process.ID)
	return false, err
}
