package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Restoring a backup in the dashboard takes the database back in time. It leaves the
// documents and the key in their place.
func TestRestoreInTheDashboard(t *testing.T) {
	t.Parallel()
	s := newService(t)
	root := filepath.Join(s.dir, "documents", "acme")
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "january.pdf"), pdf("January"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := launch(t, s, "acme")
	o := r.operator(t)
	o.vendor(t, "PAYCO", "http", "https://vendor.example/verify", vendorSecret)
	r.imported(t, "1")
	before := r.stored(t)
	o.send(t, http.MethodPost, "/api/backups", map[string]any{"name": "before.zip"}).expect(t, 204)
	r.imported(t, "later")
	o.send(t, http.MethodPost, "/api/backups/before.zip/restore", nil).expect(t, 204)
	eventually(t, "the service runs again, without what came later", func() bool {
		a, err := exchange(patient, http.MethodGet, r.url+statusPath+"later/", "Token "+r.token, "")
		return err == nil && strings.Contains(a.body, `"import_process_does_not_exist"`)
	})
	if after := r.stored(t); after != before {
		t.Errorf("there was %s, now there is %s", before, after)
	}
	r.opens(t, "PAYCO", vendorSecret)
	r.post(t, notesPath, onto("1", `"notes":[`+note("after", "january.pdf")+`]`)).expect(t, 201)
	r.imported(t, "later")
	if err := r.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, r.output)
	}
}
