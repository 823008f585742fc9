package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The payment instructions of accounts. Brand, last four digits, expiry and vendor status
// come from the vendor's answer.
func init() {
	migrations.Register(func(app core.App) error {
		account, err := relation(app, "account", "accounts", true)
		if err != nil {
			return err
		}
		return create(app, "payment_instructions", append([]core.Field{
			account,
			choice("status", true, "active"),
			boolean("use_for_scheduled_payments"),
		}, texts("vendor", "reference", "type", "valid_from", "customer_reference", "instruction_identifier", "ledger_code",
			"brand", "last_four", "expiry", "vendor_status")...),
			`CREATE INDEX payment_instructions_account ON payment_instructions (account)`)
	}, func(app core.App) error {
		return drop(app, "payment_instructions")
	})
}
