package markets

import "github.com/pocketbase/pocketbase/core"

// coreKey is where an application keeps the function that gives the schema of its
// accounts without a market, so that hooks can hold other schemas against it.
const coreKey = "markets: the schema of the account"

// CheckSchema says what is wrong with a schema that an operator wants to save; nil
// where nothing is. An application that does not serve does not know what accounts
// have already: what clashes with that is found once it does.
func CheckSchema(app core.App, schema string) error {
	var account map[string]any
	if of, ok := app.Store().Get(coreKey).(func() map[string]any); ok {
		account = of()
	}
	_, err := compile(schema, account)
	return err
}
