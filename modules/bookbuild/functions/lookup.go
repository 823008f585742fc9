package functions

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync"

	"dataimport/modules/kit/domain/fault"
)

// maxLookup is how many codes a table for lookup may have. They are in memory.
const maxLookup = 200_000

// Tables are the tables in which lookup finds codes. Each is read when it is first used. DB
// is set before any query.
type Tables struct {
	DB *sql.DB

	mu   sync.Mutex
	read map[string]map[string]string // values by codes, by the table and its columns
}

// lookup is the value of a code in a table. The code is in the table's first column and the
// value in its second, unless the columns are named.
func (t *Tables) lookup(args []driver.Value) (driver.Value, error) {
	if len(args) < 2 || len(args) > 4 {
		return nil, errArguments("lookup('table', code [, 'column of the value' [, 'column of the code']])")
	}
	names := make([]string, 4)
	for i, arg := range args {
		names[i] = readText(arg)
	}
	table, code := names[0], names[1]
	if code == "" || isMarked(code) {
		return orNull(code), nil
	}
	values, err := t.values(table, names[2], names[3])
	if err != nil {
		return nil, err
	}
	value, known := values[code]
	if !known {
		return mark(CodeNotInTable, "The table "+table+" has no code "+fault.Shown(code)+".", code), nil
	}
	return orNull(value), nil
}

// values are the values of a table by their codes.
func (t *Tables) values(table, valueColumn, codeColumn string) (map[string]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := table + "\x00" + valueColumn + "\x00" + codeColumn
	if values, known := t.read[key]; known {
		return values, nil
	}
	values, err := t.load(table, valueColumn, codeColumn)
	if err != nil {
		return nil, fmt.Errorf("lookup in the table %s: %w", table, err)
	}
	if t.read == nil {
		t.read = make(map[string]map[string]string)
	}
	t.read[key] = values
	return values, nil
}

func (t *Tables) load(table, valueColumn, codeColumn string) (map[string]string, error) {
	columns, err := t.columns(table)
	if err != nil {
		return nil, err
	}
	if len(columns) < 2 {
		return nil, fmt.Errorf("there is no table of this name with two columns")
	}
	if codeColumn == "" {
		codeColumn = columns[0]
	}
	if valueColumn == "" {
		valueColumn = columns[1]
	}
	rows, err := t.DB.Query(fmt.Sprintf(`SELECT %s, %s FROM %s`, quote(codeColumn), quote(valueColumn), quote(table)))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	values := make(map[string]string)
	for rows.Next() {
		var code, value sql.NullString
		if err := rows.Scan(&code, &value); err != nil {
			return nil, err
		}
		code.String, value.String = trim(code.String), trim(value.String)
		if known, repeated := values[code.String]; repeated && known != value.String {
			return nil, fmt.Errorf("it has the code %s twice, with different values", fault.Shown(code.String))
		}
		if values[code.String] = value.String; len(values) > maxLookup {
			return nil, fmt.Errorf("it has more than %d codes: join it", maxLookup)
		}
	}
	return values, rows.Err()
}

// columns are the columns of a table, without that of the lines.
func (t *Tables) columns(table string) (names []string, err error) {
	rows, err := t.DB.Query(`SELECT name FROM pragma_table_info(?) WHERE name <> '_line' ORDER BY cid`, table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// quote is a name in SQL.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
