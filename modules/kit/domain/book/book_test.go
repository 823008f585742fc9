package book_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"dataimport/modules/kit/domain/book"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 300<<10)
	text := "\xef\xbb\xbf{1}\r\n\n  \t\n {2} \n" + long + "\n" + strings.Repeat("y", book.MaxLine+1) + "\n{last}"
	for name, r := range map[string]io.Reader{"whole": strings.NewReader(text), "halves": iotest.HalfReader(strings.NewReader(text))} {
		lines := book.NewReader(r)
		var got []string
		for {
			l, err := lines.ReadNext()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%d %d %t", l.Number, len(l.Text), l.TooLong))
			if piece := book.Trim(l.Number, []byte(text[l.Start:l.Start+l.Size])); !l.TooLong && string(piece) != string(l.Text) {
				t.Errorf("%s: line %d lies elsewhere", name, l.Number)
			}
		}
		if want := "[1 3 false 4 3 false 5 307200 false 6 0 true 7 6 false]"; fmt.Sprint(got) != want || lines.Offset() != int64(len(text)) {
			t.Errorf("%s: %v, offset %d", name, got, lines.Offset())
		}
	}
}

func TestAnErrorIsNoEnd(t *testing.T) {
	broken := errors.New("the disk is gone")
	lines := book.NewReader(io.MultiReader(strings.NewReader("{1}\n{2"), iotest.ErrReader(broken)))
	_, first := lines.ReadNext()
	if _, err := lines.ReadNext(); first != nil || !errors.Is(err, broken) {
		t.Errorf("%v, %v", first, err)
	}
}

func TestEntries(t *testing.T) {
	for text, want := range map[string]string{
		`{"import_supplier":"A","external_account_number":"1","customers":[]}`:               `1 whole`,
		`{"external_account_number":" 1 ","customers":[]}`:                                   `1 whole`,
		`{"account":{"external_account_number":12,"notes":[{}]},"notes":[]}`:                 `12 {"external_account_number":12,"notes":[{}]}`,
		`{"external_account_number":"é/1","notes":[]}`:                                       `é/1 nil`,
		`{"line":3,"external_account_number":"2","account":{"external_account_number":"1"}}`: `1 {"external_account_number":"1"}`,
		`{"account":null}`:                          "error: the account is not a JSON object",
		`{"account":[1]}`:                           "error: the account is not a JSON object",
		`{"account":{"customers":[]}}`:              ` {"customers":[]}`,
		`{"notes":[]}`:                              " whole",
		`{"external_account_number":"","notes":[]}`: " nil",
		`{"external_account_number":"1"`:            "error",
		`{"a":1,"a":2}`:                             "error",
		`1`:                                         "error",
		`{} {}`:                                     "error",
	} {
		e, err := book.ReadEntry([]byte(text))
		got := e.Number + " " + string(e.Account)
		switch {
		case err != nil:
			got = "error: " + err.Error()
		case e.Account == nil:
			got = e.Number + " nil"
		case string(e.Account) == text:
			got = e.Number + " whole"
		}
		if got != want && (want != "error" || err == nil) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Two lines say the same where they have the same bytes, apart from what a report has added.
func TestTheHashOfALine(t *testing.T) {
	const account = `{"external_account_number":"1"}`
	hash := func(text string) string {
		e, err := book.ReadEntry([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		sum := e.SHA256()
		return string(sum[:])
	}
	plain := hash(`{"account":` + account + `,"notes":[{"body":"a"}]}`)
	for _, reported := range []string{
		`{"line":1,"external_account_number":"1","step":"notes","code":"x","detail":"y","errors":[],"done":["account"],"account":` + account + `, "notes": [{"body":"a"}]}`,
		`{"account":` + account + `,"raw":"","notes":[{"body":"a"}],"done":[]}`,
	} {
		if hash(reported) != plain {
			t.Errorf("a report changes the hash of %s", reported)
		}
	}
	for _, other := range []string{
		`{"account":` + account + `,"notes":[{"body":"b"}]}`, `{"account":` + account + `}`, account,
		`{"account":` + account + `,"statements":[{"body":"a"}]}`, `{"external_account_number":"1","notes":[{"body":"a"}]}`,
	} {
		if hash(other) == plain {
			t.Errorf("%s has the same hash", other)
		}
	}
}
