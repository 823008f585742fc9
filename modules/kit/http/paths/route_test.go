package paths_test

import (
	"testing"

	"dataimport/modules/kit/http/paths"
)

func TestRoutesAreNamedByTheirPath(t *testing.T) {
	for pattern, want := range map[string]string{
		"POST /v1/notes/create":            "/v1/notes/create",
		"POST /v1/notes/create/{$}":        "/v1/notes/create",
		"/v1/runs/{run}/{$}":               "/v1/runs/{run}",
		"GET /{$}":                         "/",
		"/imports/":                        "/imports/{path...}",
		"GET /imports/{supplier}/~live":    "/imports/{supplier}/~live",
		"GET /v1/data-import/openapi.json": "/v1/data-import/openapi.json",
		"":                                 "",
	} {
		if got := paths.Route(pattern); got != want {
			t.Errorf("%q is %q, want %q", pattern, got, want)
		}
	}
}
