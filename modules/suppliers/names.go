package suppliers

import (
	"strings"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
)

// isChanged reports whether a record is new, or has another value in a field than before.
func isChanged(record *core.Record, field string) bool {
	return record.IsNew() || record.GetString(field) != record.Original().GetString(field)
}

// checkCode refuses a code that requests cannot name: an address cannot have the segments . and ..
// , and spaces around a code are lost in payloads.
func checkCode(supplier *core.Record, faults validation.Errors) {
	code := supplier.GetString("code")
	switch {
	case !isChanged(supplier, "code"):
	case code == "." || code == "..":
		faults["code"] = validation.NewError("invalid_code", "No address can contain this code.")
	case code != strings.TrimSpace(code):
		faults["code"] = validation.NewError("invalid_code", "A code has no spaces around it: payloads lose them.")
	}
}

// checkRoot refuses a document root that is no folder of its own. It leaves a root as it is that was
// there before, so that other settings can be changed.
func checkRoot(app core.App, supplier *core.Record, faults validation.Errors) error {
	root := strings.TrimSpace(supplier.GetString("document_root"))
	if root == "" || !isChanged(supplier, "document_root") {
		return nil
	}
	clean, ok := document.CleanRoot(root)
	if !ok {
		faults["document_root"] = validation.NewError("invalid_document_root", "This is no folder of its own: write names with single slashes between them, such as acme/documents.")
		return nil
	}
	supplier.Set("document_root", clean)
	var others []struct{ Code, DocumentRoot string }
	err := app.DB().Select("code", "document_root").From("suppliers").Where(dbx.NewExp("id <> {:id} AND document_root <> ''", dbx.Params{"id": supplier.Id})).All(&others)
	key := document.RootKey(clean)
	for _, other := range others {
		theirs, ok := document.CleanRoot(other.DocumentRoot)
		if !ok {
			continue // its documents are not used
		}
		relation := ""
		switch theirKey := document.RootKey(theirs); {
		case strings.HasPrefix(theirKey, key):
			relation = "contains the root of"
		case strings.HasPrefix(key, theirKey):
			relation = "lies within the root of"
		default:
			continue
		}
		faults["document_root"] = validation.NewError("document_root_shared", "This "+relation+" the supplier "+fault.Shown(other.Code)+", "+fault.Shown(theirs)+
			". Each supplier has a root apart from the others, so that none reads another's documents.")
	}
	return err
}
