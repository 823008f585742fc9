package documents

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const pdf = "%PDF-1.7\n0123456789"

// answer is the answer that a browser gets.
type answer struct {
	*http.Response
	body string
}

// visit requests an address of a store as a browser on the service's host does.
func visit(t *testing.T, store Store, method, address string, header ...string) answer {
	t.Helper()
	mux := http.NewServeMux() // the mux decodes and cleans paths in its own way
	mux.Handle(LinkPrefix+"{path...}", Handler(store))
	request := httptest.NewRequest(method, address, nil)
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	mux.ServeHTTP(recorder, request)
	response := recorder.Result()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response, string(content)}
}

func link(t *testing.T, store Store, path string, life time.Duration) string {
	t.Helper()
	address, err := store.Link(t.Context(), at(path), life)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func TestFolderLinkOpensEveryName(t *testing.T) {
	store, _ := folderWith(t, named)
	for name, content := range named {
		address := link(t, store, name, time.Minute)
		got := visit(t, store, http.MethodGet, address)
		if got.StatusCode != http.StatusOK || got.body != content {
			t.Errorf("%s opens %d %q; want %q", address, got.StatusCode, got.body, content)
		}
	}
}

func TestFolderLinkOfNoPath(t *testing.T) {
	store, _ := folderWith(t, nil)
	for _, path := range []string{"", "/", "a.pdf", "../a", "root/a//b", "root/a\x00"} {
		if address, err := store.Link(t.Context(), at(path), time.Minute); err == nil {
			t.Errorf("%q has the link %s", path, address)
		}
	}
	for _, life := range []time.Duration{-time.Hour, 0, MaxLinkLife + time.Second} {
		if address, err := store.Link(t.Context(), at("root/a.pdf"), life); err == nil {
			t.Errorf("a link may live for %s: %s", life, address)
		}
	}
}

func TestFolderLinkExpires(t *testing.T) {
	store, _ := folderWith(t, map[string]string{"root/a.pdf": pdf})
	synctest.Test(t, func(t *testing.T) {
		address := link(t, store, "root/a.pdf", time.Minute)
		time.Sleep(59 * time.Second)
		if got := visit(t, store, http.MethodGet, address); got.StatusCode != http.StatusOK {
			t.Errorf("shortly before its end, the link opens %d %q", got.StatusCode, got.body)
		}
		time.Sleep(2 * time.Second)
		got := visit(t, store, http.MethodGet, address)
		if got.StatusCode != http.StatusForbidden || !strings.Contains(got.body, "expired") {
			t.Errorf("after its end, the link opens %d %q", got.StatusCode, got.body)
		}
	})
}

func TestFolderLinkCannotBeForged(t *testing.T) {
	store, _ := folderWith(t, map[string]string{"root/a.pdf": pdf, "root/b.pdf": pdf})
	good, err := url.Parse(link(t, store, "root/a.pdf", time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	expires, signature := good.Query().Get("expires"), good.Query().Get("signature")
	other, err := NewFolder(t.TempDir(), make([]byte, minLinkKey)).Link(t.Context(), at("root/a.pdf"), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for what, address := range map[string]string{
		"another document":        "/documents/root/b.pdf?" + good.RawQuery,
		"a longer life":           "/documents/root/a.pdf?root=1&expires=9" + expires + "&signature=" + signature,
		"the same end, written +": "/documents/root/a.pdf?root=1&expires=%2B" + expires + "&signature=" + signature,
		"another signature":       "/documents/root/a.pdf?root=1&expires=" + expires + "&signature=" + strings.ToLower(signature),
		"half a signature":        "/documents/root/a.pdf?root=1&expires=" + expires + "&signature=" + signature[:20],
		"no signature":            "/documents/root/a.pdf?root=1&expires=" + expires,
		"no end":                  "/documents/root/a.pdf?root=1&signature=" + signature,
		"no query":                "/documents/root/a.pdf",
		"another key":             other,
		"no root":                 "/documents/root/a.pdf?expires=" + expires + "&signature=" + signature,
		"another root":            "/documents/root/a.pdf?root=2&expires=" + expires + "&signature=" + signature,
		"the whole store":         "/documents/root/a.pdf?root=0&expires=" + expires + "&signature=" + signature,
		"out of the folder":       "/documents/%2e%2e/%2e%2e/etc/passwd?" + good.RawQuery,
		"the folder":              "/documents/?" + good.RawQuery,
	} {
		got := visit(t, store, http.MethodGet, address)
		if got.StatusCode == http.StatusMovedPermanently || got.StatusCode == http.StatusTemporaryRedirect {
			continue // the mux redirects to the cleaned path, which was not signed
		}
		if got.StatusCode != http.StatusForbidden || !strings.Contains(got.body, "not valid") {
			t.Errorf("%s: %d %q; want 403", what, got.StatusCode, got.body)
		}
	}
}

func TestFolderLinkOfWhatIsGone(t *testing.T) {
	store, dir := folderWith(t, map[string]string{"root/a.pdf": pdf, "root/b/c.pdf": pdf})
	address, folder := link(t, store, "root/a.pdf", time.Minute), link(t, store, "root/b", time.Minute)
	if got := visit(t, store, http.MethodGet, folder); got.StatusCode != http.StatusNotFound {
		t.Errorf("a folder opens %d %q", got.StatusCode, got.body)
	}
	if err := os.Remove(filepath.Join(dir, "root", "a.pdf")); err != nil {
		t.Fatal(err)
	}
	if got := visit(t, store, http.MethodGet, address); got.StatusCode != http.StatusNotFound || !strings.Contains(got.body, "no longer") {
		t.Errorf("a document that is gone opens %d %q", got.StatusCode, got.body)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if got := visit(t, store, http.MethodGet, address); got.StatusCode != http.StatusServiceUnavailable || got.Header.Get("Retry-After") == "" {
		t.Errorf("without the folder, a document opens %d %q", got.StatusCode, got.body)
	}
}

func TestFolderLinkMethodsAndRanges(t *testing.T) {
	store, _ := folderWith(t, map[string]string{"root/a.pdf": pdf})
	address := link(t, store, "root/a.pdf", time.Minute)
	if got := visit(t, store, http.MethodHead, address); got.StatusCode != http.StatusOK || got.body != "" || got.ContentLength != int64(len(pdf)) {
		t.Errorf("HEAD is %d, %d bytes, %q", got.StatusCode, got.ContentLength, got.body)
	}
	if got := visit(t, store, http.MethodGet, address, "Range", "bytes=9-12"); got.StatusCode != http.StatusPartialContent || got.body != "0123" {
		t.Errorf("a part is %d %q", got.StatusCode, got.body)
	}
	if got := visit(t, store, http.MethodGet, address, "Range", "bytes=100-"); got.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("a part that there is not is %d %q", got.StatusCode, got.body)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		if got := visit(t, store, method, address); got.StatusCode != http.StatusMethodNotAllowed || got.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s is %d %q", method, got.StatusCode, got.body)
		}
	}
}

func TestFolderLinkShowsOnlyWhatIsHarmless(t *testing.T) {
	const html = "<!DOCTYPE html><script>alert(1)</script>"
	for name, c := range map[string]struct{ content, kind, disposition string }{
		"a.pdf":      {pdf, "application/pdf", `inline; filename=a.pdf`},
		"b.png":      {"\x89PNG\x0D\x0A\x1A\x0A", "image/png", `inline; filename=b.png`},
		"c.jpg":      {"\xFF\xD8\xFF\xE0", "image/jpeg", `inline; filename=c.jpg`},
		"page.html":  {html, "text/html; charset=utf-8", `attachment; filename=page.html`},
		"lie.pdf":    {html, "text/html; charset=utf-8", `attachment; filename=lie.pdf`},
		"lie.png":    {`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`, "text/plain; charset=utf-8", `attachment; filename=lie.png`},
		"d.svg":      {`<?xml version="1.0"?><svg/>`, "text/xml; charset=utf-8", `attachment; filename=d.svg`},
		"e.txt":      {"text", "text/plain; charset=utf-8", `attachment; filename=e.txt`},
		"f.bin":      {"\x00\x01", "application/octet-stream", `attachment; filename=f.bin`},
		"g.zip":      {"PK\x03\x04", "application/zip", `attachment; filename=g.zip`},
		"empty":      {"", "text/plain; charset=utf-8", `attachment; filename=empty`},
		"é \".pdf":   {pdf, "application/pdf", `inline; filename*=utf-8''%C3%A9%20%22.pdf`},
		"a\"b;c.pdf": {pdf, "application/pdf", `inline; filename="a\"b;c.pdf"`},
	} {
		store, _ := folderWith(t, map[string]string{"root/" + name: c.content})
		got := visit(t, store, http.MethodGet, link(t, store, "root/"+name, time.Minute))
		if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != c.kind || got.Header.Get("Content-Disposition") != c.disposition {
			t.Errorf("%s: %d %q %q; want %q %q", name, got.StatusCode, got.Header.Get("Content-Type"), got.Header.Get("Content-Disposition"), c.kind, c.disposition)
		}
		policy := got.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "sandbox") == (c.kind == "application/pdf") {
			t.Errorf("%s: the policy is %q", name, policy)
		}
		for header, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer",
		} {
			if got.Header.Get(header) != want {
				t.Errorf("%s: %s is %q", name, header, got.Header.Get(header))
			}
		}
	}
}

func TestHandlerOfAStoreWithLinksElsewhere(t *testing.T) {
	store, err := NewS3(S3Config{Endpoint: "127.0.0.1:1", Bucket: "b", Region: "r", AccessKey: "a", SecretKey: "s"})
	if err != nil {
		t.Fatal(err)
	}
	if got := visit(t, store, http.MethodGet, "/documents/a.pdf"); got.StatusCode != http.StatusNotFound {
		t.Errorf("it serves %d %q", got.StatusCode, got.body)
	}
}
