package e2e

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/vendors"
)

// The data folder of an older release, see testdata/upgrade/README.md.
const (
	olderFolder = "testdata/upgrade"
	olderKey    = "dik_P3KGPJU47PKQRFF2AGJMBITTFWKLQX4BQA7A3GKDIFOLROTHN3VN"
	olderSecret = "sk_of_the_older_release"
	olderRows   = "3|3|1|2|2|1|1|9"
)

// older returns a service with the data folder of an older release.
func older(t *testing.T) *service {
	t.Helper()
	s := newService(t)
	documents := filepath.Join(s.dir, "documents", "acme")
	if err := os.MkdirAll(documents, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(documents, "january.pdf"), []byte("%PDF-1.4\nJanuary\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	key, err := os.ReadFile(filepath.Join(olderFolder, secrets.KeyFile))
	if err == nil {
		err = os.WriteFile(filepath.Join(s.dir, secrets.KeyFile), key, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"data", "auxiliary"} {
		load(t, filepath.Join(olderFolder, name+".sql.gz"), filepath.Join(s.dir, name+".db"))
	}
	return s
}

// load creates a database file from the statements of a dump.
func load(t *testing.T, dump, path string) {
	t.Helper()
	file, err := os.Open(dump)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	statements, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	db, err := database.Connect(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	connection, err := db.DB().Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := connection.ExecContext(context.Background(), string(statements)); err != nil {
		t.Fatal(err)
	}
}

// opens fails the test unless the key in the data folder opens a vendor's secret.
func (s *service) opens(t *testing.T, vendor, secret string) {
	t.Helper()
	row := strings.Split(strings.Join(s.rows(t, `SELECT id, adapter, base_url, sealed_secret FROM payment_vendors WHERE code = '`+vendor+`'`), ""), "|")
	if len(row) != 4 {
		t.Fatalf("the vendor %s: %q", vendor, row)
	}
	box := secrets.NewBox(core.NewBaseApp(core.BaseAppConfig{DataDir: s.dir}))
	if opened, err := box.Open(row[3], vendors.Purpose(row[0], row[1], row[2])); opened != secret {
		t.Errorf("the secret of %s is %q: %v", vendor, opened, err)
	}
}

// The program opens the data folder of an older release. All data is there, and work goes
// on.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	s := older(t)
	if got := s.stored(t); got != olderRows {
		t.Fatalf("the older release left %s", got)
	}
	s.start()
	if got := s.stored(t); got != olderRows {
		t.Errorf("after the upgrade there are %s", got)
	}
	s.opens(t, "PAYCO", olderSecret)
	r := &running{s, olderKey, s.token(olderKey), s.url, patient}
	r.get(t, statusPath+"done%201%2F%C3%A9/").expect(t, 200)
	if status := r.get(t, statusPath+"waiting%202/").expect(t, 200).member(t, "status"); status != "UNKNOWN" {
		t.Errorf("the staged account is %s", status)
	}
	s.has(t, `SELECT number, balance, team <> '' FROM accounts`, "A-50H0R4B4|1234567789.76|1")
	s.has(t, `SELECT transaction_id, amount FROM transactions ORDER BY 1`, "t-1|20.30", "t-2|1234567890.01")
	s.has(t, `SELECT given_name, family_name FROM customers ORDER BY family_name`, "|Núñez", "Zoë|O’Neill-Łukasiewicz")

	r.post(t, processPath, process("waiting 2")).expect(t, 201)
	r.post(t, processPath, process("refused 3")).expect(t, 201)
	r.post(t, processPath, process("done 1/é")).expect(t, 400, "account_already_imported", "account_already_imported external_account_number")
	r.post(t, notesPath, onto("done 1/é", `"notes":[`+note("after the upgrade", "january.pdf")+`]`)).expect(t, 201)
	r.post(t, transactionsPath, onto("waiting 2", `"transactions":[`+credit("t-3")+`]`)).expect(t, 201)
	s.has(t, `SELECT external_account_number, balance FROM accounts ORDER BY 1`,
		"done 1/é|1234567789.76", "refused 3|0", "waiting 2|19.37")
	s.has(t, `SELECT state, count(*) FROM import_processes GROUP BY 1`, "imported|3")
	r.imported(t, "new after the upgrade")
	if err := s.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, s.output)
	}
}

// An older program refuses a database that a newer one has changed.
func TestDowngradeIsRefused(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.setUp()
	const step = "9999999999_of_a_release_to_come.go"
	db, err := database.Connect(filepath.Join(s.dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.NewQuery(fmt.Sprintf(`INSERT INTO _migrations (file, applied) VALUES ('%s', 1)`, step)).Execute(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"serve", "--http", s.address}, {"team", "create", "Another"}} {
		_, complaint, err := s.command(args...)
		if err == nil || !strings.Contains(complaint, "newer release") || !strings.Contains(complaint, step) {
			t.Errorf("%s: %v %s", args, err, complaint)
		}
	}
	s.has(t, `SELECT name FROM teams`, "Migration")
}
