package apptest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/pocketbase/pocketbase/core"
)

// Supplier creates an import supplier. fields may be nil.
func (e *Env) Supplier(code string, fields map[string]any) *core.Record {
	e.Helper()
	return e.Record("suppliers", with(fields, "code", code))
}

// Team creates an operations team.
func (e *Env) Team(name string) *core.Record {
	e.Helper()
	return e.Record("teams", map[string]any{"name": name})
}

// Client creates an API client with grants on the suppliers of these codes, and returns
// its key.
func (e *Env) Client(name string, fields map[string]any, codes ...string) (key string) {
	e.Helper()
	granted := make([]string, len(codes))
	for i, code := range codes {
		supplier, err := e.App.FindFirstRecordByData("suppliers", "code", code)
		if err != nil {
			e.Fatal(err)
		}
		granted[i] = supplier.Id
	}
	key = "key of " + name
	sum := sha256.Sum256([]byte(key))
	fields = with(fields, "name", name)
	fields["suppliers"], fields["key_hash"] = granted, hex.EncodeToString(sum[:])
	e.Record("api_clients", fields)
	return key
}

// Record saves a new record.
func (e *Env) Record(collection string, fields map[string]any) *core.Record {
	e.Helper()
	return Record(e.TB, e.App, collection, fields)
}

// Record saves a record, which must succeed.
func Record(t testing.TB, app core.App, collection string, fields map[string]any) *core.Record {
	t.Helper()
	record, err := TryRecord(t, app, collection, fields)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// TryRecord makes a record, and gives the error of saving it.
func TryRecord(t testing.TB, app core.App, collection string, fields map[string]any) (*core.Record, error) {
	t.Helper()
	c, err := app.FindCollectionByNameOrId(collection)
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(c)
	record.Load(fields)
	return record, app.Save(record)
}

// Change changes the record whose field has a value.
func (e *Env) Change(collection, field, value string, fields map[string]any) {
	e.Helper()
	record, err := e.App.FindFirstRecordByData(collection, field, value)
	if err != nil {
		e.Fatal(err)
	}
	record.Load(fields)
	if err := e.App.Save(record); err != nil {
		e.Fatal(err)
	}
}

// Exec runs SQL. The next request sees its changes. The arguments are {:p0}, {:p1} and so
// on.
func (e *Env) Exec(query string, args ...any) {
	e.Helper()
	bound := make(map[string]any, len(args))
	for i, arg := range args {
		bound[fmt.Sprint("p", i)] = arg
	}
	if _, err := e.App.NonconcurrentDB().NewQuery(query).Bind(bound).Execute(); err != nil {
		e.Fatal(err)
	}
	e.Runtime.Settings.NoteChange()
}

// Count returns the number of a table's rows that meet a condition. An empty condition
// counts all rows.
func (e *Env) Count(table, where string, args ...any) (n int) {
	e.Helper()
	query := "SELECT count(*) FROM " + table
	if where != "" {
		query += " WHERE " + where
	}
	if err := e.Runtime.Reader.QueryRow(query, args...).Scan(&n); err != nil {
		e.Fatal(err)
	}
	return n
}

func with(fields map[string]any, name string, value any) map[string]any {
	all := map[string]any{name: value}
	for field, v := range fields {
		all[field] = v
	}
	return all
}
