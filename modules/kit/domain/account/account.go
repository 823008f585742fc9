package account

import (
	"dataimport/modules/kit/domain/document"
	"time"

	"dataimport/modules/kit/domain/settings"

	"github.com/shopspring/decimal"
)

// Account is an account that is imported, or is being created.
type Account struct {
	ID                    string // of its row
	Number                string // service_account_number
	ExternalAccountNumber string
	Supplier              *settings.Supplier
	CreatedAt             time.Time
	// Documents are the documents that the data names, by their paths. It is nil where
	// they were not verified.
	Documents map[string]document.Info

	// Balance, Columns and Values are what the sections say of the row of an account
	// that is being created. A positive balance is credit.
	Balance decimal.Decimal
	Columns []string
	Values  []any
}

// SetColumns sets columns of the account's row. A column is set once.
func (a *Account) SetColumns(columns []string, values ...any) {
	a.Columns = append(a.Columns, columns...)
	a.Values = append(a.Values, values...)
}
