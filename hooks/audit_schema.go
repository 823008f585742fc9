package hooks

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/audit"
)

// newCollectionAuditor records a change of the schema. Changes by migrations are in the program's
// own history.
func newCollectionAuditor(action string) func(*core.CollectionRequestEvent) error {
	return func(e *core.CollectionRequestEvent) error {
		return doAs(audit.Account(e.Auth), e.RequestEvent, func() error {
			var before, after map[string]any
			if action != audit.Create {
				stored, err := e.App.FindCollectionByNameOrId(e.Request.PathValue("collection"))
				if err != nil {
					return err
				}
				if before, err = toMembers(stored); err != nil {
					return err
				}
			}
			if err := e.Next(); err != nil {
				return err
			}
			if action != audit.Delete {
				var err error
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

func auditImport(e *core.CollectionsImportRequestEvent) error {
	return doAs(audit.Account(e.Auth), e.RequestEvent, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		var names []string
		for _, collection := range e.CollectionsData {
			name, _ := collection["name"].(string)
			names = append(names, name)
		}
		return audit.Write(e.App, &audit.Entry{
			Actor: audit.Account(e.Auth), Action: "import", Collection: "collections", Label: strings.Join(names, ", "),
			After: map[string]any{"collections": names, "deleteMissing": e.DeleteMissing},
		})
	})
}
