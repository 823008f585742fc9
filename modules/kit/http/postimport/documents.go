package postimport

import (
	"net/http"

	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/store/documents"
)

// DocumentsUnavailableResponse describes [documents.Unavailable] in the published document.
func DocumentsUnavailableResponse() openapi.Response {
	r := openapi.Error(http.StatusServiceUnavailable, "The documents cannot be verified at the moment; nothing was stored.", documents.RuleUnavailable.Code)
	r.RetryAfter = true
	return r
}
