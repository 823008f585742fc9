package e2e

import (
	"archive/zip"
	"context"
	"encoding/json/v2"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"dataimport/e2e/services"
)

// inBucket returns the names of the objects in a bucket.
func inBucket(t testing.TB, server *services.S3Server, bucket string) (keys []string) {
	t.Helper()
	for object := range server.Client.ListObjects(context.Background(), bucket, minio.ListObjectsOptions{Recursive: true}) {
		if object.Err != nil {
			t.Fatal(object.Err)
		}
		keys = append(keys, object.Key)
	}
	return keys
}

const (
	backupJob    = "/api/crons/__pbAutoBackup__"
	backupBucket = "backups"
	auto         = "@auto_pb_backup_" // prefix of the name of a nightly backup
	vendorSecret = "sk_live_only_the_vendor_may_see_this"
)

// withBackups starts a service that makes backups into a bucket, set by its environment
// alone. The service has an account with every kind of data.
func withBackups(t testing.TB, server *services.S3Server) *running {
	t.Helper()
	if err := server.Client.MakeBucket(context.Background(), backupBucket, minio.MakeBucketOptions{Region: server.Region}); err != nil {
		t.Fatal(err)
	}
	s := newService(t)
	s.env = []string{"DATAIMPORT_BACKUP_CRON=0 2 * * *", "DATAIMPORT_BACKUP_KEEP=2", "DATAIMPORT_BACKUP_S3_ENDPOINT=" + server.Endpoint,
		"DATAIMPORT_BACKUP_S3_BUCKET=" + backupBucket, "DATAIMPORT_BACKUP_S3_REGION=" + server.Region, "DATAIMPORT_BACKUP_S3_TLS=false",
		"DATAIMPORT_BACKUP_S3_ACCESS_KEY=" + server.AccessKey, "DATAIMPORT_BACKUP_S3_SECRET_KEY=" + server.SecretKey}
	root := filepath.Join(s.dir, "documents", "acme")
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "january.pdf"), pdf("January"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := launch(t, s, "acme")
	s.must("event-endpoint", "create", "ACME", "ledger", "https://ledger.example/events", "--event", "account.imported")
	r.operator(t).vendor(t, "PAYCO", "http", "https://vendor.example/verify", vendorSecret)
	r.imported(t, "1", "Zoë 2/ß")
	r.post(t, transactionsPath, onto("1", `"transactions":[`+credit("T1")+`]`)).expect(t, 201)
	r.post(t, notesPath, onto("1", `"notes":[`+note("Zählerstand ☎", "january.pdf")+`]`)).expect(t, 201)
	r.post(t, instructionPath, onto("1", instruction("sandbox", "ok"))).expect(t, 201)
	r.post(t, stagePath, account("waiting 3", "")).expect(t, 201)
	return r
}

// backUp makes the service make the nightly backup, and returns its name.
func (o *operator) backUp(t testing.TB, server *services.S3Server) string {
	t.Helper()
	before := inBucket(t, server, backupBucket)
	o.send(t, http.MethodPost, backupJob, nil).expect(t, http.StatusNoContent)
	var made string
	eventually(t, "a backup in the bucket", func() bool {
		for _, key := range inBucket(t, server, backupBucket) {
			if !slices.Contains(before, key) {
				made = key
			}
		}
		return made != ""
	})
	return made
}

// After the nightly backup is restored on another machine, all data is there and work
// goes on.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	server := services.S3(t)
	r := withBackups(t, server)
	o := r.operator(t)
	backup := filepath.Join(t.TempDir(), "backup.zip")
	key := o.backUp(t, server)
	if err := server.Client.FGetObject(context.Background(), backupBucket, key, backup, minio.GetObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	stored := r.stored(t)
	if err := r.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, r.output)
	}
	r.keepsSecret(t, server.SecretKey)
	holdsNoSecret(t, backup, server.SecretKey, vendorSecret)

	other := newService(t)
	told := other.must("restore", backup)
	if !strings.Contains(told, filepath.Join(other.dir, "documents")) || !strings.Contains(told, "PAYCO") || !strings.Contains(told, "ACME/ledger") || !strings.Contains(told, "secrets.key") {
		t.Errorf("the restore tells %s", told)
	}
	for _, name := range []string{"secrets.key", "documents/acme/january.pdf"} {
		put(t, filepath.Join(r.dir, name), filepath.Join(other.dir, name))
	}
	other.opens(t, "PAYCO", vendorSecret)
	other.start()
	if got := other.stored(t); got != stored {
		t.Errorf("there was %s, now there is %s", stored, got)
	}
	copied := &running{other, r.key, r.token, other.url, patient} // the token from before the backup
	if status := copied.get(t, statusPath+"1/").expect(t, 200).member(t, "status"); status != "COMPLETED" {
		t.Errorf("the account is %s", status)
	}
	other.has(t, `SELECT external_account_number, balance FROM accounts ORDER BY 1`, "1|12.30", "Zoë 2/ß|0")
	copied.token = other.token(r.key)
	copied.post(t, processPath, process("waiting 3")).expect(t, 201)
	copied.post(t, notesPath, onto("1", `"notes":[`+note("after", "january.pdf")+`]`)).expect(t, 201)
	other.has(t, `SELECT email FROM _superusers`, "operator@example.com")
	if _, complaint, err := other.command("restore", backup); err == nil || !strings.Contains(complaint, "there is a database") {
		t.Errorf("onto what is there: %v %s", err, complaint)
	}
	other.has(t, `SELECT count(*) FROM accounts`, "3")
	if err := other.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, other.output)
	}
}

// put copies a file that backups do not hold.
func put(t testing.TB, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// holdsNoSecret checks that a backup has neither key nor documents nor secrets.
func holdsNoSecret(t testing.TB, path string, secrets ...string) {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, file := range archive.File {
		if name := file.Name; strings.HasPrefix(name, "documents") || strings.HasSuffix(name, ".key") || strings.HasSuffix(name, ".pdf") {
			t.Errorf("the backup holds %s", name)
		}
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range secrets {
			if strings.Contains(string(content), secret) {
				t.Errorf("a secret is in %s of the backup", file.Name)
			}
		}
	}
}

// As many nightly backups are kept as the flag says. Settings that are given by flags
// cannot be changed in the dashboard. All other settings can.
func TestBackupsAreKeptAndSettingsHold(t *testing.T) {
	t.Parallel()
	server := services.S3(t)
	r := withBackups(t, server)
	o := r.operator(t)
	put := func(name string) {
		if _, err := server.Client.PutObject(context.Background(), backupBucket, name, strings.NewReader("a backup"), 8, minio.PutObjectOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"before_the_upgrade.zip", auto + "1.zip", auto + "2.zip", auto + "3.zip"} {
		put(name)
	}
	// The S3 server dates objects by the second. Of objects with equal dates any may be
	// deleted as the oldest.
	second := time.Now().Unix()
	eventually(t, "another second", func() bool { return time.Now().Unix() > second })
	made := o.backUp(t, server)
	eventually(t, "two backups of nights, and the one by hand", func() bool { return len(inBucket(t, server, backupBucket)) == 3 })
	if left := inBucket(t, server, backupBucket); !slices.Contains(left, made) || !slices.Contains(left, "before_the_upgrade.zip") {
		t.Errorf("left are %s", left)
	}

	refused := o.send(t, http.MethodPatch, "/api/settings", map[string]any{"backups": map[string]any{"cron": "", "cronMaxKeep": 1}}).expect(t, 400)
	if !strings.Contains(refused.body, "--backup-cron") {
		t.Errorf("backups switched off in the dashboard: %s", refused.body)
	}
	o.send(t, http.MethodPatch, "/api/settings", map[string]any{"meta": map[string]any{"appName": "Moves"}}).expect(t, 200)
	var shown struct {
		Meta    struct{ AppName string }
		Backups struct {
			Cron string
			S3   struct{ Bucket, Secret string }
		}
	}
	body := o.send(t, http.MethodGet, "/api/settings", nil).expect(t, 200).body
	if err := json.Unmarshal([]byte(body), &shown, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	if b := shown.Backups; shown.Meta.AppName != "Moves" || b.Cron != "0 2 * * *" || b.S3.Bucket != backupBucket || b.S3.Secret != "" {
		t.Errorf("the settings are %s", body)
	}
	if err := r.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, r.output)
	}
	r.keepsSecret(t, server.SecretKey)

	r.env = nil
	r.start()
	// A backup that is scheduled without the flags would give another answer.
	r.operator(t).send(t, http.MethodPost, backupJob, nil).expect(t, 404)
}
