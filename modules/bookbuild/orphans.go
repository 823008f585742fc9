package bookbuild

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"dataimport/modules/bookbuild/extracts"
	"dataimport/modules/kit/domain/spreadsheet"
	"dataimport/modules/kit/ops/cli"
)

// accountOf begins the names of views. The view account_of_T says which account each row of
// the table T belongs to: its columns are _line and account.
const accountOf = "account_of_"

// orphanCount is how many rows of a table reached no account.
type orphanCount struct {
	file  *extracts.File
	known bool // whether the query has a view for the table
	rows  int
}

// listAccountViews returns the tables for which the query has a view. A view for a table
// that does not exist is an error of the query.
func (s *scratch) listAccountViews(ctx context.Context) (map[string]string, error) {
	names, err := s.texts(ctx, `SELECT name FROM (SELECT name FROM sqlite_master UNION ALL SELECT name FROM sqlite_temp_master) WHERE lower(name) LIKE 'account\_of\_%' ESCAPE '\'`)
	if err != nil {
		return nil, err
	}
	views := make(map[string]string)
names:
	for _, name := range names {
		if rows, err := s.conn.QueryContext(ctx, `SELECT _line, account FROM `+extracts.Quote(name)+` LIMIT 0`); err != nil {
			return nil, fmt.Errorf("the view %s needs the columns _line and account: %w", name, err)
		} else if err := rows.Close(); err != nil {
			return nil, err
		}
		table := strings.ToLower(name[len(accountOf):])
		for _, f := range s.files {
			if f.Table == table {
				views[table] = name
				continue names
			}
		}
		return nil, fmt.Errorf("there is a view %s, and no table %s", name, table)
	}
	return views, nil
}

// findOrphans finds the rows that reached no account of the book, and writes them to out.
// Rows that could not be read are among them.
func (s *scratch) findOrphans(ctx context.Context, views map[string]string, out io.Writer, show *progress) (counts []orphanCount, err error) {
	w := csv.NewWriter(out)
	if err := w.Write([]string{"table", "file", "line", "account", "reason"}); err != nil {
		return nil, err
	}
	for _, p := range s.problems {
		for _, f := range s.files {
			if f.Name == p.File {
				if err := w.Write([]string{f.Table, f.Name, strconv.Itoa(p.Line), "", p.Code}); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, f := range s.files {
		count := orphanCount{file: f, known: views[f.Table] != ""}
		if count.known {
			show.update(func() string { return "looking for rows of " + f.Name + " that reached no account" })
			if count.rows, err = s.writeOrphans(ctx, f, views[f.Table], w); err != nil {
				return nil, err
			}
		}
		counts = append(counts, count)
	}
	w.Flush()
	return counts, w.Error()
}

// writeOrphans writes the rows of a table that reached no account.
func (s *scratch) writeOrphans(ctx context.Context, f *extracts.File, view string, w *csv.Writer) (n int, err error) {
	name := extracts.Quote(view)
	rows, err := s.conn.QueryContext(ctx, `SELECT t._line, COALESCE((SELECT min(v.account) FROM `+name+` v WHERE v._line = t._line), '') FROM main.`+extracts.Quote(f.Table)+` t
		WHERE NOT EXISTS (SELECT 1 FROM `+name+` v JOIN _book_accounts l ON l.number = clean(v.account) WHERE v._line = t._line) ORDER BY t._line`)
	if err != nil {
		return 0, fmt.Errorf("the view %s: %w", view, err)
	}
	defer rows.Close()
	for rows.Next() {
		var line int
		var account string
		if err := rows.Scan(&line, &account); err != nil {
			return n, err
		}
		n++
		reason := "no line of the book has this account"
		if account == "" {
			reason = "the row has no account"
		}
		if err := w.Write([]string{f.Table, f.Name, strconv.Itoa(line), spreadsheet.EscapeFormula(account), reason}); err != nil {
			return n, err
		}
	}
	return n, rows.Err()
}

// writeFile writes a file by way of another one, so that it is whole or not there.
func writeFile(path string, write func(w *bufio.Writer) error) (err error) {
	file, err := os.OpenFile(path+".part", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return cli.Failed(err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(path+".part"))
		}
	}()
	w := bufio.NewWriterSize(file, 1<<20)
	if err := write(w); err != nil {
		return errors.Join(err, file.Close())
	}
	if err := errors.Join(w.Flush(), file.Close()); err != nil {
		return cli.Failed(err)
	}
	return cli.Failed(os.Rename(path+".part", path))
}
