package access

import (
	"crypto/rand"

	"github.com/pocketbase/pocketbase/core"
)

// bindHooks gives every API client the secret that signs its tokens, and another secret when its
// key changes. Tokens of the old key end with it. It hides the key's hash and the secret from
// superusers.
func bindHooks(app core.App) {
	app.OnRecordValidate("api_clients").BindFunc(func(e *core.RecordEvent) error {
		record, before := e.Record, e.Record.Original()
		rotated := record.GetString("key_hash") != before.GetString("key_hash")
		if record.GetString("token_key") == "" || rotated && record.GetString("token_key") == before.GetString("token_key") {
			record.Set("token_key", rand.Text()+rand.Text())
		}
		return e.Next()
	})
	app.OnRecordEnrich("api_clients").BindFunc(func(e *core.RecordEnrichEvent) error {
		err := e.Next()                        // it shows hidden fields to superusers
		e.Record.Hide("key_hash", "token_key") // a token could be made with the latter
		return err
	})
}
