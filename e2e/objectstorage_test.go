package e2e

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"dataimport/e2e/faultproxy"
	"dataimport/e2e/services"
)

// onS3 starts a service whose documents are in a bucket at an endpoint. The secret key is
// in the environment.
func onS3(t testing.TB, server *services.S3Server, endpoint string) *running {
	t.Helper()
	s := newService(t)
	s.env = []string{"DATAIMPORT_S3_SECRET_KEY=" + server.SecretKey}
	return launch(t, s, documentRoot, "--s3-endpoint", endpoint, "--s3-bucket", server.Bucket, "--s3-region", server.Region,
		"--s3-access-key", server.AccessKey, "--s3-tls=false")
}

// The tests share one S3 server. The tests that stop the server do not run beside the
// others.
func TestDocumentsInObjectStorage(t *testing.T) {
	t.Parallel()
	server := services.S3(t)
	r := onS3(t, server, server.Endpoint)
	r.imported(t, "1")
	documentsAreVerified(t, r, server)
	t.Run("side by side", func(t *testing.T) { sideBySide(t, server) })
	t.Run("stopped", func(t *testing.T) { theStoreIsStopped(t, r, server) })
	t.Run("stopped under an import", func(t *testing.T) { theStoreIsStoppedUnderAnImport(t, r, server) })
	if err := r.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, r.output)
	}
	r.keepsSecret(t, server.SecretKey)
}

// sideBySide verifies many documents in one request. The first connections are held until
// there are several of them. If each document waited for the one before it, there would
// never be several. There are never as many connections as documents.
func sideBySide(t *testing.T, server *services.S3Server) {
	const documents, atLeast, atMost = 300, 8, 64
	var begun, open, most atomic.Int32
	several := make(chan struct{})
	proxy := faultproxy.New(t, server.Endpoint)
	proxy.Always(func(c *faultproxy.Conn) {
		now := open.Add(1)
		defer open.Add(-1)
		for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
		}
		if begun.Add(1) == atLeast {
			close(several)
		}
		select {
		case <-several:
			faultproxy.Pass(c)
		case <-t.Context().Done():
		}
	})
	r := onS3(t, server, proxy.Address())
	r.imported(t, "1")
	statements, want := make([]string, documents), make([]string, documents)
	for i := range documents {
		id, content := fmt.Sprintf("many-%03d", i), pdf(strings.Repeat("x", i))
		server.Put(t, "acme/docs/many/"+id+".pdf", content)
		statements[i], want[i] = statement(id, "many/"+id+".pdf"), fmt.Sprintf("%s|%d|%s", id, len(content), checksum(content))
	}
	r.post(t, statementsPath, onto("1", `"statements":[`+strings.Join(statements, ",")+`]`)).expect(t, 201)
	r.has(t, `SELECT statement_id, size, sha256 FROM statements ORDER BY 1`, want...)
	if n := most.Load(); n > atMost {
		t.Errorf("one request had %d connections at a time", n)
	}
}

// theStoreIsStopped: requests whose documents cannot be verified store nothing. All other
// requests succeed. When the store is back, the service works as before.
func theStoreIsStopped(t *testing.T, r *running, server *services.S3Server) {
	server.Put(t, "acme/docs/kept.pdf", pdf("kept"))
	staged := account("staged before", `,"statements":[`+statement("kept", "kept.pdf")+`]`)
	r.post(t, stagePath, staged).expect(t, 201)
	notes := onto("1", `"notes":[{"body":"beside it"},`+note("kept", "kept.pdf")+`]`)
	requests := []struct {
		path, body string
		status     int
	}{
		{notesPath, notes, 201},
		{statementsPath, onto("1", `"statements":[`+statement("kept", "kept.pdf")+`]`), 201},
		{validatePath, account("new", `,"notes":[`+note("", "kept.pdf")+`]`), 200},
		{stagePath, account("new", `,"notes":[`+note("", "kept.pdf")+`]`), 201},
		{processPath, process("staged before"), 201},
	}
	server.Stop()
	r.changesNothing(t, func() {
		var wg sync.WaitGroup
		for _, request := range requests {
			wg.Go(func() { r.post(t, request.path, request.body).expectUnavailable(t) })
		}
		wg.Wait()
	})
	if status := r.get(t, statusPath+"staged%20before/").expect(t, 200).member(t, "status"); status != "UNKNOWN" {
		t.Errorf("the account that could not be created is %s", status)
	}
	r.imported(t, "without documents")
	r.post(t, notesPath, onto("1", `"notes":[{"body":"while it is away"}]`)).expect(t, 201)
	server.Start()
	for _, request := range requests {
		r.post(t, request.path, request.body).expect(t, request.status)
	}
	r.has(t, `SELECT count(*), count(DISTINCT account) FROM statements WHERE statement_id = 'kept' AND sha256 = '`+checksum(pdf("kept"))+`'`, "2|2")
}

// theStoreIsStoppedUnderAnImport: the import client waits until the store is back. Then
// the whole book is imported, once.
func theStoreIsStoppedUnderAnImport(t *testing.T, r *running, server *services.S3Server) {
	const accounts = 50
	const begun = `SELECT count(*) FROM accounts WHERE external_account_number LIKE 'all-%'`
	const finished = `SELECT count(*) FROM statements WHERE statement_id LIKE 'all-%'`
	server.Put(t, "acme/docs/all.pdf", pdf("all"))
	server.Stop()
	client := r.importer(t.Context(), r.key, "-", "--report", filepath.Join(t.TempDir(), "report"))
	var book strings.Builder
	writeLines(t, &book, 0, accounts)
	client.Stdin = strings.NewReader(book.String())
	log := filepath.Join(t.TempDir(), "log")
	output, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	client.Stdout, client.Stderr = output, output
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	told := func() string {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	eventually(t, "the client waits", func() bool { return strings.Contains(told(), "document_store_unavailable") })
	r.post(t, statementsPath, onto("1", `"statements":[`+statement("probe", "all.pdf")+`]`)).expectUnavailable(t)
	r.has(t, begun+` UNION ALL `+finished, "0", "0")
	server.Start()
	if err := client.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, told())
	}
	r.has(t, begun+` AND number <> '' UNION ALL `+finished+` UNION ALL
		SELECT count(*) FROM notes WHERE body = 'all' AND document_paths LIKE '%`+checksum(pdf("all"))+`%'`,
		fmt.Sprint(accounts), fmt.Sprint(accounts), fmt.Sprint(accounts))
}

// writeLines writes lines of a book: an account each, with a note and a statement.
func writeLines(t *testing.T, w io.Writer, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		id := fmt.Sprintf("all-%d", i)
		if _, err := io.WriteString(w, line(account(id, ""), `"notes":[`+note("all", "all.pdf")+`],"statements":[`+statement(id, "all.pdf")+`]`)); err != nil {
			t.Fatalf("the client no longer reads: %v", err)
		}
	}
}
