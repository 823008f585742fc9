package documents

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
)

// The descriptions of the codes of documents, to which each kind that names
// documents adds its examples.
var (
	InvalidPathRule = catalogue.Rule{
		Code: CodeInvalidPath, Area: catalogue.Documents,
		Meaning: "The path is not one below the supplier's document root.",
		Remedy:  "Write names with single slashes between them; a name of dots alone, a backslash and a control character are never part of one.",
	}
	MissingRule = catalogue.Rule{
		Code: CodeMissing, Area: catalogue.Documents,
		Meaning: "There is no document at this path below the supplier's document root.",
		Remedy:  "Upload the document first, or correct the path; the operator can switch this check off for a supplier whose documents come later.",
	}
	UnavailableRule = catalogue.Rule{
		Code: CodeUnavailable, Area: catalogue.Documents, Statuses: []int{http.StatusServiceUnavailable},
		Meaning: "The document store does not answer, so that the documents could not be looked up; nothing was stored.",
		Remedy:  "Send the same request again after the seconds that the header Retry-After names.",
	}
)
