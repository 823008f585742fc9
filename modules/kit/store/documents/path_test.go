package documents

import (
	"errors"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/document"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

func TestCleanPath(t *testing.T) {
	for path, want := range map[string]string{
		"a.pdf":                         "a.pdf",
		"/a.pdf":                        "a.pdf",
		"letters/2024/a b.pdf":          "letters/2024/a b.pdf",
		"/notes/EXT-1/naïve€.pdf":       "notes/EXT-1/naïve€.pdf",
		"..a/b..c/d..":                  "..a/b..c/d..",
		"...":                           "...",
		".hidden/.file":                 ".hidden/.file",
		"a:b/c*?.pdf":                   "a:b/c*?.pdf",
		strings.Repeat("a/", 500) + "z": strings.Repeat("a/", 500) + "z",
	} {
		if got, ok := document.CleanPath(path); !ok || got != want {
			t.Errorf("CleanPath(%q) = %q, %t; want %q", path, got, ok, want)
		}
		if err := ValidPath.Validate(path); err != nil {
			t.Errorf("ValidPath refuses %q: %v", path, err)
		}
	}
	for _, path := range []string{
		"/", "//", "//a", "a//b", "a/", "/a/", "..", "../a", "a/../b", "a/..", "/..", ".", "./a", "a/./b",
		`a\b`, `..\a`, "a\x00b", "a\nb", "a\tb", "a\x7fb", "a\u0085b", "\x1b[2J",
	} {
		if got, ok := document.CleanPath(path); ok {
			t.Errorf("CleanPath(%q) = %q; want it refused", path, got)
		}
		var coded validation.Error
		if err := ValidPath.Validate(path); !errors.As(err, &coded) || coded.Code() != "invalid_document_path" {
			t.Errorf("ValidPath(%q) = %v", path, err)
		}
	}
	if _, ok := document.CleanPath(""); ok {
		t.Error("an empty path names no document")
	}
	if err := ValidPath.Validate(""); err != nil {
		t.Errorf("an absent path is not invalid: %v", err)
	}
}

func TestLocation(t *testing.T) {
	for _, c := range []struct{ root, path, want string }{
		{"root", "a.pdf", "root/a.pdf"},
		{"root/", "/a.pdf", "root/a.pdf"},
		{"s3/deep/root//", "x/y.pdf", "s3/deep/root/x/y.pdf"},
		{"/srv/docs", "/x/y.pdf", "/srv/docs/x/y.pdf"},
		{"", "/a.pdf", "a.pdf"},
		{"/", "a.pdf", "/a.pdf"},
	} {
		if got := (Location{c.root, c.path}).String(); got != c.want {
			t.Errorf("%q below %q is %q; want %q", c.path, c.root, got, c.want)
		}
	}
}

func FuzzCleanPath(f *testing.F) {
	for _, seed := range []string{"a/b.pdf", "/a", "../a", "a/../../b", `a\..\b`, "a\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		clean, ok := document.CleanPath(path)
		if !ok {
			return
		}
		if again, ok := document.CleanPath(clean); !ok || again != clean {
			t.Fatalf("%q is clean, but becomes %q, %t", clean, again, ok)
		}
		for _, segment := range strings.Split(Location{"root", path}.String(), "/") {
			if segment == "" || segment == ".." {
				t.Fatalf("%q leaves its root", path)
			}
		}
	})
}
