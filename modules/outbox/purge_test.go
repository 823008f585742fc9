package outbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/databasetest"
)

// The purge removes all rows that ended before the retention time of their state. It keeps rows that
// ended later, and rows that wait.
func TestPurge(t *testing.T) {
	app := databasetest.NewApp(t)
	db := app.NonconcurrentDB().(*dbx.DB)
	w := writer.New(db.DB(), settingsdb.NewStore(database.NewReader(app)).BeginTransaction)
	defer w.Close()
	c := &dispatcher{runtime: &module.Runtime{App: app, Writer: w}}
	now := time.Now()
	long, lately := database.Time(now.Add(-retention-time.Hour)), database.Time(now.Add(-retention+time.Hour))
	put := func(n int, state, updated string) {
		t.Helper()
		query := fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO outbox (id, state, updated) SELECT '%s' || i, '%s', '%s' FROM n`, n, state+updated, state, updated)
		if _, err := db.NewQuery(query).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	for _, state := range []string{"waiting", "delivered", "dropped", "dead"} {
		put(3, state, long)
		put(3, state, lately)
	}
	put(3, "dead", database.Time(now.Add(-deadRetention+time.Hour)))
	put(2*purgeRows, "dead", database.Time(now.Add(-deadRetention-time.Hour)))
	put(2*purgeRows, "delivered", database.Time(now.Add(-2*retention)))
	c.purgeEnded(now)
	var left []string
	query := `SELECT state || CASE WHEN updated <= '` + long + `' THEN ' long' ELSE '' END || ' ' || count(*) FROM outbox GROUP BY state, updated <= '` + long + `' ORDER BY 1`
	if err := db.NewQuery(query).Column(&left); err != nil {
		t.Fatal(err)
	}
	const want = "dead 3, dead long 6, delivered 3, dropped 3, waiting 3, waiting long 3"
	if got := strings.Join(left, ", "); got != want {
		t.Errorf("left: %s\nwant  %s", got, want)
	}
}
