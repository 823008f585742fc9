package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
)

// supplierID is the benchmark's supplier, in SQL.
const supplierID = `(SELECT id FROM suppliers WHERE code = '` + supplier + `')`

// table is a table whose rows belong to accounts.
type table struct {
	name      string
	columns   []string
	condition string // of the rows that are copied; empty for all
}

// listCopiedTables lists the tables with the rows of accounts.
func listCopiedTables(db *dbx.DB) (tables []table, err error) {
	var names []string
	if err := db.NewQuery(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).Column(&names); err != nil {
		return nil, err
	}
	for _, name := range names {
		t := table{name: name}
		if err := db.NewQuery(`SELECT name FROM pragma_table_info('` + name + `')`).Column(&t.columns); err != nil {
			return nil, err
		}
		switch {
		case slices.Contains(t.columns, "external_account_number"):
			t.condition = ` WHERE supplier = ` + supplierID
		case name == "stagings", slices.Contains(t.columns, "account"):
		default:
			continue
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// newCopyStatement returns the SQL that inserts the copies with numbers from to to of a table's
// original rows. The start of each id is replaced by the number of the copy.
func (t table) newCopyStatement(from, to int) string {
	values := make([]string, len(t.columns))
	for i, column := range t.columns {
		switch column {
		case "id", "account", "process", "staging", "ledger":
			values[i] = fmt.Sprintf("CASE `%s` WHEN '' THEN '' ELSE printf('%%05x', copy) || substr(`%s`, 6) END", column, column)
		case "external_account_number":
			values[i] = "printf('EXT-%08d', " + copyNumber + ")"
		case "service_account_number":
			values[i] = "printf('A-%08d', " + copyNumber + ")"
		default:
			values[i] = "`" + column + "`"
		}
		if t.name == "accounts" && column == "number" {
			values[i] = "printf('A-%08d', " + copyNumber + ")"
		}
	}
	return fmt.Sprintf("WITH RECURSIVE copies(copy) AS (SELECT %d UNION ALL SELECT copy + 1 FROM copies WHERE copy < %d) INSERT INTO main.%s (`%s`) SELECT %s FROM copies CROSS JOIN original_%s",
		from, to, t.name, strings.Join(t.columns, "`, `"), strings.Join(values, ", "), t.name)
}

// copyNumber is the number of a copied account, in SQL.
var copyNumber = fmt.Sprintf("copy * %d + CAST(substr(external_account_number, 5) AS INTEGER)", originalCount)
