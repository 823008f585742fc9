package book_test

import (
	"bytes"
	"encoding/json/jsontext"
	"testing"

	"dataimport/modules/kit/domain/book"
)

// What is sent of a line is a JSON value. What is read of it again is the same.
func FuzzBook(f *testing.F) {
	for _, seed := range []string{
		"", "\n\n", "{}", "\xef\xbb\xbf{\"external_account_number\":\"1\"}\r\n{", `{"account":{"external_account_number":"1"},"notes":[]}`,
		`{"account":[]}`, `{"a":1,"a":2}`, "{\"external_account_number\":\"\xff\"}", `{"account":{"import_supplier":5}}`, "[1]\nnull\n\"x\"",
		`{"line":1,"code":"x","external_account_number":"1","notes":[]}`, `{"line":1,"code":"x","account":{},"raw":"{"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r := book.NewReader(bytes.NewReader(text))
		for {
			l, err := r.ReadNext()
			if err != nil {
				break
			}
			e, _ := book.ReadEntry(l.Text)
			if !jsontext.Value(e.Text).IsValid(jsontext.AllowDuplicateNames(true)) {
				t.Errorf("%q is sent as %q", l.Text, e.Text)
			}
			if again := book.Trim(l.Number, text[l.Start:l.Start+l.Size]); !bytes.Equal(again, l.Text) {
				t.Errorf("%q is read again as %q", l.Text, again)
			}
		}
		if int(r.Offset()) != len(text) {
			t.Errorf("%d bytes of %d were read", r.Offset(), len(text))
		}
	})
}
