package documents

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"dataimport/modules/kit/domain/document"
)

// linkKey signs links in tests.
var linkKey = bytes.Repeat([]byte("k"), minLinkKey)

// folderWith returns a store with some documents.
func folderWith(t *testing.T, contents map[string]string) (store *Folder, dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, content := range contents {
		put(t, dir, name, content)
	}
	return NewFolder(dir, linkKey), dir
}

// at returns the location of a path whose first name is the root.
func at(path string) Location {
	root, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return Location{root, rest}
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// infoOf returns the Info of a document with a content.
func infoOf(content string) document.Info {
	sum := sha256.Sum256([]byte(content))
	return document.Info{Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:])}
}

// named are documents whose names are easily changed by mistake on their way to a store.
var named = map[string]string{
	"root/a.pdf":                       "%PDF-1.7 a",
	"root/empty":                       "",
	"root/naïve €/Ω.pdf":               "non-ASCII",
	"root/e\u0301te\u0301.pdf":         "decomposed",
	"root/\u00e9t\u00e9.pdf":           "composed",
	"root/a b+c&d=e?f#g;h.pdf":         "punctuation",
	"root/%2e%2e/%2e%2e/literal.pdf":   "percent signs that stand for themselves",
	"root/..a/b../...":                 "dots that lead nowhere",
	"root/" + strings.Repeat("x", 200): "a long name",
}

// absent are paths at which no store has a document, whatever it holds.
var absent = map[string]string{
	"nothing there":              "root/missing.pdf",
	"nothing there, deep":        "root/no/such/folder/a.pdf",
	"a folder":                   "root",
	"below a file":               "root/a.pdf/b",
	"the store itself":           "/",
	"no root":                    "//root/a.pdf",
	"no path":                    "",
	"out of the store":           "../../etc/passwd",
	"out of the store, absolute": "/../../../etc/passwd",
	"out of the store, half way": "root/../../../etc/passwd",
	"encoded dots":               "%2e%2e/%2e%2e/etc/passwd",
	"backslashes":                `..\..\etc\passwd`,
	"an absolute path":           "/etc/passwd",
	"a NUL":                      "root/a.pdf\x00",
	"a line break":               "root/a.pdf\n",
	"not UTF-8":                  "root/\xff\xfe.pdf",
	"a slash at the end":         "root/a.pdf/",
	"two slashes":                "root/x//a.pdf",
	"4 KB":                       "root/" + strings.Repeat("a/", 2000) + "z",
	"4 KB in one name":           "root/" + strings.Repeat("a", 4096),
	"300 bytes in one name":      "root/" + strings.Repeat("a", 300),
}

func TestFolderFinds(t *testing.T) {
	store, _ := folderWith(t, named)
	checkFinds(t, store)
}

func TestFolderHasNothingElse(t *testing.T) {
	store, _ := folderWith(t, named)
	checkAbsent(t, store)
}

func checkFinds(t *testing.T, store Store) {
	t.Helper()
	for name, content := range named {
		for _, path := range []string{name, "/" + name} {
			got, err := store.Stat(t.Context(), at(path))
			if err != nil || got != infoOf(content) {
				t.Errorf("Stat(%q) = %v, %v; want %v", path, got, err, infoOf(content))
			}
			if read, err := readAll(t.Context(), store, path); err != nil || read != content {
				t.Errorf("Open(%q) reads %q, %v; want %q", path, read, err, content)
			}
		}
	}
}

func checkAbsent(t *testing.T, store Store) {
	t.Helper()
	for what, path := range absent {
		if got, err := store.Stat(t.Context(), at(path)); !errors.Is(err, ErrNotFound) || errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: Stat = %v, %v; want ErrNotFound", what, got, err)
		}
		if read, err := readAll(t.Context(), store, path); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: Open reads %q, %v; want ErrNotFound", what, read, err)
		}
	}
}

func readAll(ctx context.Context, store Store, path string) (string, error) {
	file, err := store.Open(ctx, at(path))
	if err != nil {
		return "", err
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	return string(content), err
}

func TestFolderLinksOutAreRefused(t *testing.T) {
	store, dir := folderWith(t, map[string]string{"root/a.pdf": "a", "other/secret": "secret"})
	outside := t.TempDir()
	put(t, outside, "secret", "secret")
	for name, target := range map[string]string{
		"root/file":     filepath.Join(outside, "secret"),
		"root/folder":   outside,
		"root/relative": "../../" + filepath.Base(outside) + "/secret",
		"root/loop":     "loop",
		"root/other":    "../other/secret",
		"root/others":   "../other",
		"root/absolute": filepath.Join(dir, "other", "secret"),
		"alias":         "other",
		"root/inside":   "a.pdf",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"root/file", "root/folder/secret", "root/relative", "root/loop", "root/other", "root/others/secret", "root/absolute", "alias/secret"} {
		if got, err := store.Stat(t.Context(), at(path)); !errors.Is(err, ErrNotFound) {
			t.Errorf("Stat(%q) = %v, %v; want ErrNotFound", path, got, err)
		}
	}
	if got, err := store.Stat(t.Context(), at("root/inside")); err != nil || got != infoOf("a") {
		t.Errorf("a link that stays inside is %v, %v", got, err)
	}
}

func TestFolderTakesOnlyFiles(t *testing.T) {
	store, dir := folderWith(t, map[string]string{"root/a.pdf": "a"})
	if err := syscall.Mkfifo(filepath.Join(dir, "root", "pipe"), 0o644); err != nil {
		t.Skip(err)
	}
	if got, err := store.Stat(t.Context(), at("root/pipe")); !errors.Is(err, ErrNotFound) {
		t.Errorf("a named pipe is %v, %v; want ErrNotFound, at once", got, err)
	}
}

func TestFolderSeesWhatIsReplaced(t *testing.T) {
	store, dir := folderWith(t, map[string]string{"root/a.pdf": "before"})
	for _, content := range []string{"before", "after!", ""} {
		put(t, dir, "root/a.pdf", content)
		if got, err := store.Stat(t.Context(), at("root/a.pdf")); err != nil || got != infoOf(content) {
			t.Errorf("Stat = %v, %v; want that of %q", got, err, content)
		}
	}
	if err := os.Remove(filepath.Join(dir, "root", "a.pdf")); err != nil {
		t.Fatal(err)
	}
	if got, err := store.Stat(t.Context(), at("root/a.pdf")); !errors.Is(err, ErrNotFound) {
		t.Errorf("removed, it is %v, %v; want ErrNotFound", got, err)
	}
}

func TestFolderThatIsAway(t *testing.T) {
	store, dir := folderWith(t, map[string]string{"root/a.pdf": "a"})
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	if got, err := store.Stat(t.Context(), at("root/a.pdf")); !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNotFound) {
		t.Errorf("while the folder is away, Stat = %v, %v; want ErrUnavailable", got, err)
	}
	if err := os.Rename(dir+".away", dir); err != nil {
		t.Fatal(err)
	}
	if got, err := store.Stat(t.Context(), at("root/a.pdf")); err != nil || got != infoOf("a") {
		t.Errorf("once it is back, Stat = %v, %v", got, err)
	}
}

func TestFolderErrors(t *testing.T) {
	for number, want := range map[syscall.Errno]error{
		syscall.ENOENT: ErrNotFound, syscall.ENOTDIR: ErrNotFound, syscall.ENAMETOOLONG: ErrNotFound,
		syscall.EACCES: ErrUnavailable, syscall.EIO: ErrUnavailable, syscall.EMFILE: ErrUnavailable, syscall.ESTALE: ErrUnavailable,
	} {
		if err := refused(&os.PathError{Op: "openat", Path: "a", Err: number}); !errors.Is(err, want) {
			t.Errorf("%v is %v; want %v", number, err, want)
		}
	}
	store, _ := folderWith(t, map[string]string{"root/a.pdf": "a"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Stat(ctx, at("root/a.pdf")); !errors.Is(err, ErrUnavailable) || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, Stat fails with %v", err)
	}
}

func TestFolderReadsInConstantMemory(t *testing.T) {
	store, dir := folderWith(t, map[string]string{"root/a.pdf": "a"})
	const size = 64 << 20
	file, err := os.Create(filepath.Join(dir, "root", "large"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(file.Truncate(size), file.Close()); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := store.Stat(t.Context(), at("root/large"))
	runtime.ReadMemStats(&after)
	if err != nil || got.Size != size {
		t.Fatalf("Stat = %v, %v", got, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("looking up %d bytes took %d bytes of memory", size, used)
	}
}
