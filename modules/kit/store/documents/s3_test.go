package documents

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"dataimport/e2e/services"
)

// configOf returns the configuration of a store on a server.
func configOf(server *services.S3Server) S3Config {
	return S3Config{
		Endpoint: server.Endpoint, Bucket: server.Bucket, Region: server.Region,
		AccessKey: server.AccessKey, SecretKey: Secret(server.SecretKey), PathStyle: true,
	}
}

func open(t *testing.T, c S3Config) Store {
	t.Helper()
	store, err := Open(Config{S3: c}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func TestS3(t *testing.T) {
	server := services.S3(t)
	for name, content := range named {
		server.Put(t, name, []byte(content))
	}
	store := open(t, configOf(server))
	t.Run("finds", func(t *testing.T) { checkFinds(t, store) })
	t.Run("has nothing else", func(t *testing.T) { checkAbsent(t, store) })
	t.Run("sees what is replaced", func(t *testing.T) { s3Replaced(t, server, store) })
	t.Run("takes a stored checksum", func(t *testing.T) { s3StoredChecksum(t, server) })
	t.Run("reads what came in parts", func(t *testing.T) { s3Parts(t, server, store) })
	t.Run("verifies", func(t *testing.T) { s3Verifies(t, server, store) })
	t.Run("links", func(t *testing.T) { s3Links(t, server, store) })
	t.Run("does not answer", func(t *testing.T) { s3Unavailable(t, server) })
}

func s3Replaced(t *testing.T, server *services.S3Server, store Store) {
	for _, content := range []string{"before", "after!", ""} {
		server.Put(t, "replaced/a.pdf", []byte(content))
		if got, err := store.Stat(t.Context(), at("replaced/a.pdf")); err != nil || got != infoOf(content) {
			t.Errorf("Stat = %v, %v; want that of %q", got, err, content)
		}
	}
	server.Remove(t, "replaced/a.pdf")
	if got, err := store.Stat(t.Context(), at("replaced/a.pdf")); !errors.Is(err, ErrNotFound) {
		t.Errorf("removed, it is %v, %v; want ErrNotFound", got, err)
	}
}

func s3StoredChecksum(t *testing.T, server *services.S3Server) {
	const content = "with a checksum of its own"
	server.PutWith(t, "sums/with", []byte(content), minio.PutObjectOptions{Checksum: minio.ChecksumSHA256, DisableContentSha256: true})
	server.Put(t, "sums/without", []byte(content))
	for path, want := range map[string][]string{"sums/with": {"HEAD"}, "sums/without": {"HEAD", "GET"}} {
		proxy := proxyTo(t, server)
		got, err := open(t, proxy.config).Stat(t.Context(), at(path))
		if err != nil || got != infoOf(content) || !slices.Equal(proxy.methods(), want) {
			t.Errorf("%s: Stat = %v, %v after %v; want %v", path, got, err, proxy.methods(), want)
		}
	}
}

// s3Parts uploads an object in parts, so that its stored checksum is not that of its
// content. It looks the object up in less memory than the object has bytes.
func s3Parts(t *testing.T, server *services.S3Server, store Store) {
	content := make([]byte, 24<<20)
	for i := range content {
		content[i] = byte(rand.Uint32())
	}
	server.PutWith(t, "root/parts", content, minio.PutObjectOptions{
		PartSize: 5 << 20, Checksum: minio.ChecksumSHA256, DisableContentSha256: true,
	})
	object, err := server.Client.StatObject(t.Context(), server.Bucket, "root/parts", minio.StatObjectOptions{Checksum: true})
	if err != nil || !strings.HasSuffix(object.ChecksumSHA256, "-5") {
		t.Fatalf("the stored checksum is %q, %v; want one of 5 parts", object.ChecksumSHA256, err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := store.Stat(t.Context(), at("root/parts"))
	runtime.ReadMemStats(&after)
	if err != nil || got != infoOf(string(content)) {
		t.Errorf("Stat = %v, %v; want %v", got, err, infoOf(string(content)))
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
		t.Errorf("looking up %d bytes took %d bytes of memory", len(content), used)
	}
}

func s3Verifies(t *testing.T, server *services.S3Server, store Store) {
	paths := numbered("", 200)
	for i, path := range paths {
		if i%10 != 3 {
			server.Put(t, "many/"+path, []byte(path))
		}
	}
	found, missing, err := Verify(t.Context(), store, "many", append(paths, paths...))
	if err != nil || len(found) != 180 || len(missing) != 40 || missing[0] != 3 || missing[39] != 393 {
		t.Errorf("found %d, missing %v, %v", len(found), missing, err)
	}
	if found["199"] != infoOf("199") {
		t.Errorf("many/199 is %v", found["199"])
	}
}

func s3Links(t *testing.T, server *services.S3Server, store Store) {
	for name, content := range named {
		response, body := browse(t, link(t, store, name, time.Minute))
		if response.StatusCode != http.StatusOK || body != content {
			t.Errorf("the link of %q opens %d %q", name, response.StatusCode, body)
		}
		kind, disposition := response.Header.Get("Content-Type"), response.Header.Get("Content-Disposition")
		if isPDF := strings.HasSuffix(name, ".pdf"); isPDF != (kind == "application/pdf") || isPDF != strings.HasPrefix(disposition, "inline;") {
			t.Errorf("the link of %q opens it as %q, %q", name, kind, disposition)
		}
	}
	address := link(t, store, "root/a.pdf", time.Second)
	if strings.Contains(address, server.SecretKey) {
		t.Errorf("a link shows the secret key: %s", address)
	}
	if response, _ := browse(t, strings.Replace(address, "a.pdf", "empty", 1)); response.StatusCode != http.StatusForbidden {
		t.Errorf("a link opens another document: %d", response.StatusCode)
	}
	response, body := browse(t, address)
	for end := time.Now().Add(5 * time.Second); response.StatusCode != http.StatusForbidden && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		response, body = browse(t, address) // the server's clock counts in seconds
	}
	if response.StatusCode != http.StatusForbidden {
		t.Errorf("after its end, a link opens %d %q", response.StatusCode, body)
	}
	for _, path := range []string{"", "a", "../a", "root/a\x00"} {
		if address, err := store.Link(t.Context(), at(path), time.Minute); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q has the link %s, %v", path, address, err)
		}
	}
	if address, err := store.Link(t.Context(), at("root/a.pdf"), MaxLinkLife+time.Second); err == nil {
		t.Errorf("a link lives too long: %s", address)
	}
}

func browse(t *testing.T, address string) (*http.Response, string) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var body bytes.Buffer
	if _, err := io.Copy(&body, response.Body); err != nil {
		t.Fatal(err)
	}
	return response, body.String()
}

func TestS3StoppedMidRun(t *testing.T) {
	server := services.S3(t)
	paths := numbered("", 40)
	for _, path := range paths {
		server.Put(t, "root/"+path, []byte(path))
	}
	proxy := proxyTo(t, server)
	proxy.after(20, server.Stop)
	store := open(t, proxy.config)
	check := func(when string) {
		t.Helper()
		start := time.Now()
		found, missing, err := Verify(t.Context(), store, "root", paths)
		if !errors.Is(err, ErrUnavailable) || found != nil || missing != nil {
			t.Errorf("%s: Verify = %v, %v, %v; want ErrUnavailable", when, found, missing, err)
		}
		if took := time.Since(start); took > 15*time.Second {
			t.Errorf("%s: it took %s to notice", when, took)
		}
	}
	check("stopped in between")
	store = open(t, configOf(server))
	check("stopped")
	if _, err := store.Open(t.Context(), Location{"root", paths[0]}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("stopped: Open fails with %v; want ErrUnavailable", err)
	}
	if address := link(t, store, "root/"+paths[0], time.Minute); address == "" { // signing sends no request
		t.Error("stopped: there is no link")
	}
	server.Start()
	found, missing, err := Verify(t.Context(), store, "root", append(paths, "missing"))
	if err != nil || len(found) != len(paths) || !slices.Equal(missing, []int{len(paths)}) {
		t.Errorf("started again: found %d, missing %v, %v", len(found), missing, err)
	}
}
