package document

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// CleanRoot returns the document root of a supplier without the slashes around it. It
// returns false for a root that holds the whole store, as "" and "/", and for one that is
// not a clean path.
func CleanRoot(root string) (string, bool) {
	return CleanPath(strings.Trim(root, "/"))
}

// RootKey returns a text by which clean roots are compared. A root contains another one
// where its key is a prefix of the other's key. Roots that a store could mistake for each
// other have the same key: some stores ignore case and the form of accents.
func RootKey(root string) string {
	return strings.ToLower(norm.NFC.String(strings.ReplaceAll(root, "/", "\x00") + "\x00"))
}
