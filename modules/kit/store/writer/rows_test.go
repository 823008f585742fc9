package writer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dataimport/modules/kit/store/database"
)

// Any number of rows is written completely, once, in order, in bounded statements.
func TestInsert(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 5, 7, 8, 9, 63, 1000} {
		d := newFixture(t)
		var now string
		err := d.writer.Do(func(tx *Tx) error {
			now = database.Time(tx.Now())
			return tx.Insert("things", []string{"name", "note"}, n, func(i int) []any {
				return []any{fmt.Sprintf("%04d", i), i}
			})
		})
		if err != nil {
			t.Fatalf("%d rows: %v", n, err)
		}
		rows, err := d.reader.Query(`SELECT id, created, updated, name, note FROM things ORDER BY id`)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for ; rows.Next(); i++ {
			var id, created, updated, name, note string
			if err := rows.Scan(&id, &created, &updated, &name, &note); err != nil {
				t.Fatal(err)
			}
			created, updated = database.RowTimes(created, updated, id)
			if len(id) != 15 || created != now || updated != now || name != fmt.Sprintf("%04d", i) || note != fmt.Sprint(i) {
				t.Errorf("%d rows: row %d is %s %s %s %s %s", n, i, id, created, updated, name, note)
			}
		}
		if i != n || rows.Err() != nil {
			t.Errorf("%d rows: %d are stored %v", n, i, rows.Err())
		}
		d.writer.Close() // the writer's goroutine no longer uses its statements
		statements := 0
		for query := range d.writer.prepared {
			if strings.HasPrefix(query, "INSERT OR FAIL INTO things") {
				statements++
			}
		}
		if statements > 2 {
			t.Errorf("%d rows: %d different statements", n, statements)
		}
	}
}

// A table may be written with different columns.
func TestInsertOtherColumns(t *testing.T) {
	d := newFixture(t)
	err := d.writer.Do(func(tx *Tx) error {
		for _, columns := range [][]string{{"name", "note"}, {"note", "name"}, {"name"}} {
			err := tx.Insert("things", columns, 1, func(int) []any {
				values := []any{}
				for _, column := range columns {
					values = append(values, map[string]any{"name": fmt.Sprint("n", len(columns), columns[0]), "note": "x"}[column])
				}
				return values
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	d.expect("n1name n2name n2note")
}

// One wrong row undoes them all.
func TestInsertIsAllOrNothing(t *testing.T) {
	d := newFixture(t)
	errs := d.group(add(nil, "a"), func(tx *Tx) error {
		return tx.Insert("things", []string{"name"}, 50, func(i int) []any { return []any{fmt.Sprint(i % 49)} })
	}, func(tx *Tx) error {
		return tx.Insert("things", []string{"name", "note"}, 3, func(int) []any { return []any{"too few"} })
	}, add(nil, "b"))
	if errs[0] != nil || errs[1] == nil || errs[2] == nil || errs[3] != nil {
		t.Errorf("errors %v", errs)
	}
	d.expect("a b")
}

// A column may be empty in all rows of a statement, in some or in none. Each row has the
// values that it was given. The number of kept statements stays small, however many
// combinations there are.
func TestInsertOfEmptyValues(t *testing.T) {
	d := newFixture(t)
	columns := make([]string, 12)
	for i := range columns {
		columns[i] = fmt.Sprint("c", i)
	}
	if _, err := d.NonconcurrentDB().NewQuery(`CREATE TABLE wide (id TEXT PRIMARY KEY, created TEXT, updated TEXT, ` + strings.Join(columns, " TEXT NOT NULL, ") + ` TEXT NOT NULL)`).Execute(); err != nil {
		t.Fatal(err)
	}
	for rows := 1; rows <= 2; rows++ {
		err := d.writer.Do(func(tx *Tx) error {
			for pattern := range 1 << len(columns) {
				err := tx.Insert("wide", columns, rows, func(row int) []any {
					values := make([]any, len(columns))
					for c := range values {
						values[c] = ""
						if (pattern^row)&(1<<c) != 0 {
							values[c] = fmt.Sprint(c)
						}
					}
					return values
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := d.reader.Query(`SELECT ` + strings.Join(columns, "||','||") + ` FROM wide ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	var got []string
	for found.Next() {
		var all string
		if err := found.Scan(&all); err != nil {
			t.Fatal(err)
		}
		got = append(got, all)
	}
	var want []string
	for rows := 1; rows <= 2; rows++ {
		for pattern := range 1 << len(columns) {
			for row := range rows {
				values := make([]string, len(columns))
				for c := range values {
					if (pattern^row)&(1<<c) != 0 {
						values[c] = fmt.Sprint(c)
					}
				}
				want = append(want, strings.Join(values, ","))
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Error("other values are stored")
	}
	if n := len(insertTexts.known); n > maxTexts+100 {
		t.Errorf("%d statements are kept", n)
	}
}

func TestInsertIfAbsent(t *testing.T) {
	d := newFixture(t)
	columns := []string{"name", "note"}
	err := d.writer.Do(func(tx *Tx) error {
		for _, test := range []struct {
			id, name string
			written  bool
		}{{"1", "a", true}, {"2", "a", false}, {"3", "b", true}} {
			if written, err := tx.InsertIfAbsent("name", "things", test.id, columns, []any{test.name, ""}); written != test.written || err != nil {
				t.Errorf("%v: %v %v", test, written, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	err = d.writer.Do(func(tx *Tx) error {
		_, err := tx.InsertIfAbsent("name", "things", "1", columns, []any{"c", ""})
		return err
	})
	if err == nil {
		t.Error("an id is there twice")
	}
	d.expect("a b")
}
