package crash

import (
	"cmp"
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/shopspring/decimal"

	_ "dataimport/modules/kit/store/database" // the engine, which reads the database without the service
)

// stored holds the counts of a database's rows, by the names that the clients know.
type stored struct {
	processes    map[string]process // by external account number
	notes        map[string]int     // by body
	transactions map[string]int     // by external account number and transaction id
}

type process struct{ state, account string }

// open opens the database of a data folder for reading.
func open(t testing.TB, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "data.db")+"?mode=ro&_pragma=busy_timeout(10000)&_pragma=query_only(1)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// each gives every row of a query to scan.
func each(t testing.TB, db *sql.DB, query string, scan func(*sql.Rows) error) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func read(t testing.TB, db *sql.DB) *stored {
	t.Helper()
	d := &stored{processes: make(map[string]process), notes: make(map[string]int), transactions: make(map[string]int)}
	each(t, db, `SELECT external_account_number, state, service_account_number FROM import_processes`, func(rows *sql.Rows) error {
		var number string
		var p process
		err := rows.Scan(&number, &p.state, &p.account)
		d.processes[number] = p
		return err
	})
	count := func(query string, into map[string]int) {
		t.Helper()
		each(t, db, query, func(rows *sql.Rows) error {
			var key string
			err := rows.Scan(&key)
			into[key]++
			return err
		})
	}
	count(`SELECT body FROM notes`, d.notes)
	count(`SELECT a.external_account_number || ' ' || t.transaction_id FROM transactions t JOIN accounts a ON a.id = t.account`, d.transactions)
	return d
}

// money holds the sums of one ledger, or of one account's ledgers.
type money struct {
	stated, made decimal.Decimal
	historical   bool // whether billed transactions count, because there is no balance for them
}

// balances fails the test for each ledger whose balance is not the sum of its
// transactions, and each account whose balance is not the sum of its ledgers.
func balances(t testing.TB, db *sql.DB) {
	t.Helper()
	ledgers, accounts := make(map[string]*money), make(map[string]*money)
	// A balance that is the only statement about money was brought forward.
	each(t, db, `SELECT l.id, l.balance, l.last_statement_balance, a.id, a.balance, COALESCE(
			(SELECT trim(value -> '$.ledger_balance', '"') FROM json_each(s.payload, '$.ledgers') WHERE value ->> '$.ledger_code' = l.code
				AND value -> '$.current_statement_transactions' IS NULL AND value -> '$.historical_statement_transactions' IS NULL),
			CASE WHEN s.payload -> '$.ledgers' IS NULL AND s.payload -> '$.current_statement_transactions' IS NULL
				AND s.payload -> '$.historical_statement_transactions' IS NULL THEN trim(s.payload -> '$.transfer_balance', '"') END, '')
		FROM ledgers l JOIN accounts a ON a.id = l.account JOIN import_processes p ON p.id = a.process JOIN (SELECT id, unpacked(payload) AS payload FROM stagings) s ON s.id = p.staging`, func(rows *sql.Rows) error {
		var ledger, last, account, brought string
		var balance, total decimal.Decimal
		if err := rows.Scan(&ledger, &balance, &last, &account, &total, &brought); err != nil {
			return err
		}
		last = cmp.Or(last, brought)
		m := &money{stated: balance, historical: last == ""}
		if last != "" {
			m.made = decimal.RequireFromString(last)
		}
		ledgers[ledger] = m
		if accounts[account] == nil {
			accounts[account] = &money{stated: total}
		}
		accounts[account].made = accounts[account].made.Add(balance)
		return nil
	})
	// A payment to a prepayment meter is not money of the account.
	each(t, db, `SELECT ledger, period, type, amount FROM transactions WHERE to_prepay_meter_serial_number = ''`, func(rows *sql.Rows) error {
		var ledger, period, kind string
		var amount decimal.Decimal
		if err := rows.Scan(&ledger, &period, &kind, &amount); err != nil {
			return err
		}
		m := ledgers[ledger]
		if period == "historical" && !m.historical {
			return nil
		}
		if kind != "PAYMENT" && kind != "CREDIT" {
			amount = amount.Neg()
		}
		m.made = m.made.Add(amount)
		return nil
	})
	for what, sums := range map[string]map[string]*money{"ledger": ledgers, "account": accounts} {
		for id, m := range sums {
			if !m.stated.Equal(m.made) {
				t.Errorf("%s %s has a balance of %s, and its parts make %s", what, id, m.stated, m.made)
			}
		}
	}
}
