// Command stock is PocketBase with its default settings and one open collection. The benchmark
// compares the service with it. With the default settings a power cut may lose the last
// acknowledged writes.
package main

import (
	"log"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
)

// maxPayload is far larger than the accounts of the benchmark, in bytes.
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

// createPayloads makes a collection in which every caller may create a record. It has no token to
// check, no rule to evaluate and no index to update.
func createPayloads(app core.App) error {
	everyone := ""
	payloads := core.NewBaseCollection("payloads")
	payloads.CreateRule = &everyone
	payloads.Fields.Add(&core.JSONField{Name: "payload", Required: true, MaxSize: maxPayload})
	return app.Save(payloads)
}
