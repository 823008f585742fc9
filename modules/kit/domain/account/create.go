package account

import (
	"crypto/rand"
	"fmt"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/writer"
)

// maxDraws of a number are made for one account. Each of them is free, or the number of
// all accounts comes near that of all numbers.
const maxDraws = 100

// Create writes the row of a new account, with all that was set, and gives it a number
// that no account has.
func Create(tx *writer.Tx, a *Account, processID, teamID string) error {
	columns := append([]string{"number", "supplier", "process", "team", "external_account_number", "balance"}, a.columns...)
	values := append([]any{"", a.Supplier.ID, processID, teamID, a.ExternalAccountNumber, payload.Text(a.Balance)}, a.values...)
	for range maxDraws {
		a.Number = randomNumber()
		values[0] = a.Number
		if free, err := tx.InsertUnless("number", "accounts", a.ID, columns, values); free || err != nil {
			return err
		}
	}
	return fmt.Errorf("no account number is free after %d tries", maxDraws)
}

// randomNumber is "A-" and 8 characters.
func randomNumber() string {
	var chance [numberDigits]byte
	_, _ = rand.Read(chance[:])
	digits := make([]byte, numberDigits)
	for i, b := range chance {
		digits[i] = b % 32
	}
	number := []byte("A-")
	for _, digit := range append(digits, check(digits)) {
		number = append(number, alphabet[digit])
	}
	return string(number)
}
