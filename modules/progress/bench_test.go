package progress_test

import (
	"fmt"
	"net/http"
	"testing"

	"dataimport/modules/kit/http/session"
)

const benchAccounts = 200_000

// insertLargeSupplier adds to insertCustomers the other data of a supplier with so many accounts.
func (r *testService) insertLargeSupplier(n int) {
	r.Helper()
	supplier := r.readSupplierID("ACME")
	const rows = `WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < {:p0} - 1) `
	r.insertCustomers(n)
	r.Exec(`UPDATE import_processes SET state = CASE WHEN rowid % 1000 = 0 THEN 'skipped' WHEN rowid % 3 = 0 THEN 'staged' ELSE state END, staged_at = strftime('%Y-%m-%d %H:%M:%S.000Z', 1700000000 + rowid / 100, 'unixepoch')`)
	r.Exec(`UPDATE customers SET family_name = 'Family' || (rowid % 20000) WHERE rowid % 10 <> 0`)
	r.Exec(rows+`INSERT INTO addresses (id, account, kind, postal_code) SELECT printf('%015d', i), printf('%015d', i), 'billing', printf('SW%d %dAA', i % 20, i % 10000) FROM c`, n)
	r.Exec(rows+`INSERT INTO account_events (id, created, supplier, external_account_number, event, step) SELECT printf('%015d', i * 2 + k.key), '2024-01-01 00:00:00.000Z', {:p1}, printf('EXT-%06d', i), k.atom, '' FROM c, json_each('["account.staged","account.imported"]') k`, n, supplier)
	r.Exec(rows+`INSERT INTO current_faults (id, supplier, external_account_number, code) SELECT printf('%015d', i), {:p1}, printf('EXT-%06d', i * 10), 'required' FROM c`, n/10, supplier)
	for _, name := range []string{"staged", "imported", "refused", "fault:required"} {
		r.Exec(`INSERT INTO progress (id, supplier, name, n, updated) VALUES ({:p1}, {:p0}, {:p1}, {:p2}, '2024-01-01 00:00:00.000Z')`, supplier, name, n/2)
		r.Exec(rows+`INSERT INTO progress_history (id, supplier, name, at, n) SELECT {:p2} || i, {:p1}, {:p2}, strftime('%Y-%m-%d %H:%M:%S.000Z', 1700000000 / 60 * 60 + i * 60, 'unixepoch'), i FROM c`, 20_000, supplier, name)
	}
}

func BenchmarkPages(b *testing.B) {
	r := newTestService(b)
	r.insertLargeSupplier(benchAccounts)
	for _, address := range []string{
		"/imports/", "/imports/ACME/", "/imports/ACME/?sort=number&after=10.EXT-150000", "/imports/ACME/?state=skipped", "/imports/ACME/?q=EXT-1234", "/imports/ACME/?q=EXT-&state=skipped",
		"/imports/ACME/?code=required", "/imports/ACME/?state=refused", "/imports/ACME/?by=name&q=family123", "/imports/ACME/?by=name&q=common", "/imports/ACME/?by=name&q=given7+common", "/imports/ACME/?by=postcode&q=SW1+9",
		"/imports/ACME/EXT-123456/",
	} {
		b.Run(fmt.Sprint(address), func(b *testing.B) {
			for b.Loop() {
				r.getPage(session.Support, address).Expect(http.StatusOK)
			}
		})
	}
	b.Run("CSV of all", func(b *testing.B) {
		for b.Loop() {
			r.getPage(session.Support, "/imports/ACME/~accounts.csv").Expect(http.StatusOK)
		}
	})
}
