package imports

import (
	"fmt"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/writer"
)

// maxDraws is how many numbers are drawn for one account. Each of them is free, unless
// there are nearly as many accounts as numbers.
const maxDraws = 100

// CreateAccountRow writes the row of a new account, with the columns that its sections
// have set, and gives the account a number that no other account has.
func CreateAccountRow(tx *writer.Tx, a *account.Account, processID, teamID string) error {
	columns := append([]string{"number", "supplier", "process", "team", "external_account_number", "balance"}, a.Columns...)
	values := append([]any{"", a.Supplier.ID, processID, teamID, a.ExternalAccountNumber, payload.Text(a.Balance)}, a.Values...)
	for range maxDraws {
		a.Number = account.RandomNumber()
		values[0] = a.Number
		if free, err := tx.InsertIfAbsent("number", "accounts", a.ID, columns, values); free || err != nil {
			return err
		}
	}
	return fmt.Errorf("no account number is free after %d tries", maxDraws)
}
