package importclient

import (
	"bytes"
	"testing"

	"dataimport/modules"
)

// Each line of a book becomes an entry or is refused. None is lost.
func FuzzBook(f *testing.F) {
	for _, seed := range []string{
		"", "\n\n", "{}", "\xef\xbb\xbf{\"external_account_number\":\"1\"}\r\n{", `{"account":{"external_account_number":"1"},"notes":[]}`,
		`{"account":[]}`, `{"a":1,"a":2}`, "{\"external_account_number\":\"\xff\"}", `{"account":{"import_supplier":5}}`, "[1]\nnull\n\"x\"",
	} {
		f.Add([]byte(seed))
	}
	kinds := modules.PostImports()
	f.Fuzz(func(t *testing.T, text []byte) {
		b := newBook("book", bytes.NewReader(text))
		for {
			l, err := b.nextLine(func(int) bool { return false })
			if err != nil {
				break
			}
			if e, refused := parseLine(l, "ACME", kinds); refused == nil && e.account.Kind() != '{' {
				t.Errorf("%q is neither an account nor refused", l.text)
			}
		}
		if n := int(b.offset.Load()); n != len(text) {
			t.Errorf("%d bytes of %d were read", n, len(text))
		}
	})
}
