package crash

import (
	"database/sql"
	"encoding/json/v2"
	"fmt"
	"testing"
)

// consistent fails the test where the rows of a database contradict each other.
func consistent(t testing.TB, db *sql.DB) {
	t.Helper()
	var said string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&said); err != nil || said != "ok" {
		t.Errorf("the database is damaged: %s %v", said, err)
	}
	counters(t, db)
	references(t, db)
	balances(t, db)
	for what, query := range map[string]string{
		"accounts that were created twice":  `SELECT count(*) - count(DISTINCT process) FROM accounts`,
		"transactions that are there twice": `SELECT count(*) - count(DISTINCT account || ' ' || transaction_id) FROM transactions`,
		"notes that are there twice":        `SELECT count(*) - count(DISTINCT account || ' ' || digest) FROM notes`,
		"imported without an account":       `SELECT count(*) FROM import_processes p LEFT JOIN accounts a ON a.id = p.account AND a.process = p.id AND a.number = p.service_account_number WHERE p.state = 'imported' AND a.id IS NULL`,
		"accounts of what is not imported":  `SELECT count(*) FROM accounts a JOIN import_processes p ON p.id = a.process WHERE p.state <> 'imported'`,
		"processes without their staging":   `SELECT count(*) FROM import_processes p LEFT JOIN stagings s ON s.id = p.staging AND s.process = p.id WHERE s.id IS NULL`,
		"accounts without a ledger":         `SELECT count(*) FROM accounts a WHERE NOT EXISTS (SELECT 1 FROM ledgers l WHERE l.account = a.id)`,
	} {
		if n := number(t, db, query); n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
}

func number(t testing.TB, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Errorf("%s: %v", query, err)
	}
	return n
}

// counters compares the counters that the pages show with the rows.
func counters(t testing.TB, db *sql.DB) {
	t.Helper()
	for counter, query := range map[string]string{
		"staged":               `SELECT count(*) FROM import_processes WHERE state = 'staged'`,
		"imported":             `SELECT count(*) FROM import_processes WHERE state = 'imported'`,
		"notes":                `SELECT count(*) FROM notes`,
		"transactions":         `SELECT count(*) FROM transactions`,
		"statements":           `SELECT count(*) FROM statements`,
		"payment_instructions": `SELECT count(*) FROM payment_instructions`,
	} {
		counted := number(t, db, `SELECT COALESCE(sum(n), 0) FROM progress WHERE name = '`+counter+`'`)
		if rows := number(t, db, query); rows != counted {
			t.Errorf("%s: %d are counted and %d are there", counter, counted, rows)
		}
	}
}

// references checks that every relation between collections points to an existing record.
func references(t testing.TB, db *sql.DB) {
	t.Helper()
	type field struct {
		Name   string `json:"name"`
		Type   string `json:"type"`
		Target string `json:"collectionId"`
		Max    int    `json:"maxSelect"`
	}
	names, fields := make(map[string]string), make(map[string][]field)
	each(t, db, `SELECT id, name, fields FROM _collections WHERE type <> 'view'`, func(rows *sql.Rows) error {
		var id, name string
		var text []byte
		if err := rows.Scan(&id, &name, &text); err != nil {
			return err
		}
		names[id] = name
		var of []field
		err := json.Unmarshal(text, &of)
		fields[name] = of
		return err
	})
	checked := 0
	for table, of := range fields {
		for _, f := range of {
			if f.Type != "relation" || f.Max > 1 {
				continue
			}
			checked++
			query := fmt.Sprintf(`SELECT count(*) FROM %[1]s WHERE %[2]s <> '' AND %[2]s NOT IN (SELECT id FROM %[3]s)`, table, f.Name, names[f.Target])
			if n := number(t, db, query); n != 0 {
				t.Errorf("%s.%s: %d point to nothing", table, f.Name, n)
			}
		}
	}
	if checked < 10 {
		t.Errorf("only %d relations were found", checked)
	}
}
