package writer

import (
	"errors"
	"fmt"
	"testing"
)

// Rows that a job leaves open affect no other job.
func TestOpenRows(t *testing.T) {
	d := newFixture(t)
	leave := func(result error) Job {
		return func(tx *Tx) error {
			rows, err := tx.Query(`SELECT id FROM things`)
			if err == nil {
				rows.Next()
			}
			return errors.Join(err, result)
		}
	}
	errs := d.group(add(nil, "a", "b"), leave(nil), add(nil, "c"), leave(errJob), add(nil, "d"))
	for i, wrong := range []bool{false, false, false, true, false} {
		if (errs[i] != nil) != wrong {
			t.Errorf("job %d: %v", i, errs[i])
		}
	}
	d.expect("a b c d")
}

// A statement is prepared once, also when it is first used within a transaction. It stays
// usable when the tables change.
func TestStatementsAreKept(t *testing.T) {
	d := newFixture(t)
	read := func(want int) Job {
		return func(tx *Tx) error {
			for range 2 {
				var n int
				if err := tx.QueryRow(`SELECT count(*) FROM things WHERE note IS NULL`).Scan(&n); err != nil || n != want {
					return fmt.Errorf("got %d %v, want %d", n, err, want)
				}
			}
			return nil
		}
	}
	for n := range 3 {
		for _, err := range d.group(read(n), read(n), add(nil, fmt.Sprint(n))) {
			if err != nil {
				t.Error(err)
			}
		}
		if _, err := d.NonconcurrentDB().NewQuery(fmt.Sprintf(`ALTER TABLE things ADD COLUMN extra%d TEXT`, n)).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.writer.Do(read(3)); err != nil {
		t.Error(err)
	}
	d.writer.Close()
	if d.writer.prepared[addThing] == nil || len(d.writer.unprepared) > 0 {
		t.Errorf("prepared %d, unprepared %v", len(d.writer.prepared), d.writer.unprepared)
	}
}

func TestWrongStatements(t *testing.T) {
	d := newFixture(t)
	const nonsense = `SELECT nothing FROM nowhere`
	errs := d.group(
		func(tx *Tx) error { _, err := tx.Exec(nonsense); return err },
		func(tx *Tx) error { _, err := tx.Query(nonsense); return err },
		func(tx *Tx) error { return tx.QueryRow(nonsense).Scan(new(int)) },
		func(tx *Tx) error { _, err := tx.Exec(addThing, "too few"); return err },
		func(tx *Tx) error { _, _ = tx.Exec(nonsense); return add(nil, "a")(tx) },
	)
	for i, err := range errs {
		if (err == nil) != (i == 4) {
			t.Errorf("job %d: %v", i, err)
		}
	}
	d.expect("a")
}
