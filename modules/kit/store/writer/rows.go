package writer

import (
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"time"

	"dataimport/modules/kit/store/database"
)

// Into is what rows are written into: a transaction, or rows that are made ready for one.
type Into interface {
	// Now is the moment of the write, or of making ready.
	Now() time.Time
	// Insert writes n rows into table, in bounded statements. Each row gets an id of its
	// own and the moment of the write in its columns id, created and updated; values gives
	// the others, in the order of columns, in the types that the driver stores: decimals
	// and dates as text.
	Insert(table string, columns []string, n int, values func(i int) []any) error
	// InsertAs is Insert of rows whose ids are known before.
	InsertAs(ids []string, table string, columns []string, values func(i int) []any) error
	// Count changes a supplier's progress counter by n in the same transaction, so that
	// the counters equal the rows at every moment and nobody needs to count.
	Count(supplierID, name string, n int)
}

// Rows are made ready beside the writer, which has nothing left to do then but to write
// them: what one write takes, all others wait for.
type Rows struct {
	now        time.Time
	statements []statement
	counts     counts
}

// NewRows are no rows yet, made ready at a moment.
func NewRows(now time.Time) *Rows { return &Rows{now: now} }

// Now implements [Into].
func (r *Rows) Now() time.Time { return r.now }

// Insert implements [Into].
func (r *Rows) Insert(table string, columns []string, n int, values func(i int) []any) error {
	return inserted(table, columns, newIDs(n), values, r.add)
}

// InsertAs implements [Into].
func (r *Rows) InsertAs(ids []string, table string, columns []string, values func(i int) []any) error {
	return inserted(table, columns, ids, values, r.add)
}

func (r *Rows) add(s *statement) error {
	r.statements = append(r.statements, *s)
	return nil
}

// Count implements [Into].
func (r *Rows) Count(supplierID, name string, n int) { r.counts = r.counts.add(supplierID, name, n) }

// Write writes rows that were made ready; their created and updated are the moment of
// the write.
func (tx *Tx) Write(r *Rows) error {
	for i := range r.statements {
		if err := tx.insert(&r.statements[i]); err != nil {
			return err
		}
	}
	for key, n := range r.counts {
		tx.Count(key.supplier, key.name, n)
	}
	return nil
}

// Insert implements [Into].
func (tx *Tx) Insert(table string, columns []string, n int, values func(i int) []any) error {
	return inserted(table, columns, newIDs(n), values, tx.insert)
}

// InsertAs implements [Into].
func (tx *Tx) InsertAs(ids []string, table string, columns []string, values func(i int) []any) error {
	return inserted(table, columns, ids, values, tx.insert)
}

func (tx *Tx) insert(s *statement) error {
	_, err := tx.execute(s)
	return err
}

// InsertUnless writes one row with the id, unless another row has its value of the
// unique column, and reports whether it did. All else is as in Insert.
func (tx *Tx) InsertUnless(unique, table, id string, columns []string, values []any) (bool, error) {
	s, err := newStatement(&insert{table: table, rows: 1, unique: unique}, columns, values, []string{id})
	if err != nil {
		return false, err
	}
	result, err := tx.execute(&s)
	if err != nil {
		return false, err
	}
	written, err := result.RowsAffected()
	return written > 0, err
}

func (tx *Tx) execute(s *statement) (sql.Result, error) {
	now := database.Time(tx.now)
	for row := 0; row < len(s.args); row += s.width {
		s.args[row+1], s.args[row+2] = now, now
	}
	return tx.Exec(s.query, s.args...)
}

// maxRows is how many rows one INSERT carries at most. Many rows take few statements
// then, which a replicated engine asks for; still more rows would be no faster: see
// BenchmarkInsert.
const maxRows = 8

// inserted gives the INSERTs of rows with these ids, one after the other.
func inserted(table string, columns, ids []string, values func(i int) []any, do func(*statement) error) error {
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

// statement is an INSERT with its values, of which each row has so many: its id, created
// and updated, and what is not empty in all rows.
type statement struct {
	query string
	args  []any
	width int
}

// newStatement makes an INSERT of rows, whose values follow each other.
func newStatement(i *insert, columns []string, values []any, ids []string) (statement, error) {
	if len(values) != i.rows*len(columns) {
		return statement{}, fmt.Errorf("%d rows of %s with %d columns have %d values", i.rows, i.table, len(columns), len(values))
	}
	i.columns = strings.Join(columns, ", ")
	i.empty = emptyColumns(columns, values)
	query := texts.of(i, len(columns))
	args := make([]any, 0, len(values)+3*i.rows)
	for n, value := range values {
		column := n % len(columns)
		if column == 0 {
			args = append(args, ids[n/len(columns)], nil, nil)
		}
		if !i.isEmpty(column) {
			args = append(args, value)
		}
	}
	return statement{query, args, len(args) / i.rows}, nil
}

// insert is what makes the text of one INSERT different from others.
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

// maxTexts bounds how many different INSERTs are kept, each of which a writer prepares.
const maxTexts = 512

// texts are those of all INSERTs that were made.
var texts = inserts{known: make(map[insert]string)}

type inserts struct {
	mu    sync.RWMutex
	known map[insert]string
}

// of is the text of i. Once there are many texts, a new one binds all values.
func (t *inserts) of(i *insert, columns int) string {
	t.mu.RLock()
	query, many := t.known[*i], len(t.known) >= maxTexts
	t.mu.RUnlock()
	switch {
	case query != "":
		return query
	case many && i.empty != 0:
		i.empty = 0
		return t.of(i, columns)
	}
	query = i.text(columns)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known[*i] = query
	return query
}

func (i *insert) text(columns int) string {
	row := []byte("(?,?,?")
	for column := range columns {
		if i.isEmpty(column) {
			row = append(row, ",''"...)
		} else {
			row = append(row, ",?"...)
		}
	}
	// After a failure nothing of the job stays, so the engine need not keep what it
	// would take to undo this statement alone.
	query := "INSERT OR FAIL INTO " + i.table + " (id, created, updated, " + i.columns + ") VALUES " +
		strings.Repeat(", "+string(row)+")", i.rows)[2:]
	if i.unique != "" {
		query += " ON CONFLICT (" + i.unique + ") DO NOTHING"
	}
	return query
}
