package importclient

import (
	"bytes"
	"encoding/json/jsontext"
	"testing"
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
		r := newLineReader(bytes.NewReader(text))
		for {
			l, err := r.readNext()
			if err != nil {
				break
			}
			e, _ := readEntry(l)
			if !jsontext.Value(e.text).IsValid(jsontext.AllowDuplicateNames(true)) {
				t.Errorf("%q is sent as %q", l.text, e.text)
			}
			if again := trimLine(l.number, text[l.start:l.start+l.size]); !bytes.Equal(again, l.text) {
				t.Errorf("%q is read again as %q", l.text, again)
			}
		}
		if int(r.offset) != len(text) {
			t.Errorf("%d bytes of %d were read", r.offset, len(text))
		}
	})
}
