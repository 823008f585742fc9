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
	errNoProcess   = module.Refused(http.StatusNotFound, "There is no such account: nothing is stored under this number.")
	errNotImported = module.Refused(http.StatusConflict, "This account is not imported: there is nothing to take back.")
)

// accountKey identifies an account by its supplier and its number.
type accountKey struct{ supplierID, number string }

// findAccountKey finds the account of a process. The error is errNoProcess where there is none.
func findAccountKey(q database.Querier, processID string) (s accountKey, err error) {
	err = q.QueryRow(`SELECT supplier, external_account_number FROM import_processes WHERE id = ?`, processID).Scan(&s.supplierID, &s.number)
	if errors.Is(err, sql.ErrNoRows) {
		return s, errNoProcess
	}
	return s, err
}

// findSupplier finds the supplier of a code. The error is a *module.Refusal where there is none.
func findSupplier(store *settingsdb.Store, code string) (*settings.Supplier, error) {
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

// newIdentity returns the key together with the ids of the process.
func (s accountKey) newIdentity(p *imports.Process) module.Identity {
	return module.Identity{SupplierID: s.supplierID, ExternalAccountNumber: s.number, ProcessID: p.ID, AccountID: p.AccountID}
}

// findProcess finds the account's process. The error is errNoProcess where there is none.
func (s accountKey) findProcess(q database.Querier) (*imports.Process, error) {
	p, err := imports.FindProcess(q, s.supplierID, s.number)
	switch {
	case err != nil:
		return nil, err
	case p == nil:
		return nil, errNoProcess
	}
	return p, nil
}

// findTraces finds what is stored about the account. A number that has only refusals, or events that
// wait for their receivers, has no process: the ids are empty then. The error is errNoProcess where
// nothing is stored.
func (s accountKey) findTraces(q database.Querier, tables module.Tables) (*imports.Process, error) {
	p, err := imports.FindProcess(q, s.supplierID, s.number)
	if err != nil || p != nil {
		return p, err
	}
	all := tables.OfAccounts()
	for i := range all {
		if !all[i].Key.Number {
			continue
		}
		where, args := all[i].Condition(s.newIdentity(&imports.Process{}))
		var found bool
		if err := q.QueryRow(`SELECT EXISTS (SELECT 1 FROM `+all[i].Name+` WHERE `+where+`)`, args...).Scan(&found); err != nil {
			return nil, err
		}
		if found {
			return &imports.Process{}, nil
		}
	}
	return nil, errNoProcess
}

// findImported finds the account's process. The error is a *module.Refusal where the account cannot
// be taken back.
func (s accountKey) findImported(q database.Querier, current *settings.Snapshot) (*imports.Process, error) {
	supplier := current.SupplierByID(s.supplierID)
	if supplier == nil {
		return nil, errNoProcess
	}
	if err := checkOngoing(supplier); err != nil {
		return nil, err
	}
	p, err := s.findProcess(q)
	if err == nil && p.State != account.Imported {
		return nil, errNotImported
	}
	return p, err
}

func checkOngoing(supplier *settings.Supplier) error {
	if supplier.Status == settings.Ongoing {
		return nil
	}
	return module.Refused(http.StatusConflict, "The migration of this supplier is "+string(supplier.Status)+": accounts are taken back only while it is Ongoing.")
}
