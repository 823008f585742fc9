package settingsdb

import (
	"errors"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/writer"
)

// sharedKey is the key of the settings among the values that the jobs of a transaction share.
type sharedKey struct{}

// transactionSettings are the settings of one write transaction.
type transactionSettings struct {
	store    *Store
	snapshot *settings.Snapshot // nil until a job asks
}

// BeginTransaction lets the jobs of tx read the settings by [InTransaction]. A writer
// calls it for each transaction that it begins. It runs no statement.
func (s *Store) BeginTransaction(tx *writer.Tx) {
	tx.Share(sharedKey{}, &transactionSettings{store: s})
}

// InTransaction returns the settings as tx sees them. They cannot change before the
// commit. All jobs of the transaction share one look-up of the revision. The error is of
// the database, or says that the writer was opened without a Store.
func InTransaction(tx *writer.Tx) (*settings.Snapshot, error) {
	shared, ok := tx.Shared(sharedKey{}).(*transactionSettings)
	if !ok {
		return nil, errors.New("settings: the writer was opened without them")
	}
	if shared.snapshot == nil {
		snapshot, err := shared.store.Load(tx)
		if err != nil {
			return nil, err
		}
		shared.snapshot = snapshot
	}
	return shared.snapshot, nil
}
