package lifecycle

import (
	"context"
	"log/slog"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/packed"
	"dataimport/modules/kit/store/writer"
)

// packBatch is how many texts one job packs. The jobs are small because other writes wait for
// them.
const packBatch = 50

// pack keeps the dictionaries in the database, and packs the texts that a former version has
// stored. It begins where it has ended before.
func pack(ctx context.Context, r *module.Runtime) {
	if err := r.Writer.Do(keepDictionaries); err != nil {
		r.Log().Warn("the dictionaries of packed texts could not be kept in the database; the next start tries it again", slog.Any("error", err))
	}
	for ctx.Err() == nil {
		ended, err := packSome(r, packBatch)
		if err != nil {
			r.Log().Warn("stored texts could not be packed; the next start goes on with it", slog.Any("error", err))
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

// packJob packs the next texts of a column.
type packJob struct {
	table, column, after string
	texts                []storedText
	ended                bool // whether no more texts follow
}

// storedText is a text that is not packed yet.
type storedText struct {
	id, text string
	packed   any
}

// packSome packs the next texts, most of them at most. ended is true where there are none.
func packSome(r *module.Runtime, most int) (ended bool, err error) {
	found, err := database.ReadRows(r.Reader, func(row database.Row, j *packJob) error {
		return row.Scan(&j.table, &j.column, &j.after)
	}, `SELECT name, "column", after FROM packing ORDER BY name LIMIT 1`)
	if err != nil || len(found) == 0 {
		return true, err
	}
	j := found[0]
	if err := j.read(r.Reader, most); err != nil {
		return false, err
	}
	return false, r.Writer.Do(j.write)
}

// read reads and packs the texts outside of the writer. Empty texts, and texts that are packed,
// are passed over.
func (j *packJob) read(q database.Querier, most int) (err error) {
	j.texts, err = database.ReadRows(q, func(row database.Row, t *storedText) error {
		err := row.Scan(&t.id, &t.text)
		t.packed = packed.Pack(t.text)
		return err
	}, `SELECT id, `+j.column+` FROM `+j.table+` WHERE id > ? AND typeof(`+j.column+`) = 'text' AND `+j.column+` <> '' ORDER BY id LIMIT ?`, j.after, most)
	j.ended = len(j.texts) < most
	return err
}

// write stores the packed texts where they have not changed meanwhile.
func (j *packJob) write(tx *writer.Tx) error {
	for _, t := range j.texts {
		if _, err := tx.Exec(`UPDATE `+j.table+` SET `+j.column+` = ? WHERE id = ? AND `+j.column+` = ?`, t.packed, t.id, t.text); err != nil {
			return err
		}
	}
	if j.ended {
		_, err := tx.Exec(`DELETE FROM packing WHERE name = ?`, j.table)
		return err
	}
	_, err := tx.Exec(`UPDATE packing SET after = ? WHERE name = ?`, j.texts[len(j.texts)-1].id, j.table)
	return err
}
