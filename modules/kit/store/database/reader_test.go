package database_test

import (
	"fmt"
	"sync"
	"testing"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/databasetest"

	"github.com/pocketbase/dbx"
)

// Goroutines that ask for a query at the same time get one statement.
func TestStatementsArePreparedOnce(t *testing.T) {
	app := databasetest.NewApp(t)
	statements := database.NewStatements(app.ConcurrentDB().(*dbx.DB).DB())
	defer statements.Close()
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			for n := range 20 {
				query := fmt.Sprintf(`SELECT ? + %d`, n%4)
				statement, err := statements.Get(query)
				if err != nil {
					t.Error(err)
					return
				}
				var sum int
				if err := statement.QueryRow(100).Scan(&sum); err != nil || sum != 100+n%4 {
					t.Errorf("%s: got %d %v", query, sum, err)
				}
			}
		})
	}
	group.Wait()
	first, err := statements.Get(`SELECT ? + 0`)
	if err != nil {
		t.Fatal(err)
	}
	if second, _ := statements.Get(`SELECT ? + 0`); first != second {
		t.Error("prepared twice")
	}
}

func TestStatementsAfterClose(t *testing.T) {
	app := databasetest.NewApp(t)
	statements := database.NewStatements(app.ConcurrentDB().(*dbx.DB).DB())
	closed, err := statements.Get(`SELECT 1`)
	if err != nil {
		t.Fatal(err)
	}
	statements.Close()
	if err := closed.QueryRow().Scan(new(int)); err == nil {
		t.Error("a closed statement still runs")
	}
	if _, err := statements.Get(`SELECT 1`); err != nil {
		t.Errorf("cannot be prepared again: %v", err)
	}
	statements.Close()
}

func TestReader(t *testing.T) {
	app := databasetest.NewApp(t)
	reader := database.NewReader(app)
	if _, err := reader.Query(`SELECT nothing FROM nowhere`); err == nil {
		t.Error("Query ran nonsense")
	}
	if err := reader.QueryRow(`SELECT nothing FROM nowhere`).Scan(new(int)); err == nil {
		t.Error("QueryRow ran nonsense")
	}
	// Committed data is visible at once, and a statement survives a change of its table.
	for n, change := range []string{
		`CREATE TABLE things (name TEXT)`,
		`INSERT INTO things VALUES ('a')`,
		`ALTER TABLE things ADD COLUMN n INTEGER DEFAULT 0`,
		`INSERT INTO things VALUES ('b', 1)`,
	} {
		if _, err := app.NonconcurrentDB().NewQuery(change).Execute(); err != nil {
			t.Fatal(err)
		}
		var count int
		if err := reader.QueryRow(`SELECT count(*) FROM things`).Scan(&count); err != nil || count != (n+1)/2 {
			t.Errorf("after %s: %d rows %v", change, count, err)
		}
	}
	rows, err := reader.Query(`SELECT name FROM things WHERE name > ?`, "")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var names string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names += name
	}
	if names != "ab" || rows.Err() != nil {
		t.Errorf("got %s %v", names, rows.Err())
	}
}
