package accountevents

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
)

// The progress counters of accounts that have faults: of all such accounts, and of each
// code.
const (
	RefusedCounter = "refused"
	FaultCounter   = "fault:" // prefix; the code follows
)

// ClearFaults removes the account's current faults: its data was checked and has none. It
// reads first: most accounts have no faults, and a DELETE of no rows is slower than a SELECT.
func ClearFaults(tx *writer.Tx, supplierID, externalAccountNumber string) error {
	const here = ` FROM current_faults WHERE supplier = ? AND external_account_number = ?`
	codes, err := database.ReadTexts(tx, `SELECT code`+here, supplierID, externalAccountNumber)
	if err != nil || len(codes) == 0 {
		return err
	}
	for _, code := range codes {
		progress.Count(tx, supplierID, FaultCounter+code, -1)
	}
	progress.Count(tx, supplierID, RefusedCounter, -1)
	_, err = tx.Exec(`DELETE`+here, supplierID, externalAccountNumber)
	return err
}

// replaceFaults makes the faults of a refusal the account's current faults, unless the
// account is imported, or was accepted between the refusal and its recording.
func (e *Event) replaceFaults(tx *writer.Tx) error {
	codes := e.codes()
	if len(codes) == 0 {
		return nil
	}
	const query = `SELECT EXISTS (SELECT 1 FROM account_events WHERE supplier = ?1 AND external_account_number = ?2
			AND created > ?3 AND event IN ('account.validated', 'account.staged', 'account.imported'))
		OR EXISTS (SELECT 1 FROM import_processes WHERE supplier = ?1 AND external_account_number = ?2 AND state = 'imported')`
	var outdated bool
	if err := tx.QueryRow(query, e.SupplierID, e.ExternalAccountNumber, database.Time(e.At)).Scan(&outdated); err != nil || outdated {
		return err
	}
	if err := ClearFaults(tx, e.SupplierID, e.ExternalAccountNumber); err != nil {
		return err
	}
	for _, code := range codes {
		progress.Count(tx, e.SupplierID, FaultCounter+code, 1)
	}
	progress.Count(tx, e.SupplierID, RefusedCounter, 1)
	return tx.Insert("current_faults", []string{"supplier", "external_account_number", "code"}, len(codes), func(i int) []any {
		return []any{e.SupplierID, e.ExternalAccountNumber, codes[i]}
	})
}

// codes returns the codes of the account's own faults, each once. A refusal for another
// reason, such as an operator's decision or a concurrent request, has no such faults.
func (e *Event) codes() []string {
	switch e.Code {
	case fault.AccountFailedValidation:
	case fault.InternalError:
		return []string{e.Code}
	default:
		return nil
	}
	var codes []string
	known := make(map[string]bool)
	for _, f := range e.Faults {
		if !known[f.Code] {
			known[f.Code] = true
			codes = append(codes, f.Code)
		}
	}
	return codes
}
