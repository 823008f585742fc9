package accounts

import (
	"encoding/json/v2"
	"slices"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/database"
)

// Which other account (not that of ?2) of a supplier (?1) holds each of some keys
// (?3, a JSON array).
const (
	heldReferences = `SELECT k.key, (SELECT a.external_account_number FROM account_references r JOIN accounts a ON a.id = r.account
			WHERE r.supplier = ?1 AND r.namespace = json_extract(k.value, '$[0]') AND r.value = json_extract(k.value, '$[1]')
			AND a.external_account_number <> ?2 LIMIT 1)
		FROM json_each(?3) k ORDER BY k.key`
	heldCAIS = `SELECT k.key, (SELECT a.external_account_number FROM debts d JOIN accounts a ON a.id = d.account
			WHERE d.supplier = ?1 AND d.cais_reference = k.value AND d.cais_reference <> ''
			AND a.external_account_number <> ?2 LIMIT 1)
		FROM json_each(?3) k ORDER BY k.key`
)

// stored applies the rules about other accounts of the supplier. Of those that
// belong to other suppliers nobody is told that they are there.
func stored(c *Core, f *account.Facts, q database.Querier, at *fault.At) error {
	if err := referenceOfAnother(c.References, f, q, at); err != nil {
		return err
	}
	return caisReferenceAlreadyInUseOnAnotherAccount(c.Debts, f, q, at)
}

// referenceOfAnother: a reference of a namespace that the supplier has set to be
// unique is held by one account. In others, such as that of a campaign, many
// accounts may have the same.
func referenceOfAnother(references []Reference, f *account.Facts, q database.Querier, at *fault.At) error {
	if len(f.Supplier.UniqueReferences) == 0 {
		return nil
	}
	var keys [][2]string
	var where []int
	for i, r := range references {
		if r.Value != "" && slices.Contains(f.Supplier.UniqueReferences, r.Namespace) {
			keys, where = append(keys, [2]string{r.Namespace, r.Value}), append(where, i)
		}
	}
	list := at.Field("references")
	return eachHeld(q, heldReferences, f, keys, func(key int, holder string) {
		place := list.Index(where[key])
		if place.CleanAt("value") {
			place.AddAt("value", "reference_already_exists", references[where[key]].shown()+" is held by "+holder+": in this namespace each account has its own.")
		}
	})
}

// caisReferenceAlreadyInUseOnAnotherAccount: a reference in the credit register is
// of one account's debt.
func caisReferenceAlreadyInUseOnAnotherAccount(debts []Debt, f *account.Facts, q database.Querier, at *fault.At) error {
	var keys []string
	var where []int
	for i := range debts {
		if debts[i].CAISReference != "" {
			keys, where = append(keys, debts[i].CAISReference), append(where, i)
		}
	}
	list := at.Field("debts")
	return eachHeld(q, heldCAIS, f, keys, func(key int, holder string) {
		place := list.Index(where[key])
		place.AddAt("cais_reference", "cais_reference_already_in_use_on_another_account",
			"This cais_reference is in use on "+holder+": each debt in the credit register has its own.")
	})
}

// eachHeld asks, in one statement, which of the keys other accounts of the supplier
// hold: one seek in an index for each. Where there are no keys nothing is asked.
func eachHeld[K any](q database.Querier, query string, f *account.Facts, keys []K, held func(key int, holder string)) error {
	if len(keys) == 0 {
		return nil
	}
	encoded, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	rows, err := q.Query(query, f.Supplier.ID, f.ExternalAccountNumber, string(encoded))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key int
		var number *string
		if err := rows.Scan(&key, &number); err != nil {
			return err
		}
		if number != nil {
			held(key, "the account "+fault.Shown(*number)+" of this supplier")
		}
	}
	return rows.Err()
}
