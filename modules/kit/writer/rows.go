package writer

import (
	"database/sql"
	"fmt"
	"strings"

	"dataimport/modules/kit/database"
)

// maxRows is how many rows one INSERT carries at most. Many rows take few statements
// then, which a replicated engine asks for; but the driver's time grows with the square
// of a statement's values, so more rows are slower: see BenchmarkInsert.
const maxRows = 8

// maxInserts bounds how many different INSERTs are kept.
const maxInserts = 512

// Insert writes n rows into table, in bounded statements. Each row gets an id of
// its own and the moment of the write in its columns id, created and updated;
// values gives the others, in the order of columns, in the types that the driver
// stores: decimals and dates as text.
func (tx *Tx) Insert(table string, columns []string, n int, values func(i int) []any) error {
	rows := make([]any, 0, min(n, maxRows)*len(columns))
	for i := 0; i < n; {
		rows = rows[:0]
		first := i
		for ; i < min(n, first+maxRows); i++ {
			rows = append(rows, values(i)...)
		}
		if _, err := tx.insert(&insert{table: table, rows: i - first}, columns, rows, database.NewID); err != nil {
			return err
		}
	}
	return nil
}

// InsertUnless writes one row with the id, unless another row has its value of the
// unique column, and reports whether it did. All else is as in Insert.
func (tx *Tx) InsertUnless(unique, table, id string, columns []string, values []any) (bool, error) {
	result, err := tx.insert(&insert{table: table, rows: 1, unique: unique}, columns, values, func() string { return id })
	if err != nil {
		return false, err
	}
	written, err := result.RowsAffected()
	return written > 0, err
}

// insert writes rows, whose values follow each other.
func (tx *Tx) insert(i *insert, columns []string, values []any, id func() string) (sql.Result, error) {
	if len(values) != i.rows*len(columns) {
		return nil, fmt.Errorf("%d rows of %s with %d columns have %d values", i.rows, i.table, len(columns), len(values))
	}
	i.columns = strings.Join(columns, ", ")
	i.empty = emptyColumns(columns, values)
	query := tx.writer.inserts.query(i, len(columns))
	now := database.Time(tx.now)
	args := make([]any, 0, len(values)+3*i.rows)
	for n, value := range values {
		column := n % len(columns)
		if column == 0 {
			args = append(args, id(), now, now)
		}
		if !i.isEmpty(column) {
			args = append(args, value)
		}
	}
	return tx.Exec(query, args...)
}

// insert is what makes one INSERT different from others.
type insert struct {
	table   string
	columns string
	rows    int
	empty   uint64 // of the first columns, those that are the empty text in each row
	unique  string
}

func (i *insert) isEmpty(column int) bool { return i.empty&(1<<column) != 0 }

// emptyColumns finds the columns that no row says anything about. Most columns of most
// rows are such, and what stands in the statement itself need not be bound to it.
func emptyColumns(columns []string, values []any) (empty uint64) {
	empty = ^uint64(0)
	for n, value := range values {
		if value != "" {
			empty &^= 1 << (n % len(columns))
		}
	}
	return empty
}

// inserts keeps the text of each INSERT; only the writer's goroutine uses it.
type inserts map[insert]string

// query is the text of i. Once there are many texts, a new one binds all values.
func (known inserts) query(i *insert, columns int) string {
	if query := known[*i]; query != "" {
		return query
	}
	if len(known) >= maxInserts && i.empty != 0 {
		i.empty = 0
		return known.query(i, columns)
	}
	row := []byte("(?,?,?")
	for column := range columns {
		if i.isEmpty(column) {
			row = append(row, ",''"...)
		} else {
			row = append(row, ",?"...)
		}
	}
	all := strings.Repeat(", "+string(row)+")", i.rows)[2:]
	// After a failure nothing of the job stays, so the engine need not keep what it
	// would take to undo this statement alone.
	query := "INSERT OR FAIL INTO " + i.table + " (id, created, updated, " + i.columns + ") VALUES " + all
	if i.unique != "" {
		query += " ON CONFLICT (" + i.unique + ") DO NOTHING"
	}
	known[*i] = query
	return query
}
