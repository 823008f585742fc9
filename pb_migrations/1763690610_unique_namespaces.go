package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The namespaces whose values belong to one account, or to one customer, alone, and the
// indexes that find another account with such a value. The indexes begin with the
// supplier, because values of other suppliers do not count.
func init() {
	migrations.Register(func(app core.App) error {
		if err := addNamespaces(app); err != nil {
			return err
		}
		if err := addSupplier(app, "account_references", "account_references_value",
			`CREATE INDEX account_references_identity ON account_references (supplier, namespace, value)`); err != nil {
			return err
		}
		return addSupplier(app, "debts", "debts_cais_reference",
			`CREATE INDEX debts_cais_identity ON debts (supplier, cais_reference) WHERE cais_reference <> ''`)
	}, func(app core.App) error {
		if err := removeFields(app, "debts", []string{"supplier"}, "debts_cais_identity",
			`CREATE INDEX debts_cais_reference ON debts (cais_reference) WHERE cais_reference <> ''`); err != nil {
			return err
		}
		if err := removeFields(app, "account_references", []string{"supplier"}, "account_references_identity",
			`CREATE INDEX account_references_value ON account_references (namespace, value)`); err != nil {
			return err
		}
		return removeFields(app, "suppliers", []string{"unique_reference_namespaces", "unique_user_detail_namespaces"}, "", "")
	})
}

func addNamespaces(app core.App) error {
	suppliers, err := app.FindCollectionByNameOrId("suppliers")
	if err != nil {
		return err
	}
	const pattern = `^[A-Za-z0-9_.:,\s-]*$`
	suppliers.Fields.Add(
		&core.TextField{Name: "unique_reference_namespaces", Max: 2000, Pattern: pattern, Help: "Namespaces, with commas between them, in which no two accounts may have the same reference. Empty: in all of them they may."},
		&core.TextField{Name: "unique_user_detail_namespaces", Max: 2000, Pattern: pattern, Help: "Namespaces, with commas between them, in which no two customers of an account may have the same user detail. Empty: those that end in id, identifier or uuid."},
	)
	return app.Save(suppliers)
}

// addSupplier adds the account's supplier to a table of its parts, and replaces an index.
func addSupplier(app core.App, table, oldIndex, index string) error {
	c, err := app.FindCollectionByNameOrId(table)
	if err != nil {
		return err
	}
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	c.Fields.Add(supplier)
	exchangeIndex(c, oldIndex, index)
	if err := app.Save(c); err != nil {
		return err
	}
	_, err = app.DB().NewQuery(`UPDATE ` + table + ` SET supplier = COALESCE((SELECT a.supplier FROM accounts a WHERE a.id = account), '')`).Execute()
	return err
}

func removeFields(app core.App, table string, fields []string, oldIndex, index string) error {
	c, err := app.FindCollectionByNameOrId(table)
	if err != nil {
		return err
	}
	for _, name := range fields {
		c.Fields.RemoveByName(name)
	}
	if index != "" {
		exchangeIndex(c, oldIndex, index)
	}
	return app.Save(c)
}

func exchangeIndex(c *core.Collection, oldName, definition string) {
	c.RemoveIndex(oldName)
	c.Indexes = append(c.Indexes, definition)
}
