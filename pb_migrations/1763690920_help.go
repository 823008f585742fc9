package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The explanations that operators read below the fields that had none.
var help = map[string]map[string]string{
	"suppliers":       {"name": "Its name, for people."},
	"api_clients":     {"name": "Whose it is, for people: the organisation or the script. Its key is issued by the button New key, and shown once."},
	"payment_vendors": {"name": "Its name, for people."},
	"markets":         {"description": "What it adds and for whom, for people."},
	"closed_lists":    {"supplier": "Whose data this holds for."},
	"import_processes": {
		"state":       "staged: waits to be processed. imported: the account exists. skipped: an operator has taken it out.",
		"skip_reason": "Why an operator has skipped it.",
		"last_error":  "Why the last attempt to create the account failed, with every fault.",
	},
}

func init() {
	migrations.Register(func(app core.App) error {
		return setHelp(app, func(text string) string { return text })
	}, func(app core.App) error {
		return setHelp(app, func(string) string { return "" })
	})
}

func setHelp(app core.App, give func(string) string) error {
	for collection, fields := range help {
		c, err := app.FindCollectionByNameOrId(collection)
		if err != nil {
			return err
		}
		for name, text := range fields {
			switch field := c.Fields.GetByName(name).(type) {
			case *core.TextField:
				field.Help = give(text)
			case *core.SelectField:
				field.Help = give(text)
			case *core.RelationField:
				field.Help = give(text)
			}
		}
		if err := app.Save(c); err != nil {
			return err
		}
	}
	return nil
}
