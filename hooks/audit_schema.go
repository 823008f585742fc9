package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/audit"
)

// newCollectionAuditor records a change of the schema. Changes by migrations are in the program's
// own history.
func newCollectionAuditor(action string) func(*core.CollectionRequestEvent) error {
	return func(e *core.CollectionRequestEvent) error {
		return doAs(audit.Account(e.Auth), e.RequestEvent, func() error {
			stored, err := e.App.FindCollectionByNameOrId(e.Request.PathValue("collection"))
			if err != nil {
				return err
			}
			before, err := toMembers(stored)
			if err != nil {
				return err
			}
			if err := e.Next(); err != nil {
				return err
			}
			var after map[string]any
			if action != audit.Delete {
				if after, err = toMembers(e.Collection); err != nil {
					return err
				}
			}
			entry := audit.Entry{Actor: audit.Account(e.Auth), Action: action, Collection: "collections", Record: e.Collection.Id, Label: e.Collection.Name}
			entry.Before, entry.After = findDifferences(before, after)
			delete(entry.Before, "updated")
			delete(entry.After, "updated")
			return audit.Write(e.App, &entry)
		})
	}
}
