package writer

import (
	"strings"

	"dataimport/modules/kit/database"
)

// chunks are the numbers of rows that one INSERT carries: few different ones, so that
// each is prepared once, and large enough that many rows take few statements, which a
// replicated engine asks for. The driver's time grows with the square of a statement's
// values: see BenchmarkInsert.
var chunks = [...]int{8, 1}

// Insert writes n rows into table, in bounded statements. Each row gets an id of
// its own and the moment of the write in its columns id, created and updated;
// values gives the others, in the order of columns, in the types that the driver
// stores: decimals and dates as text.
func (tx *Tx) Insert(table string, columns []string, n int, values func(i int) []any) error {
	now := database.Time(tx.now)
	names := strings.Join(columns, ", ")
	args := make([]any, 0, min(n, chunks[0])*(len(columns)+3))
	for i := 0; i < n; {
		size := chunk(n - i)
		args = args[:0]
		for range size {
			args = append(args, database.NewID(), now, now)
			args = append(args, values(i)...)
			i++
		}
		if _, err := tx.Exec(tx.writer.inserts.query(insert{table, names, size}, len(columns)), args...); err != nil {
			return err
		}
	}
	return nil
}

func chunk(n int) int {
	for _, size := range chunks {
		if n >= size {
			return size
		}
	}
	return 1
}

// inserts keeps the text of each INSERT; only the writer's goroutine uses it.
type inserts map[insert]string

type insert struct {
	table   string
	columns string
	rows    int
}

func (known inserts) query(i insert, columns int) string {
	if query := known[i]; query != "" {
		return query
	}
	row := "(?,?,?" + strings.Repeat(",?", columns) + ")"
	// After a failure nothing of the job stays, so the engine need not keep what it
	// would take to undo this statement alone.
	query := "INSERT OR FAIL INTO " + i.table + " (id, created, updated, " + i.columns + ") VALUES " +
		row + strings.Repeat(","+row, i.rows-1)
	known[i] = query
	return query
}
