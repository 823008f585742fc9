// Package documents finds the documents of a supplier. It defines the form of a path in a
// payload, and the place in the document store that the path means. A path can never
// leave the root of its supplier.
package documents

import (
	"slices"
	"strings"
	"unicode"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/document"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

// RuleInvalidPath is broken by a path that [document.CleanPath] refuses. Each kind that names
// documents lists it with an example of its own.
var RuleInvalidPath = catalogue.Rule{
	Code: "invalid_document_path", Area: catalogue.Documents,
	Meaning: "The path is not one below the supplier's document root.",
	Remedy:  "Write names with single slashes between them; a name of dots alone, a backslash and a control character are never part of one.",
}

// ValidPath is the rule of a member that names a document. An empty member names none and
// is valid.
var ValidPath = validation.By(func(value any) error {
	path, _ := value.(string)
	if path == "" {
		return nil
	}
	if _, ok := document.CleanPath(path); !ok {
		return validation.NewError(RuleInvalidPath.Code, "This is not a path below the document root, since it has "+unclean(path)+": write names with single slashes between them.")
	}
	return nil
})

// unclean says why document.CleanPath refuses a path. It does not show the names in the path,
// which may be those of customers.
func unclean(path string) string {
	switch segments := strings.Split(strings.TrimPrefix(path, "/"), "/"); {
	case strings.Contains(path, `\`):
		return "a backslash"
	case strings.ContainsFunc(path, unicode.IsControl):
		return "a control character"
	case slices.Contains(segments, ".."):
		return "“..” between its slashes"
	case slices.Contains(segments, "."):
		return "“.” between its slashes"
	}
	return "nothing between two slashes, or after the last one"
}
