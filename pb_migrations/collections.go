// Package pb_migrations builds the database, step by step, in the order of the files'
// names. A step never changes once it has landed. A step calls no code of the modules
// that use its tables, because that code changes later and the step must not.
//
// Importing the package registers the steps with PocketBase.
package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// longText is the limit of texts that are bounded only by the size of a request, in
// characters.
const longText = 16 << 20

// create saves a collection with its indexes and with PocketBase's dates of creation and
// change. Only superusers can read its records.
func create(app core.App, name string, fields []core.Field, indexes ...string) error {
	c := core.NewBaseCollection(name)
	c.Fields.Add(fields...)
	c.Fields.Add(
		&core.AutodateField{Name: "created", OnCreate: true},
		&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
	)
	c.Indexes = types.JSONArray[string](indexes)
	return app.Save(c)
}

// drop deletes collections in the reverse order.
func drop(app core.App, names ...string) error {
	for i := len(names) - 1; i >= 0; i-- {
		c, err := app.FindCollectionByNameOrId(names[i])
		if err != nil {
			return err
		}
		if err := app.Delete(c); err != nil {
			return err
		}
	}
	return nil
}

// relation returns a field that names one record of another collection.
func relation(app core.App, name, collection string, required bool) (*core.RelationField, error) {
	to, err := app.FindCollectionByNameOrId(collection)
	if err != nil {
		return nil, err
	}
	return &core.RelationField{Name: name, CollectionId: to.Id, Required: required, MaxSelect: 1}, nil
}

func text(name string, max int) *core.TextField {
	return &core.TextField{Name: name, Max: max}
}

// texts returns short text fields, for dates, decimals, codes and names.
func texts(names ...string) []core.Field {
	fields := make([]core.Field, len(names))
	for i, name := range names {
		fields[i] = text(name, 512)
	}
	return fields
}

func boolean(name string) *core.BoolField {
	return &core.BoolField{Name: name}
}

func number(name string) *core.NumberField {
	return &core.NumberField{Name: name, OnlyInt: true}
}

func choice(name string, required bool, values ...string) *core.SelectField {
	return &core.SelectField{Name: name, Required: required, Values: values, MaxSelect: 1}
}
