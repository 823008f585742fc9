package settings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/settings"
)

// Only suppliers with a root of their own use documents. A root within another one is such a root:
// its supplier reads no other's documents.
func TestRootsOfSuppliers(t *testing.T) {
	for name, c := range map[string]struct {
		roots  []string
		usable []string
	}{
		"apart":            {[]string{"acme", "acme2", "bolt/docs", "bolt/documents"}, []string{"acme", "acme2", "bolt/docs", "bolt/documents"}},
		"none":             {[]string{"", "acme"}, []string{"acme"}},
		"the whole store":  {[]string{"/", "acme"}, []string{"acme"}},
		"out of the store": {[]string{"..", "acme/../bolt", "acme"}, []string{"acme"}},
		"one in another":   {[]string{"acme", "acme/bolt", "acme/core", "zeta"}, []string{"acme/bolt", "acme/core", "zeta"}},
		"three deep":       {[]string{"a/b/c", "a/b", "a"}, []string{"a/b/c"}},
		"the same":         {[]string{"acme", "acme/", "/ACME", "bolt"}, []string{"bolt"}},
		"the same, around": {[]string{"acme", "acme", "acme/bolt"}, []string{"acme/bolt"}},
	} {
		var list []*settings.Supplier
		for i, root := range c.roots {
			list = append(list, &settings.Supplier{ID: fmt.Sprint(i), Code: fmt.Sprint("S", i), DocumentRoot: root})
		}
		var usable []string
		for _, s := range settings.NewSnapshot(&settings.Values{Suppliers: list}).Suppliers() {
			if root := s.UsableRoot(); root != "" {
				usable = append(usable, root)
			} else if !strings.HasPrefix(s.RootFault, "it") {
				t.Errorf("%s: no reason for %q", name, s.DocumentRoot)
			}
		}
		if slices.Sort(usable); !slices.Equal(usable, c.usable) {
			t.Errorf("%s: %q, want %q", name, usable, c.usable)
		}
	}
}
