// Package imports is what the database keeps of imports: the process of each account,
// the accounts' own rows with their numbers, and which accounts are being created. It
// also reads an account against what the database and the document store hold.
//
// The rows of a section are not here: the modules write those through
// [account.RowWriter] and the writer.
package imports

import (
	"database/sql"
	"errors"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// Process is the import of one account: the row of a supplier and an external account
// number in import_processes.
type Process struct {
	ID               string
	State            account.State
	StagingID        string // of the payload that was staged last
	AccountID        string // empty until the account is imported, as are the next two
	AccountNumber    string
	AccountCreatedAt time.Time
}

// FindProcess reads the process of an account. It is nil where nothing was staged.
func FindProcess(q database.Querier, supplierID, externalAccountNumber string) (*Process, error) {
	const query = `SELECT id, state, staging, account, service_account_number, account_created_at
		FROM import_processes WHERE supplier = ? AND external_account_number = ?`
	var p Process
	var created string
	err := q.QueryRow(query, supplierID, externalAccountNumber).Scan(&p.ID, &p.State, &p.StagingID, &p.AccountID, &p.AccountNumber, &created)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	p.AccountCreatedAt = database.ParseTime(created)
	return &p, err
}

// FindImportedAccount finds the account of a supplier with an external account number.
// It is nil where the account is not imported.
func FindImportedAccount(q database.Querier, supplier *settings.Supplier, externalAccountNumber string) (*account.Account, error) {
	p, err := FindProcess(q, supplier.ID, externalAccountNumber)
	if err != nil || p == nil || p.State != account.Imported {
		return nil, err
	}
	return &account.Account{
		ID: p.AccountID, Number: p.AccountNumber, ExternalAccountNumber: externalAccountNumber,
		Supplier: supplier, CreatedAt: p.AccountCreatedAt,
	}, nil
}

// CheckStaged refuses a process that cannot be staged or processed: one whose account is
// imported, or that an operator has marked as skipped. The error is a *[fault.Error].
func (p *Process) CheckStaged(externalAccountNumber string) error {
	switch p.State {
	case account.Imported:
		return account.AlreadyImported(externalAccountNumber, p.AccountNumber)
	case account.Skipped:
		return account.MarkedAsSkipped()
	}
	return nil
}
