package access

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/audit"
)

// rotateKey gives a client another key and answers {"key"}. The key is shown this once. The old key
// and all of its tokens end.
func rotateKey(e *core.RequestEvent) error {
	key := newKey()
	err := audit.As(e.App, audit.Account(e.Auth), func(tx core.App) error {
		record, err := tx.FindRecordById(collection, e.Request.PathValue("id"))
		if err != nil {
			return e.NotFoundError("There is no such API client.", err)
		}
		record.Set("key_hash", hashKey(key))
		return tx.Save(record)
	})
	if err != nil {
		return err
	}
	e.Response.Header().Set("Cache-Control", "no-store")
	return e.JSON(http.StatusOK, map[string]string{"key": key})
}
