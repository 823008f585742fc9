package account

import (
	"database/sql"
	"errors"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// State of an import process.
type State string

// The states of an import process.
const (
	Staged   State = "staged"
	Imported State = "imported"
	Skipped  State = "skipped"
)

// Process is one account's import: the row of (supplier, external account number).
type Process struct {
	ID               string
	State            State
	StagingID        string // of the payload that counts
	AccountID        string
	AccountNumber    string
	AccountCreatedAt time.Time
}

// FindProcess reads the process of an account; nil where nothing was staged.
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

// Find is the imported account of an external account number; nil where it is not
// imported.
func Find(q database.Querier, supplier *settings.Supplier, externalAccountNumber string) (*Account, error) {
	p, err := FindProcess(q, supplier.ID, externalAccountNumber)
	if err != nil || p == nil || p.State != Imported {
		return nil, err
	}
	return &Account{
		ID: p.AccountID, Number: p.AccountNumber, ExternalAccountNumber: externalAccountNumber,
		Supplier: supplier, CreatedAt: p.AccountCreatedAt,
	}, nil
}

// Open says why p cannot be staged or processed; nil where it can.
func (p *Process) Open(externalAccountNumber string) error {
	const attr = "external_account_number"
	switch {
	case p.State == Imported:
		return alreadyImported(externalAccountNumber, p.AccountNumber)
	case p.State == Skipped:
		return fault.Refused(fault.AccountMarkedAsSkipped, attr, "An operator has marked this account to be skipped: ask them if it should be imported after all.")
	}
	return nil
}

// importedBody adds the account's numbers to the error, as the contract asks.
type importedBody struct {
	Detail                string     `json:"detail"`
	Code                  string     `json:"code"`
	Errors                fault.List `json:"errors"`
	ExternalAccountNumber string     `json:"external_account_number"`
	ServiceAccountNumber  string     `json:"service_account_number"`
}

func alreadyImported(externalAccountNumber, number string) error {
	e := fault.Refused(fault.AccountAlreadyImported, "external_account_number", "This account is imported already, as "+number+": there is nothing left to do.")
	e.Body = importedBody{e.Detail, e.Code, e.Faults, externalAccountNumber, number}
	return e
}

// Ongoing says why supplier takes no accounts or data now; nil where it does. The
// attr is where the request named it.
func Ongoing(supplier *settings.Supplier, attr string) error {
	if supplier.Status == settings.Ongoing {
		return nil
	}
	return fault.Refused(fault.SupplierNotOngoing, attr, NotOngoingDetail(supplier))
}

// NotOngoingDetail is the sentence for a supplier that is paused or complete.
func NotOngoingDetail(supplier *settings.Supplier) string {
	if supplier.Status == settings.Paused {
		return "The migration of this import supplier is paused: send the request again when the operator has resumed it."
	}
	return "The migration of this import supplier is complete: nothing more is taken. Ask the operator if that is wrong."
}
