package formats

import (
	"strings"
	"testing"
	"unicode"
)

// An accepted address is safe in a header: it is one word with one domain.
func FuzzEmail(f *testing.F) {
	for _, seed := range []string{"zoë@example.com", "a@b", "\"a b\"@example.com", "a@[127.0.0.1]", "a@b.c\r\nBcc: x@y.z", "@", "a@@b.c", "a@münchen.example"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		if IsEmail(address) && (!strings.Contains(address, "@") || strings.ContainsFunc(address, unicode.IsControl)) {
			t.Errorf("%q is an address", address)
		}
	})
}
