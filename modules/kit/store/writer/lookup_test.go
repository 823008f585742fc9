package writer_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"
)

func TestLookup(t *testing.T) {
	s := kindtest.New(t)
	const rows = 600
	s.Do(func(tx *writer.Tx) error {
		return tx.Insert("teams", []string{"name"}, rows, func(i int) []any { return []any{fmt.Sprintf("T%03d", i)} })
	})
	for _, n := range []int{0, 1, 3, 4, 5, 16, 17, 64, 65, 128, 600, 1_100} {
		want := make([]string, n) // beyond the 600th there is none
		for i := range want {
			want[i] = fmt.Sprintf("T%03d", i)
		}
		var got []string
		s.Do(func(tx *writer.Tx) error {
			return tx.Lookup(`SELECT name FROM teams WHERE created <> ? AND name IN (?) ORDER BY name`, []any{""}, want, func(row database.Row) error {
				var name string
				err := row.Scan(&name)
				got = append(got, name)
				return err
			})
		})
		if slices.Sort(got); !slices.Equal(got, want[:min(n, rows)]) {
			t.Errorf("%d keys find %d rows", n, len(got))
		}
	}
}

func TestLookupStops(t *testing.T) {
	s := kindtest.New(t)
	stop := errors.New("stop")
	scan := func(database.Row) error { return stop }
	if err := s.Writer.Do(func(tx *writer.Tx) error {
		return tx.Lookup(`SELECT code FROM suppliers WHERE code IN (?)`, nil, []string{"ACME"}, scan)
	}); err != stop {
		t.Errorf("got %v", err)
	}
	if err := s.Writer.Do(func(tx *writer.Tx) error {
		return database.EachRow(tx, scan, `SELECT code FROM nowhere`)
	}); err == nil {
		t.Error("a query that cannot be run has no rows")
	}
}
