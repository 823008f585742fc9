package lifecycle

import (
	"slices"
	"strings"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
)

// movedTable is a table whose rows move with their supplier to another cell.
type movedTable struct {
	name      string
	condition string // finds the rows; its parameter ?1 is the id of the supplier
	// apart says that the rows are not copied one for one: the cell may have some of its own.
	apart bool
}

// movedApart are tables without rows of accounts, and which of their rows belong to a supplier.
var movedApart = map[string]movedTable{
	"suppliers":        {condition: `id = ?1`, apart: true},
	"teams":            {condition: `id IN (SELECT default_operations_team FROM suppliers WHERE id = ?1 UNION SELECT team FROM accounts WHERE supplier = ?1) OR name IN (SELECT team FROM runs WHERE supplier = ?1)`, apart: true},
	"markets":          {condition: `name = (SELECT market FROM suppliers WHERE id = ?1)`, apart: true},
	"api_clients":      {condition: `EXISTS (SELECT 1 FROM json_each(suppliers) WHERE value = ?1)`, apart: true},
	"run_counts":       {condition: `run IN (SELECT id FROM runs WHERE supplier = ?1)`, apart: true}, // triggers write some
	"closed_lists":     {condition: ofSupplier},
	"event_endpoints":  {condition: ofSupplier},
	"progress":         {condition: ofSupplier},
	"progress_history": {condition: ofSupplier},
	"runs":             {condition: ofSupplier},
}

const ofSupplier = `supplier = ?1`

// stay are the tables whose rows belong to a cell: accounts of people, secrets of vendors, the
// log of what was done there, and what the service keeps for itself.
var stay = []string{"staff", "payment_vendors", audit.Table, "settings_revision", "packing", "dictionaries"}

// listMovedTables lists the tables that move. Rows come after those that they are found by.
func listMovedTables(tables module.Tables) (moved []movedTable) {
	for i := range tables {
		t := &tables[i]
		if slices.Contains(stay, t.Name) {
			continue
		}
		m, found := movedApart[t.Name]
		if !found {
			m.condition = conditionOfSupplier(t)
		}
		m.name = t.Name
		moved = append(moved, m)
	}
	slices.SortStableFunc(moved, func(a, b movedTable) int { return a.rank() - b.rank() })
	return moved
}

func (t *movedTable) rank() int {
	switch t.name {
	case "import_processes", "runs":
		return 0
	}
	return 1
}

// conditionOfSupplier is the SQL condition of the rows of all accounts of a supplier.
func conditionOfSupplier(t *module.Table) string {
	switch {
	case t.Key.Account != "":
		return t.Key.Account + ` IN (SELECT account FROM import_processes WHERE supplier = ?1 AND account <> '')`
	case t.Key.Process != "" && t.Key.Process != "id":
		return t.Key.Process + ` IN (SELECT id FROM import_processes WHERE supplier = ?1)`
	}
	return ofSupplier
}

// listColumns lists the columns of a table of a schema, in the order of their names.
func listColumns(q database.Querier, schema, table string) ([]string, error) {
	return database.ReadTexts(q, `SELECT '"' || name || '"' FROM pragma_table_info(?, ?) ORDER BY name`, table, schema)
}

// listMigrations lists the schema changes that a database has. Cells with the same have the
// same tables.
func listMigrations(q database.Querier, schema string) (string, error) {
	files, err := database.ReadTexts(q, `SELECT file FROM `+schema+`._migrations ORDER BY file`)
	return strings.Join(files, "\n"), err
}
