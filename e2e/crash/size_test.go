//go:build unix

package crash

import (
	"context"
	"encoding/json/v2"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"dataimport/modules/kit/store/database"
)

var gigabytes = flag.Float64("gigabytes", 0, "size of the database of which a copy, a takeover and a restore are measured; 0 measures none")

// fillDatabase makes the database of a stopped service so large. Half of what it writes can be compressed
// away, as with payloads.
func fillDatabase(t testing.TB, dir string, gigabytes float64) {
	t.Helper()
	db, err := database.Connect(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const row, batch = 8000, 20_000
	statements := []string{`CREATE TABLE filling (id INTEGER PRIMARY KEY, content BLOB)`}
	for range int(gigabytes*1e9/row/batch) + 1 {
		statements = append(statements, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
			INSERT INTO filling (content) SELECT CAST(randomblob(4000) || zeroblob(4000) AS BLOB) FROM n`, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	for _, statement := range statements {
		if _, err := db.NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
}

// awaitFor waits for a condition for a long time, and returns how long that was.
func awaitFor(t testing.TB, what string, condition func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	for !condition() {
		if time.Since(began) > time.Hour {
			t.Fatal("waited in vain: ", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Logf("%s after %.1f s", what, time.Since(began).Seconds())
	return time.Since(began)
}

// copied returns up to which transaction the standby says that its copy is complete.
func (p *pair) copied() (txid uint64) {
	object, err := p.server.Client.GetObject(context.Background(), p.server.Bucket, "cell/standby.json", minio.GetObjectOptions{})
	if err != nil {
		return 0
	}
	defer object.Close()
	content, _ := io.ReadAll(object)
	var said struct {
		TXID uint64 `json:"txid"`
	}
	_ = json.Unmarshal(content, &said)
	return said.TXID
}

// A large database: the first copy, a standby that begins, a takeover and a restore.
func TestSize(t *testing.T) {
	if *gigabytes == 0 {
		t.Skip("-gigabytes 1 measures it")
	}
	p := newPair(t, "async", 1)
	t.Cleanup(p.explain)
	first, second := p.machines[0], p.machines[1]
	fillDatabase(t, first.dir, *gigabytes)
	info, err := os.Stat(filepath.Join(first.dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the database has %.2f GB", float64(info.Size())/1e9)
	first.run("serve")
	awaitFor(t, "the first machine serves", first.isPrimary)
	second.run("standby")
	awaitFor(t, "the first copy is in the storage, and the standby has it", func() bool { return p.copied() > 0 })
	p.awaitStandby()
	first.kill()
	if err := os.RemoveAll(first.dir); err != nil {
		t.Error(err)
	}
	awaitFor(t, "the standby has taken over", second.isPrimary)
	dir := filepath.Join(t.TempDir(), "restored")
	began := time.Now()
	command := exec.Command(program, "restore", "--dir", dir)
	command.Env = append(os.Environ(), second.storageVariables()...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("a restore took %.1f s", time.Since(began).Seconds())
}
