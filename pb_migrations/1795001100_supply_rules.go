package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The settings of a supplier that only the markets of energy and water have.
func init() {
	migrations.Register(func(app core.App) error {
		return changeSuppliers(app, func(suppliers *core.Collection) { suppliers.Fields.Add(supplyRules()...) })
	}, func(app core.App) error {
		return changeSuppliers(app, func(suppliers *core.Collection) {
			for _, field := range supplyRules() {
				suppliers.Fields.RemoveByName(field.GetName())
			}
		})
	})
}

func supplyRules() []core.Field {
	return []core.Field{
		&core.BoolField{Name: "skip_property_creation", Help: "Markets of energy and water: no properties are made, so accounts have no supply addresses."},
		&core.SelectField{
			Name: "skip_supply_point_creation", Values: []string{"true", "false"}, MaxSelect: 1,
			Help: "Markets of energy and water. true: supply addresses have no supply points. false: each has some. Empty: either.",
		},
		&core.BoolField{Name: "imports_address_history", Help: "Markets of energy and water: supply addresses that a customer has left are imported, and are billed to their end."},
		&core.SelectField{
			Name: "electricity_prepay_reference", Values: []string{"optional", "required"}, MaxSelect: 1,
			Help: "Whether each prepayment meter of electricity has prepay_customer_reference_number. Empty: optional.",
		},
		&core.BoolField{Name: "card_details_required", Help: "Market au-energy: each instruction to pay by card has the details of the card."},
	}
}
