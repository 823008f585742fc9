package extracts

import (
	"context"
	"database/sql"
	"strings"
)

// rowsPerCommit bounds what one transaction holds.
const rowsPerCommit = 50_000

// Load makes the table of the file. seen is called with the rows and bytes that are read so
// far.
func (f *File) Load(ctx context.Context, c *sql.Conn, seen func(rows int, bytes int64), bad func(Problem)) (n Counts, err error) {
	definitions, marks := make([]string, len(f.Columns)), strings.Repeat(", ?", len(f.Columns))
	for i, column := range f.Columns {
		definitions[i] = Quote(column) + " TEXT"
	}
	if _, err := c.ExecContext(ctx, `CREATE TABLE `+Quote(f.Table)+` (`+LineColumn+` INTEGER PRIMARY KEY, `+strings.Join(definitions, ", ")+`)`); err != nil {
		return n, err
	}
	into := loading{ctx: ctx, conn: c, insert: `INSERT INTO ` + Quote(f.Table) + ` VALUES (?` + marks + `)`}
	values, rows := make([]any, len(f.Columns)+1), 0
	n, err = f.ReadRows(func(line int, cells []string, read int64) error {
		values[0] = line
		for i, cell := range cells {
			values[i+1] = nil
			if cell != "" {
				values[i+1] = cell
			}
		}
		if rows++; rows%1000 == 0 {
			seen(rows, read)
		}
		return into.add(values)
	}, bad)
	if err != nil {
		into.rollback()
		return n, err
	}
	return n, into.commit()
}

// loading inserts rows in transactions of many.
type loading struct {
	ctx       context.Context
	conn      *sql.Conn
	insert    string
	tx        *sql.Tx
	statement *sql.Stmt
	rows      int
}

func (l *loading) add(values []any) (err error) {
	if l.tx == nil {
		if l.tx, err = l.conn.BeginTx(l.ctx, nil); err != nil {
			return err
		}
		// A context that can be cancelled costs a goroutine for each row.
		if l.statement, err = l.tx.PrepareContext(context.Background(), l.insert); err != nil {
			return err
		}
	}
	if _, err := l.statement.ExecContext(context.Background(), values...); err != nil {
		return err
	}
	if l.rows++; l.rows%rowsPerCommit == 0 {
		return l.commit()
	}
	return l.ctx.Err()
}

func (l *loading) commit() error {
	if l.tx == nil {
		return nil
	}
	tx := l.tx
	l.tx = nil
	return tx.Commit()
}

func (l *loading) rollback() {
	if l.tx != nil {
		_ = l.tx.Rollback() // the error before it counts
	}
}
