package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The ledgers of accounts and the transactions on them. A transaction_id may occur twice,
// because a client may ask for a transaction to be added again.
func init() {
	migrations.Register(func(app core.App) error {
		if err := createLedgers(app); err != nil {
			return err
		}
		return createTransactions(app)
	}, func(app core.App) error {
		return drop(app, "ledgers", "transactions")
	})
}

func createLedgers(app core.App) error {
	account, err := relation(app, "account", "accounts", true)
	if err != nil {
		return err
	}
	return create(app, "ledgers", append([]core.Field{
		account,
		text("identifiers", longText),
	}, texts("code", "identifier", "balance", "last_statement_balance", "last_statement_closing_date", "last_statement_issue_date")...),
		`CREATE INDEX ledgers_account ON ledgers (account)`)
}

func createTransactions(app core.App) error {
	account, err := relation(app, "account", "accounts", true)
	if err != nil {
		return err
	}
	ledger, err := relation(app, "ledger", "ledgers", true)
	if err != nil {
		return err
	}
	return create(app, "transactions", append([]core.Field{
		account,
		ledger,
		choice("period", true, "historical", "current"),
		text("display_note", longText),
		text("note", longText),
		text("line_items", longText),
		text("tax_items", longText),
		text("description", 2000),
	}, texts("transaction_id", "transaction_date", "amount", "type", "reason", "payment_type", "reference", "product_code",
		"supply_point_identifier", "billing_document_identifier", "to_prepay_meter_serial_number")...),
		`CREATE INDEX transactions_identity ON transactions (account, transaction_id)`)
}
