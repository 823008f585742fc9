package e2e

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/minio/minio-go/v7"

	"dataimport/e2e/services"
)

// held stands before an S3 server and delays uploads until it is released.
type held struct {
	came func() // called when an upload begins
	let  chan struct{}
	next http.Handler
}

func (h *held) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPut {
		h.came()
		<-h.let
	}
	h.next.ServeHTTP(w, r)
}

// While a backup is made the service stores data and commands work beside it. Neither
// waits for the backup, and the backup is complete.
func TestWorkGoesOnWhileABackupIsMade(t *testing.T) {
	t.Parallel()
	server := services.S3(t)
	// The proxy keeps the host, because the client's signature covers it.
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: server.Endpoint})
	begun := make(chan struct{})
	h := &held{came: sync.OnceFunc(func() { close(begun) }), let: make(chan struct{}), next: proxy}
	front := httptest.NewServer(h)
	defer front.Close()
	let := sync.OnceFunc(func() { close(h.let) })
	defer let()
	direct := server.Endpoint
	server.Endpoint = strings.TrimPrefix(front.URL, "http://")
	r := withBackups(t, server)
	server.Endpoint = direct
	o := r.operator(t)
	made := make(chan answer)
	go func() {
		defer close(made)
		made <- o.send(t, http.MethodPost, "/api/backups", map[string]any{"name": "slow.zip"})
	}()
	select {
	case <-begun:
	case a := <-made:
		t.Fatalf("there is nothing to store: %d %s", a.status, a.body)
	}
	r.imported(t, "while it is made")
	r.must("team", "create", "made beside the service")
	o.send(t, http.MethodPost, "/api/backups", map[string]any{"name": "second.zip"}).expect(t, 400)
	let()
	(<-made).expect(t, http.StatusNoContent)
	backup := filepath.Join(t.TempDir(), "backup.zip")
	if err := server.Client.FGetObject(context.Background(), backupBucket, "slow.zip", backup, minio.GetObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(r.dir, ".backup")); !os.IsNotExist(err) {
		t.Errorf("something is left: %v", err)
	}
	other := newService(t)
	other.must("restore", backup)
	other.has(t, `SELECT external_account_number FROM accounts`, "1", "Zoë 2/ß")
	if err := r.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, r.output)
	}
}
