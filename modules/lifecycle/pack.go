package lifecycle

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/packed"
	"dataimport/modules/kit/store/writer"
)

// packBatch is how many rows one job packs. The jobs are small because other writes wait for
// them.
const packBatch = 50

// pack keeps the dictionaries in the database, and packs the rows that a former version has
// stored. It begins where it has ended before.
func pack(ctx context.Context, r *module.Runtime) {
	if err := r.Writer.Do(keepDictionaries); err != nil {
		r.Log().Warn("the dictionaries of packed texts could not be kept in the database; the next start tries it again", slog.Any("error", err))
	}
	for ctx.Err() == nil {
		ended, err := packSome(r, packBatch)
		if err != nil {
			r.Log().Warn("stored rows could not be packed; the next start goes on with it", slog.Any("error", err))
		}
		if ended || err != nil {
			return
		}
	}
}

func keepDictionaries(tx *writer.Tx) error {
	for _, d := range packed.Dictionaries() {
		if _, err := tx.Exec(`INSERT OR IGNORE INTO dictionaries (id, content) VALUES (?, ?)`, d.ID, d.Content); err != nil {
			return err
		}
	}
	return nil
}

// packJob packs the next rows of a table.
type packJob struct {
	table, after string
	columns      []shortened
	rows         []storedRow
	most         int
	ended        bool // whether no more rows follow
}

// storedRow is a row that is not packed yet.
type storedRow struct {
	id            string
	values, short []any // of the columns
}

// packSome packs the next rows, most of them at most. ended is true where there are none.
func packSome(r *module.Runtime, most int) (ended bool, err error) {
	found, err := database.ReadRows(r.Reader, func(row database.Row, j *packJob) error {
		var columns string
		err := row.Scan(&j.table, &columns, &j.after)
		for name := range strings.FieldsSeq(columns) {
			j.columns = append(j.columns, shortenedColumn(name))
		}
		return err
	}, `SELECT name, "column", after FROM packing ORDER BY name LIMIT 1`)
	if err != nil || len(found) == 0 {
		return true, err
	}
	j := found[0]
	j.most = most
	if err := j.read(r.Reader); err != nil {
		return false, err
	}
	return false, r.Writer.Do(j.write)
}

// read reads and packs rows outside of the writer. Rows with nothing to pack are passed over.
func (j *packJob) read(q database.Querier) (err error) {
	names, conditions := make([]string, len(j.columns)), make([]string, len(j.columns))
	for i, c := range j.columns {
		names[i], conditions[i] = c.name, c.condition
	}
	j.rows, err = database.ReadRows(q, j.scan,
		`SELECT id, `+strings.Join(names, ", ")+` FROM `+j.table+` WHERE id > ? AND (`+strings.Join(conditions, " OR ")+`) ORDER BY id LIMIT ?`, j.after, j.most)
	j.ended = len(j.rows) < j.most
	return err
}

func (j *packJob) scan(row database.Row, r *storedRow) error {
	r.values, r.short = make([]any, len(j.columns)), make([]any, len(j.columns))
	places := []any{&r.id}
	for i := range r.values {
		places = append(places, &r.values[i])
	}
	if err := row.Scan(places...); err != nil {
		return err
	}
	for i, c := range j.columns {
		text, isText := r.values[i].(string)
		if r.short[i] = r.values[i]; isText {
			r.short[i] = c.shorten(text, r)
		}
	}
	return nil
}

// write stores the packed rows where they have not changed meanwhile.
func (j *packJob) write(tx *writer.Tx) error {
	assignments, unchanged := make([]string, len(j.columns)), "id = ?"
	for i, c := range j.columns {
		assignments[i] = c.name + " = ?"
		unchanged += " AND " + assignments[i]
	}
	update := `UPDATE ` + j.table + ` SET ` + strings.Join(assignments, ", ") + ` WHERE ` + unchanged
	for _, r := range j.rows {
		if _, err := tx.Exec(update, slices.Concat(r.short, []any{r.id}, r.values)...); err != nil {
			return err
		}
	}
	if j.ended {
		_, err := tx.Exec(`DELETE FROM packing WHERE name = ?`, j.table)
		return err
	}
	_, err := tx.Exec(`UPDATE packing SET after = ? WHERE name = ?`, j.rows[len(j.rows)-1].id, j.table)
	return err
}
