package lifecycle_test

import (
	"slices"
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/lifecycle"
)

// A new table moves with its supplier, or is named among those that stay.
func TestNoTableIsForgottenByAMove(t *testing.T) {
	app := apptest.App(t)
	moved := lifecycle.MovedConditions(modules.Tables())
	for name, condition := range moved {
		var n int
		if err := app.DB().NewQuery(`SELECT count(*) FROM ` + name + ` WHERE ` + strings.ReplaceAll(condition, "?1", "'none'")).Row(&n); err != nil || n != 0 {
			t.Errorf("%s: %d rows belong to no supplier, %v", name, n, err)
		}
	}
	collections, err := app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range collections {
		if _, moves := moved[c.Name]; !c.System && moves == slices.Contains(lifecycle.Stay, c.Name) {
			t.Errorf("%s moves: %v, and stays: %v", c.Name, moves, !moves)
		}
	}
}
