package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The lists of codes that operators have closed, each for one supplier.
func init() {
	migrations.Register(func(app core.App) error {
		if err := createClosedLists(app); err != nil {
			return err
		}
		for _, statement := range revisionTriggers("closed_lists") {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		return drop(app, "closed_lists")
	})
}

func createClosedLists(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	supplier.CascadeDelete = true
	list := choice("list", true,
		"account_role", "business_segment", "campaign", "component_type", "consent_type", "debt_agency", "debt_campaign", "dunning_path",
		"ledger_code", "payment_plan_strategy", "payment_type", "portfolio_role", "product_code", "rate_band", "rate_specification_code",
		"reason", "reference_namespace", "sales_channel", "sales_subchannel", "tax_type", "time_series_specification_code",
		"user_detail_namespace", "vendor")
	list.Presentable = true
	list.Help = "What is closed: from the next request on, this supplier's data may only have the values below. Delete the record to open the list again."
	return create(app, "closed_lists", []core.Field{
		supplier, list,
		&core.TextField{Name: "values", Required: true, Max: 1 << 20, Help: "The values that are allowed, one on each line or as a JSON array; capitals and small letters count."},
	}, `CREATE UNIQUE INDEX closed_lists_identity ON closed_lists (supplier, list)`)
}
