package writer

import (
	"database/sql"
	"time"

	"dataimport/modules/kit/store/database"
)

// InsertTarget takes rows: a transaction, which writes them, or [PreparedRows].
type InsertTarget interface {
	// Now returns the moment of the write, or of the preparation.
	Now() time.Time
	// Insert writes n rows into table, in statements of bounded size. Each row gets a new
	// id, and the moment of the write as [database.RowTimes] reads it. values returns the
	// values of the other columns of a row, in the order of columns, in the types that the
	// driver stores: decimals and dates as text. The slice may be reused. Where the columns
	// begin with created and updated, values returns these, too: of tables whose times are
	// compared by SQL.
	Insert(table string, columns []string, n int, values func(i int) []any) error
	// InsertAs is Insert of rows that have these ids.
	InsertAs(ids []string, table string, columns []string, values func(i int) []any) error
	// JobValue returns the value of a kind that is written with the rows, an empty one at
	// the first call. See [JobValue].
	JobValue(kind *JobValueKind) JobValue
}

// PreparedRows are INSERT statements that were built outside of the writer, with the values
// that belong to them. All other jobs wait for a job, so it should do nothing but write.
type PreparedRows struct {
	now        time.Time
	statements []statement
	values     jobValues
}

// NewPreparedRows returns no rows yet; their preparation has the moment now.
func NewPreparedRows(now time.Time) *PreparedRows { return &PreparedRows{now: now} }

// Now implements [InsertTarget].
func (p *PreparedRows) Now() time.Time { return p.now }

// Insert implements [InsertTarget].
func (p *PreparedRows) Insert(table string, columns []string, n int, values func(i int) []any) error {
	return buildInserts(table, columns, newIDs(n), values, p.addStatement)
}

// InsertAs implements [InsertTarget].
func (p *PreparedRows) InsertAs(ids []string, table string, columns []string, values func(i int) []any) error {
	return buildInserts(table, columns, ids, values, p.addStatement)
}

func (p *PreparedRows) addStatement(s *statement) error {
	p.statements = append(p.statements, *s)
	return nil
}

// InsertPrepared writes prepared rows. They are created at the moment of the write. p can be written again, since the job may run again.
func (tx *Tx) InsertPrepared(p *PreparedRows) error {
	for i := range p.statements {
		if err := tx.insert(&p.statements[i]); err != nil {
			return err
		}
	}
	for _, v := range p.values {
		tx.JobValue(v.kind).Merge(v.value)
	}
	return nil
}

// Insert implements [InsertTarget].
func (tx *Tx) Insert(table string, columns []string, n int, values func(i int) []any) error {
	return buildInserts(table, columns, newIDs(n), values, tx.insert)
}

// InsertAs implements [InsertTarget].
func (tx *Tx) InsertAs(ids []string, table string, columns []string, values func(i int) []any) error {
	return buildInserts(table, columns, ids, values, tx.insert)
}

func (tx *Tx) insert(s *statement) error {
	_, err := tx.execute(s)
	return err
}

// InsertIfAbsent writes one row with the id, unless another row has its value of the
// unique column, and reports whether it wrote the row. All else is as in Insert.
func (tx *Tx) InsertIfAbsent(unique, table, id string, columns []string, values []any) (bool, error) {
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
	for row := 0; row < len(s.args) && !s.dated; row += s.width {
		s.args[row+1] = database.ShortTime(tx.now, s.args[row].(string))
	}
	return tx.Exec(s.query, s.args...)
}
