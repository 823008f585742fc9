package main

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"time"

	"dataimport/e2e/book"
)

// newEnergyAccounts makes different accounts of a supplier whose market is gb-energy: core accounts
// with supply addresses.
func newEnergyAccounts(supplier string, n int) ([]template, error) {
	made := make([]template, n)
	for i := range made {
		var account map[string]jsontext.Value
		if err := json.Unmarshal(book.Account(uint64(i+1), supplier, time.Now().UTC()), &account); err != nil {
			return nil, err
		}
		number := fmt.Sprintf("EXT-%08d", i+1)
		book.AddSupply(account, number[4:])
		delete(account, "historical_statement_transactions") // so that the two kinds of account have about the same size
		text, err := json.Marshal(account, json.Deterministic(true))
		if err != nil {
			return nil, err
		}
		made[i] = newTemplate(text, number)
	}
	return made, nil
}
