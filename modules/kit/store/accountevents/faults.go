package accountevents

import (
	"database/sql"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
)

// The counters of accounts with faults: of all such accounts, and of those with each
// code.
const (
	RefusedCounter = "refused"
	FaultCounter   = "fault:" // the code follows
)

// Clear removes the account's faults, because its data was found valid.
func Clear(tx *writer.Tx, supplierID, externalAccountNumber string) error {
	codes, err := removeFaults(tx, supplierID, externalAccountNumber)
	for _, code := range codes {
		progress.Count(tx, supplierID, FaultCounter+code, -1)
	}
	if len(codes) > 0 {
		progress.Count(tx, supplierID, RefusedCounter, -1)
	}
	return err
}

// removeFaults deletes the account's faults and returns their codes. It reads them first,
// because most accounts have none, and a deletion without rows is expensive.
func removeFaults(tx *writer.Tx, supplierID, externalAccountNumber string) (codes []string, err error) {
	const here = ` FROM current_faults WHERE supplier = ? AND external_account_number = ?`
	err = database.Each(tx, `SELECT code`+here, []any{supplierID, externalAccountNumber}, func(rows *sql.Rows) error {
		var code string
		err := rows.Scan(&code)
		codes = append(codes, code)
		return err
	})
	if err != nil || len(codes) == 0 {
		return nil, err
	}
	_, err = tx.Exec(`DELETE`+here, supplierID, externalAccountNumber)
	return codes, err
}

// replaceFaults replaces the account's faults by those of a refusal. It does nothing if
// the account is imported, or if newer data was found valid before this event was
// recorded.
func (e *Event) replaceFaults(tx *writer.Tx) error {
	codes := e.codes()
	if len(codes) == 0 {
		return nil
	}
	const query = `SELECT EXISTS (SELECT 1 FROM account_events WHERE supplier = ?1 AND external_account_number = ?2
			AND created > ?3 AND event IN ('account.validated', 'account.staged', 'account.imported'))
		OR EXISTS (SELECT 1 FROM import_processes WHERE supplier = ?1 AND external_account_number = ?2 AND state = 'imported')`
	var over bool
	if err := tx.QueryRow(query, e.SupplierID, e.ExternalAccountNumber, database.Time(e.At)).Scan(&over); err != nil || over {
		return err
	}
	if err := Clear(tx, e.SupplierID, e.ExternalAccountNumber); err != nil {
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
// reason, such as an operator's decision or a second request, is no fault of the account.
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
