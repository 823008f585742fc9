package lifecycle

import (
	"database/sql"
	"errors"
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/settingsdb"
)

var (
	errNoProcess   = module.Refused(http.StatusNotFound, "There is no such account: nothing was staged under this number.")
	errNotImported = module.Refused(http.StatusConflict, "This account is not imported: there is nothing to take back.")
)

// subject is the account that somebody names.
type subject struct{ supplierID, number string }

// byID finds the subject of a process.
func byID(q database.Querier, processID string) (s subject, err error) {
	err = q.QueryRow(`SELECT supplier, external_account_number FROM import_processes WHERE id = ?`, processID).Scan(&s.supplierID, &s.number)
	if errors.Is(err, sql.ErrNoRows) {
		return s, errNoProcess
	}
	return s, err
}

// supplierOf is the supplier of a code.
func supplierOf(store *settingsdb.Store, code string) (*settings.Supplier, error) {
	current, err := store.Current()
	if err != nil {
		return nil, err
	}
	supplier := current.Supplier(code)
	if supplier == nil {
		return nil, module.Refused(http.StatusNotFound, "There is no supplier of this code.")
	}
	return supplier, nil
}

// identity is the subject with the ids of its process.
func (s subject) identity(p *imports.Process) module.Identity {
	return module.Identity{SupplierID: s.supplierID, ExternalAccountNumber: s.number, ProcessID: p.ID, AccountID: p.AccountID}
}

// find is the subject's process.
func (s subject) find(q database.Querier) (*imports.Process, error) {
	p, err := imports.FindProcess(q, s.supplierID, s.number)
	switch {
	case err != nil:
		return nil, err
	case p == nil:
		return nil, errNoProcess
	}
	return p, nil
}

// imported is the subject's process where its account can be taken back.
func (s subject) imported(q database.Querier, current *settings.Snapshot) (*imports.Process, error) {
	supplier := current.SupplierByID(s.supplierID)
	if supplier == nil {
		return nil, errNoProcess
	}
	if err := ongoing(supplier); err != nil {
		return nil, err
	}
	p, err := s.find(q)
	if err == nil && p.State != account.Imported {
		return nil, errNotImported
	}
	return p, err
}

func ongoing(supplier *settings.Supplier) error {
	if supplier.Status == settings.Ongoing {
		return nil
	}
	return module.Refused(http.StatusConflict, "The migration of this supplier is "+string(supplier.Status)+": accounts are taken back only while it is Ongoing.")
}
