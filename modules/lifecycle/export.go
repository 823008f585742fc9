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
)

// export writes all that is stored about one account, as one JSON object: the rows of
// each collection under its name, payloads as they were sent, and the places of its
// documents.
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

// write gives the id of the process that it was about. One that is being created can
// be exported, too.
func (x *export) write() (process string, err error) {
	p, err := imports.FindProcess(x.q, x.supplier.ID, x.number)
	if err != nil {
		return "", err
	}
	if p == nil {
		return "", errNoProcess
	}
	if err := errors.Join(x.to.WriteToken(jsontext.BeginObject), x.head(p)); err != nil {
		return "", err
	}
	of := subject{x.supplier.ID, x.number}.identity(p)
	tables := x.tables.OfAccounts()
	for i := range tables {
		if err := x.table(&tables[i], of); err != nil {
			return "", err
		}
	}
	return p.ID, x.to.WriteToken(jsontext.EndObject)
}

func (x *export) head(p *imports.Process) error {
	paths, err := documentsOf(x.q, x.tables, p, x.supplier.DocumentRoot)
	return errors.Join(err,
		x.member("exported_at", time.Now().UTC().Format(time.RFC3339)),
		x.member("import_supplier", x.supplier.Code),
		x.member("external_account_number", x.number),
		x.member("documents", paths))
}

func (x *export) member(name string, value any) error {
	if err := x.to.WriteToken(jsontext.String(name)); err != nil {
		return err
	}
	return json.MarshalEncode(x.to, value)
}

// table writes the rows of the account that a table has, one by one.
func (x *export) table(t *module.Table, of module.Identity) error {
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
		if err := x.row(rows, strings.Fields(t.JSON)); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return x.to.WriteToken(jsontext.EndArray)
}

func (x *export) row(rows *sql.Rows, jsonColumns []string) error {
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
	for i, column := range columns {
		if err := x.member(column, shown(values[i], slices.Contains(jsonColumns, column))); err != nil {
			return err
		}
	}
	return x.to.WriteToken(jsontext.EndObject)
}

// shown is a stored value; one that holds JSON is shown as that.
func shown(value any, isJSON bool) any {
	if bytes, ok := value.([]byte); ok {
		value = string(bytes)
	}
	if text, ok := value.(string); ok && isJSON && text != "" && jsontext.Value(text).IsValid() {
		return jsontext.Value(text)
	}
	return value
}
