package outbox

import (
	"strings"
	"testing"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/apptest"
)

// The deliveries that were given up are found by the index that holds these alone, whatever the
// outbox holds beside them.
func TestGivenUpDeliveriesAreFoundByTheirIndex(t *testing.T) {
	lines, err := database.ReadRows(database.NewReader(apptest.App(t)), func(row database.Row, line *string) error {
		var id, parent, unused int
		return row.Scan(&id, &parent, &unused, line)
	}, `EXPLAIN QUERY PLAN `+deadQuery)
	if err != nil {
		t.Fatal(err)
	}
	plan := strings.Join(lines, "\n")
	t.Log("\n" + plan)
	if !strings.Contains(plan, "SCAN outbox USING COVERING INDEX outbox_dead") || !strings.Contains(plan, "SEARCH o USING") || strings.Contains(plan, "TEMP B-TREE") {
		t.Error(plan)
	}
}
