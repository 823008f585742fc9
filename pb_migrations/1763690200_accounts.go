package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The created accounts. Decimals and dates are text. An empty decimal or date is unknown.
// Columns of longText hold JSON, as the payload has it.
func init() {
	migrations.Register(createAccounts, func(app core.App) error {
		return drop(app, "accounts")
	})
}

func createAccounts(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	team, err := relation(app, "team", "teams", true)
	if err != nil {
		return err
	}
	fields := []core.Field{
		supplier,
		text("process", 15),
		team,
		&core.TextField{Name: "number", Required: true, Max: 16, Presentable: true},
		&core.TextField{Name: "external_account_number", Required: true, Max: 128, Presentable: true},
		&core.TextField{Name: "balance", Max: 32, Help: "Credit is positive."},
		boolean("unknown_occupier"),
	}
	fields = append(fields, texts(
		"account_type", "billing_name", "billing_sub_name", "billing_attention_of", "billing_customer_reference", "billing_email",
		"communication_preference", "document_accessibility", "language_preference", "sales_channel", "sales_subchannel",
		"date_of_sale", "last_billed_to_date", "last_payment_review_date", "next_bill_due_date", "company_name", "company_number",
	)...)
	for _, name := range []string{"business", "portfolio", "billing_options", "dunning_path", "campaigns", "consents", "metadata", "payment_plans", "payment_promises"} {
		fields = append(fields, text(name, longText))
	}
	return create(app, "accounts", fields,
		`CREATE UNIQUE INDEX accounts_number ON accounts (number)`,
		`CREATE UNIQUE INDEX accounts_identity ON accounts (supplier, external_account_number)`)
}
