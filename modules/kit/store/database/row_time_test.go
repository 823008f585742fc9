package database_test

import (
	"testing"
	"time"

	"dataimport/modules/kit/store/database"
)

func TestTimesOfRows(t *testing.T) {
	id, now := database.NewID(), time.Now().UTC().Truncate(time.Millisecond)
	for _, c := range []struct {
		at    time.Time
		id    string
		short bool
	}{
		{now, id, true}, {now.Add(90 * time.Second), id, true}, {now.Add(-90 * time.Second), id, true},
		{now.AddDate(-3, 0, 0), id, false}, {now.AddDate(30, 0, 0), id, false},
		{now, "0abcdef12345678", false}, {now, "zzzzzzzzzzzzzzz", false}, {now, "erased", false}, {now, "", false}, {now, "ABCDEFGH1234567", false},
		{time.Time{}, id, false},
	} {
		stored := database.ShortTime(c.at, c.id)
		if short := len(stored) < len(database.Time(now)) && stored != ""; short != c.short {
			t.Errorf("%v of %s is stored as %q", c.at, c.id, stored)
		}
		if got, want := database.RowTime(stored, c.id), database.Time(c.at); got != want {
			t.Errorf("%v of %s is read as %q, want %q", c.at, c.id, got, want)
		}
		if got := database.ParseRowTime(stored, c.id); !got.Equal(c.at) {
			t.Errorf("%v of %s is %v", c.at, c.id, got)
		}
	}
	for _, text := range []string{"", "2026-01-02 03:04:05.678Z", "1000000000", "99999999999999999999", "soon", "1.5"} {
		if got := database.RowTime(text, id); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

// A row that was never changed was changed last when it was written.
func TestTimeOfTheLastChange(t *testing.T) {
	id, later := database.NewID(), "2031-01-02 03:04:05.678Z"
	created := database.ShortTime(time.Now().Truncate(time.Millisecond), id)
	if first, last := database.RowTimes(created, "", id); first != last || len(first) != len(later) {
		t.Errorf("written at %s, changed at %s", first, last)
	}
	if first, last := database.RowTimes(created, later, id); first == last || last != later {
		t.Errorf("written at %s, changed at %s", first, last)
	}
	if first, last := database.RowTimes(later, "", "erased"); first != later || last != later {
		t.Errorf("written at %s, changed at %s", first, last)
	}
}

// The console of SQL reads the times of rows.
func TestTimesOfRowsInSQL(t *testing.T) {
	db, err := database.Connect(t.TempDir() + "/data.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	id, now := database.NewID(), time.Now().UTC().Truncate(time.Millisecond)
	for stored, want := range map[string]string{database.ShortTime(now, id): database.Time(now), database.Time(now): database.Time(now), "": ""} {
		var got string
		if err := db.NewQuery(`SELECT row_time('` + stored + `', '` + id + `')`).Row(&got); err != nil || got != want {
			t.Errorf("%q is %q in SQL, %v, want %q", stored, got, err, want)
		}
	}
}
