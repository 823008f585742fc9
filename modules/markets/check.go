package markets

import "github.com/pocketbase/pocketbase/core"

// coreKey is the key in an application's store under which the function stands that
// returns the schema of its accounts without a market. Hooks compare other schemas with
// it.
const coreKey = "markets: the schema of the account"

// CheckSchema returns an error that says what is wrong with a schema that an operator
// wants to save. Only an application that serves knows the members of the core. Without
// it, a clash with the core is found when the application serves.
func CheckSchema(app core.App, schema string) error {
	var account map[string]any
	if of, ok := app.Store().Get(coreKey).(func() map[string]any); ok {
		account = of()
	}
	_, err := compile(schema, account)
	return err
}
