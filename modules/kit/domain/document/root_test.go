package document_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/document"
)

func TestCleanRoot(t *testing.T) {
	for root, want := range map[string]string{
		"acme": "acme", "/acme/": "acme", "//srv/docs//": "srv/docs", "Énergie & Co/2024": "Énergie & Co/2024", "..a": "..a",
	} {
		if got, ok := document.CleanRoot(root); !ok || got != want {
			t.Errorf("CleanRoot(%q) = %q, %t; want %q", root, got, ok, want)
		}
	}
	for _, root := range []string{"", "/", "///", ".", "./", "..", "acme/..", "acme/./x", "acme//x", `acme\x`, "acme\x00"} {
		if got, ok := document.CleanRoot(root); ok {
			t.Errorf("CleanRoot(%q) = %q; want it refused", root, got)
		}
	}
}

// A root contains itself and the roots below it, by whole names.
func TestRootKey(t *testing.T) {
	for _, c := range []struct {
		outer, inner string
		contains     bool
	}{
		{"acme", "acme", true}, {"acme", "ACME", true}, {"acme", "Acme/docs", true}, {"acme/docs", "acme/docs/2024", true},
		{"e\u0301nergie", "\u00c9nergie/x", true},
		{"acme", "acme2", false}, {"acme", "ac", false}, {"acme/docs", "acme", false}, {"acme/doc", "acme/docs", false}, {"a", "b/a", false},
	} {
		if got := strings.HasPrefix(document.RootKey(c.inner), document.RootKey(c.outer)); got != c.contains {
			t.Errorf("%q contains %q: %t", c.outer, c.inner, got)
		}
	}
}
