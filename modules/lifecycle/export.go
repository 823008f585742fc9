package lifecycle

import (
	"database/sql"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/packed"
)

// export writes all that is stored about one account, as one JSON object: the rows of each
// collection under its name, payloads as they were sent, and the places of its documents.
type export struct {
	tables   module.Tables
	supplier *settings.Supplier
	number   string
	q        database.Querier
	to       *jsontext.Encoder
}

func newExport(tables module.Tables, supplier *settings.Supplier, number string, q database.Querier, to io.Writer) *export {
	return &export{tables, supplier, number, q, jsontext.NewEncoder(to, jsontext.WithIndent("  "))}
}

// writeExport writes the export and returns the id of the process, if there is one. An account whose creation is
// under way can be exported, too.
func (x *export) writeExport() (process string, err error) {
	key := accountKey{x.supplier.ID, x.number}
	p, err := key.findTraces(x.q, x.tables)
	if err != nil {
		return "", err
	}
	if err := errors.Join(x.to.WriteToken(jsontext.BeginObject), x.writeHead(p)); err != nil {
		return "", err
	}
	of := key.newIdentity(p)
	tables := x.tables.OfAccounts()
	for i := range tables {
		if err := x.writeTable(&tables[i], of); err != nil {
			return "", err
		}
	}
	return p.ID, x.to.WriteToken(jsontext.EndObject)
}

func (x *export) writeHead(p *imports.Process) error {
	paths, err := listDocuments(x.q, x.tables, p, x.supplier.DocumentRoot)
	return errors.Join(err,
		x.writeMember("exported_at", time.Now().UTC().Format(time.RFC3339)),
		x.writeMember("import_supplier", x.supplier.Code),
		x.writeMember("external_account_number", x.number),
		x.writeMember("documents", paths))
}

func (x *export) writeMember(name string, value any) error {
	if err := x.to.WriteToken(jsontext.String(name)); err != nil {
		return err
	}
	return json.MarshalEncode(x.to, value)
}

// writeTable writes the rows of the account in a table, one by one.
func (x *export) writeTable(t *module.Table, of module.Identity) error {
	if err := x.to.WriteToken(jsontext.String(t.Name)); err != nil {
		return err
	}
	if err := x.to.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	where, args := t.Condition(of)
	rows, err := x.q.Query(`SELECT * FROM `+t.Name+` WHERE `+where+` ORDER BY id`, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := x.writeRow(rows, strings.Fields(t.JSON)); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return x.to.WriteToken(jsontext.EndArray)
}

func (x *export) writeRow(rows *sql.Rows, jsonColumns []string) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	if err := rows.Scan(places...); err != nil {
		return err
	}
	if err := x.to.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	wholeTimes(columns, values)
	for i, column := range columns {
		value, err := presentValue(values[i], slices.Contains(jsonColumns, column))
		if err != nil {
			return err
		}
		if err := x.writeMember(column, value); err != nil {
			return err
		}
	}
	return x.to.WriteToken(jsontext.EndObject)
}

// wholeTimes sets the times of a row to what they stand for.
func wholeTimes(columns []string, values []any) {
	texts := func(column string) (at *any, text string) {
		if i := slices.Index(columns, column); i >= 0 {
			at = &values[i]
			text, _ = (*at).(string)
		}
		return at, text
	}
	_, id := texts("id")
	created, first := texts("created")
	updated, last := texts("updated")
	first, last = database.RowTimes(first, last, id)
	if created != nil {
		*created = first
	}
	if updated != nil {
		*updated = last
	}
}

// presentValue returns a stored value for the export. JSON text is returned as JSON.
func presentValue(value any, isJSON bool) (any, error) {
	if bytes, ok := value.([]byte); ok {
		text, err := packed.Unpack(bytes)
		if err != nil {
			return nil, err
		}
		value = string(text)
	}
	if text, ok := value.(string); ok && isJSON && text != "" && jsontext.Value(text).IsValid() {
		return jsontext.Value(text), nil
	}
	return value, nil
}
