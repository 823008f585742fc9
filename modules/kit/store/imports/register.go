package imports

import (
	"encoding/json/v2"
	"errors"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/store/database"
)

// Register is a set of keys of which each belongs to one account of a supplier. The
// module that stores the keys declares it.
type Register struct {
	Name string // by which claims name it
	// Holders is a query for the other accounts that hold some keys. Its parameters are
	// the supplier's id, the external account number of the account that claims the keys,
	// and the keys as a JSON array of arrays of text. Each row has the index of a key and
	// the external account number of another account of the supplier that holds it, NULL
	// where there is none, in the order of the indexes.
	Holders string
}

// AddClaimFaults adds the fault of each claim whose key another account holds. It takes
// one statement for each register with claims.
func AddClaimFaults(q database.Querier, registers []Register, f *account.Facts, claims []account.Claim) error {
	claimed := make(map[string][]*account.Claim)
	for i := range claims {
		claimed[claims[i].Register] = append(claimed[claims[i].Register], &claims[i])
	}
	known := 0
	for i := range registers {
		some := claimed[registers[i].Name]
		if len(some) == 0 {
			continue
		}
		known++
		if err := registers[i].addFaults(q, f, some); err != nil {
			return err
		}
	}
	if known < len(claimed) {
		return errors.New("imports: an account claims keys of a register that no module declares")
	}
	return nil
}

// addFaults looks up which of the claimed keys other accounts hold, with one seek in an
// index for each key.
func (r *Register) addFaults(q database.Querier, f *account.Facts, claims []*account.Claim) error {
	keys := make([][]string, len(claims))
	for i, claim := range claims {
		keys[i] = claim.Key
	}
	encoded, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	return database.EachRow(q, func(row database.Row) error {
		var key int
		var holder *string
		if err := row.Scan(&key, &holder); err != nil {
			return err
		}
		if holder != nil {
			claims[key].AddFault(*holder)
		}
		return nil
	}, r.Holders, f.Supplier.ID, f.ExternalAccountNumber, string(encoded))
}
