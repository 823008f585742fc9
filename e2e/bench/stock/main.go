// Command stock is PocketBase as it comes, with one open collection: what the
// benchmark compares the service with. Its settings are the defaults, so a power
// cut may take what it acknowledged last.
package main

import (
	"log"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
)

// maxPayload is far more than the accounts of the benchmark have, in bytes.
const maxPayload = 1 << 20

func main() {
	app := pocketbase.New()
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.InstallerFunc = nil
		if err := createPayloads(e.App); err != nil {
			return err
		}
		return e.Next()
	})
	log.Fatal(app.Start())
}

// createPayloads makes a collection in which anybody may create a record: it has
// no token to check, no rule to evaluate and no index to keep.
func createPayloads(app core.App) error {
	anybody := ""
	payloads := core.NewBaseCollection("payloads")
	payloads.CreateRule = &anybody
	payloads.Fields.Add(&core.JSONField{Name: "payload", Required: true, MaxSize: maxPayload})
	return app.Save(payloads)
}
