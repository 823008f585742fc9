package accounts

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// customersFigure is the path of the number of customers.
const customersFigure = "customers"

// newFigures returns how the customers of an account are reconciled.
func newFigures() *module.Figures {
	return module.NewFigures([]figures.Figure{figures.Count(customersFigure, "Customers")}, countStored, func() *sentCustomers { return &sentCustomers{} })
}

func countStored(q database.Querier, accounts string, of func(string) *figures.Tally) error {
	return database.EachRow(q, func(row database.Row) error {
		var id string
		n := 0
		err := row.Scan(&id, &n)
		of(id).Count(customersFigure, n)
		return err
	}, `SELECT account, count(*) FROM customers WHERE account IN (SELECT value FROM json_each(?)) GROUP BY account`, accounts)
}

// sentCustomers are the customers of an account, as a book says.
type sentCustomers struct{ n int }

// countedCustomers are the customers of an account, which are not read further.
type countedCustomers struct {
	Customers []jsontext.Value `json:"customers,omitzero"`
}

// AddAccount takes the customers of the account.
func (s *sentCustomers) AddAccount(part *countedCustomers) { s.n += len(part.Customers) }

// AddData takes nothing: customers come with their account alone.
func (s *sentCustomers) AddData(*struct{}) {}

// Tally adds the number of customers.
func (s *sentCustomers) Tally(t *figures.Tally) { t.Count(customersFigure, s.n) }
