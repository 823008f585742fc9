package imports

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/store/writer"
)

// PreparedStaging is an account that was decoded and checked, and that only the write can
// still refuse.
type PreparedStaging struct {
	Account *account.Payload // as it was read
	// Write stores the payload as the one that counts. It is nil where the account has faults.
	Write func(tx *writer.Tx) (Staged, error)
}

// Staged is a payload that counts.
type Staged struct {
	ProcessID, StagingID string
	First                bool // whether it is the first of its account
}

// PreparedCreation is an account with all of its rows, ready to be written.
type PreparedCreation struct {
	Account *account.Account
	// Write creates the account from the payload that counts.
	Write func(tx *writer.Tx, from Staged) error
}
