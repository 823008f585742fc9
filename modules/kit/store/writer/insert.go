package writer

import (
	"fmt"
	"strings"
	"sync"

	"dataimport/modules/kit/store/database"
)

// maxRows is how many rows one INSERT has at most. So many rows take few statements, which
// a replicated engine needs. More rows would be no faster: see BenchmarkInsert.
const maxRows = 8

// buildInserts builds the INSERTs of rows with these ids and calls do for each.
func buildInserts(table string, columns, ids []string, values func(i int) []any, do func(*statement) error) error {
	var rows []any
	for first := 0; first < len(ids); first += maxRows {
		some := ids[first:min(first+maxRows, len(ids))]
		rows = rows[:0]
		for i := range some {
			rows = append(rows, values(first+i)...)
		}
		s, err := newStatement(&insert{table: table, rows: len(some)}, columns, rows, some)
		if err == nil {
			err = do(&s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func newIDs(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = database.NewID()
	}
	return ids
}

// statement is an INSERT with its arguments.
type statement struct {
	query string
	args  []any
	// width is the number of arguments of each row: its id, its column created unless the
	// caller gives that, and the columns that are not empty in all rows.
	width int
	dated bool // whether the caller gives the times
}

// newStatement returns an INSERT of rows, whose values follow each other.
func newStatement(i *insert, columns []string, values []any, ids []string) (statement, error) {
	if len(values) != i.rows*len(columns) {
		return statement{}, fmt.Errorf("%d rows of %s with %d columns have %d values", i.rows, i.table, len(columns), len(values))
	}
	i.columns, i.dated = strings.Join(columns, ", "), len(columns) > 0 && columns[0] == createdColumn
	i.empty = findEmptyColumns(columns, values)
	query := insertTexts.find(i, len(columns))
	args := make([]any, 0, len(values)+2*i.rows)
	for n, value := range values {
		column := n % len(columns)
		if column == 0 {
			args = append(args, ids[n/len(columns)])
			if !i.dated {
				args = append(args, nil)
			}
		}
		if !i.isEmpty(column) {
			args = append(args, value)
		}
	}
	return statement{query, args, len(args) / i.rows, i.dated}, nil
}

// createdColumn is the first of the columns of a caller that gives the times of the rows.
const createdColumn = "created"

// insert identifies the text of an INSERT.
type insert struct {
	table   string
	columns string
	rows    int
	empty   uint64 // a bit for each of the first 64 columns: set where it is the empty text in all rows
	unique  string
	dated   bool // whether columns begins with the times
}

func (i *insert) isEmpty(column int) bool { return i.empty&(1<<column) != 0 }

// findEmptyColumns returns a bit for each column that is empty in all rows. Most columns of
// most rows are empty, and an empty text in the statement itself needs no argument.
func findEmptyColumns(columns []string, values []any) (empty uint64) {
	empty = ^uint64(0)
	for n, value := range values {
		if value != "" {
			empty &^= 1 << (n % len(columns))
		}
	}
	return empty
}

// maxTexts bounds how many texts of INSERTs are kept; a writer prepares each of them.
const maxTexts = 512

// insertTexts has the texts of all INSERTs that were built.
var insertTexts = textCache{known: make(map[insert]string)}

// textCache keeps the texts of INSERTs.
type textCache struct {
	mu    sync.RWMutex
	known map[insert]string
}

// find returns the text of i. Where maxTexts texts are kept, a new one has an argument for
// each column.
func (t *textCache) find(i *insert, columns int) string {
	t.mu.RLock()
	query, many := t.known[*i], len(t.known) >= maxTexts
	t.mu.RUnlock()
	switch {
	case query != "":
		return query
	case many && i.empty != 0:
		i.empty = 0
		return t.find(i, columns)
	}
	query = i.buildText(columns)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known[*i] = query
	return query
}

func (i *insert) buildText(columns int) string {
	row, names := []byte("(?,?,''"), "id, created, updated, "
	if i.dated {
		row, names = []byte("(?"), "id, "
	}
	for column := range columns {
		if i.isEmpty(column) {
			row = append(row, ",''"...)
		} else {
			row = append(row, ",?"...)
		}
	}
	// After a failure all of the job is rolled back. With OR FAIL the engine keeps nothing
	// that would undo this statement alone.
	query := "INSERT OR FAIL INTO " + i.table + " (" + names + i.columns + ") VALUES " +
		strings.Repeat(", "+string(row)+")", i.rows)[2:]
	if i.unique != "" {
		query += " ON CONFLICT (" + i.unique + ") DO NOTHING"
	}
	return query
}
