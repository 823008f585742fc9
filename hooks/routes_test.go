package hooks_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/apis"

	"dataimport/hooks"
	"dataimport/modules/kit/testing/apptest"
)

// A route that PocketBase renames would be neither audited nor allowed.
func TestTheRoutesThatAreNamedExist(t *testing.T) {
	router, err := apis.NewRouter(apptest.App(t))
	if err != nil {
		t.Fatal(err)
	}
	patterns := append(slices.Collect(maps.Keys(hooks.OperatorRoutes)), hooks.ConsolePattern)
	patterns = slices.AppendSeq(patterns, maps.Keys(hooks.RefusedRoutes))
	for _, pattern := range slices.AppendSeq(patterns, maps.Keys(hooks.AuditedRoutes)) {
		method, path, _ := strings.Cut(pattern, " ")
		if !router.HasRoute(method, path) {
			t.Errorf("there is no %s", pattern)
		}
	}
}
