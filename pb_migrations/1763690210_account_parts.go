package pb_migrations

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The lists of an account: customers, addresses and others. position is the place in the
// payload.
func init() {
	migrations.Register(func(app core.App) error {
		for _, make := range []func(core.App) error{createCustomers, createAddresses, createPaymentSchedules, createReferences, createDebts} {
			if err := make(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		return drop(app, "customers", "addresses", "payment_schedules", "account_references", "debts")
	})
}

func createCustomers(app core.App) error {
	return createPart(app, "customers", []core.Field{
		boolean("unable_to_read_meters"),
		text("account_roles", longText),
		text("portfolio_roles", longText),
		text("contact_emails", longText),
		text("alternative_phone_numbers", longText),
		text("customer_preferences", longText),
		text("consents", longText),
		text("user_details", longText),
		text("metadata", longText),
	}, []string{
		"given_name", "family_name", "title", "salutation", "email", "mobile", "landline", "date_of_birth", "pronouns", "label",
		"deceased", "user_identifier", "credit_score", "credit_result", "credit_assessment_id", "credit_risk_bracket",
	})
}

// createAddresses: kind is the use of the address. The lines of an address without parts
// are in street_address, separated by line breaks.
func createAddresses(app core.App) error {
	return createPart(app, "addresses", []core.Field{
		text("street_address", 4096),
		text("structured_street_address", longText),
	}, []string{
		"kind", "country", "dependent_locality", "locality", "administrative_area", "postal_code", "sorting_code",
		"delivery_point_identifier",
	})
}

func createPaymentSchedules(app core.App) error {
	return createPart(app, "payment_schedules", []core.Field{
		boolean("is_debt_repayment_plan"),
		boolean("exempt_from_payment_adequacy"),
		text("instalments", longText),
	}, []string{
		"means", "start_date", "end_date", "amount", "schedule_trigger", "frequency", "day_of_month", "balance_threshold",
		"debt_repayment_element", "debt_repayment_end_date", "delay_days", "delay_strategy", "paid_by", "ledger_code",
	})
}

func createReferences(app core.App) error {
	return createPart(app, "account_references", nil, []string{"namespace", "value"},
		`CREATE INDEX account_references_value ON account_references (namespace, value)`)
}

func createDebts(app core.App) error {
	return createPart(app, "debts", []core.Field{
		boolean("is_insolvent"),
		text("aged_debt", longText),
	}, []string{"agency_name", "start_date", "campaign", "notes", "cais_reference"},
		`CREATE INDEX debts_cais_reference ON debts (cais_reference) WHERE cais_reference <> ''`)
}

// createPart creates a table with any number of rows for an account.
func createPart(app core.App, name string, fields []core.Field, short []string, indexes ...string) error {
	of, err := relation(app, "account", "accounts", true)
	if err != nil {
		return err
	}
	fields = slices.Concat([]core.Field{of, number("position")}, texts(short...), fields)
	return create(app, name, fields, append(indexes, `CREATE INDEX `+name+`_account ON `+name+` (account)`)...)
}
