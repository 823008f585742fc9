package extracts

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

func write(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "Konten 2024.csv")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// read returns the rows of a file with their lines, and its problems.
func read(t *testing.T, path string, form Form) (f *File, rows []string, problems []Problem, n Counts) {
	t.Helper()
	f, err := Inspect(path, form)
	if err != nil {
		t.Fatal(err)
	}
	n, err = f.ReadRows(func(line int, cells []string, _ int64) error {
		rows = append(rows, fmt.Sprintf("%d:%s", line, strings.Join(cells, "|")))
		return nil
	}, func(p Problem) { problems = append(problems, p) })
	if err != nil {
		t.Fatal(err)
	}
	return f, rows, problems, n
}

const accents = "Konto;Name\r\n1;Zoë €5\r\n2;Müller\r\n"

func encode(t *testing.T, name string) []byte {
	t.Helper()
	var out []byte
	var err error
	switch name {
	case "utf-8":
		return []byte(accents)
	case "utf-8 with a mark":
		return []byte("\ufeff" + accents)
	case "windows-1252":
		out, err = charmap.Windows1252.NewEncoder().Bytes([]byte(accents))
	case "utf-16le with a mark":
		out, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(accents))
	case "utf-16le":
		out, err = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(accents))
	case "utf-16be with a mark":
		out, err = unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(accents))
	case "utf-16be":
		out, err = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(accents))
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEncodingsAreFound(t *testing.T) {
	for _, name := range []string{"utf-8", "utf-8 with a mark", "windows-1252", "utf-16le with a mark", "utf-16le", "utf-16be with a mark", "utf-16be"} {
		f, rows, problems, _ := read(t, write(t, encode(t, name)), Form{})
		usual, _, _ := strings.Cut(name, " ")
		if f.Encoding != usual || f.Table != "konten_2024" || strings.Join(f.Columns, " ") != "konto name" {
			t.Errorf("%s: %+v", name, f)
		}
		if got := strings.Join(rows, " / "); got != "2:1|Zoë €5 / 3:2|Müller" || len(problems) > 0 {
			t.Errorf("%s: %s %v", name, got, problems)
		}
	}
}

// The first accent may be far behind, and a character may lie across the reader's parts.
func TestEncodingOfTheWholeFile(t *testing.T) {
	padding := bytes.Repeat([]byte("1;x\n"), 1<<18)
	for _, c := range []struct {
		end  string
		want string
	}{{"2;\xe4", windows1252}, {"2;ä", utf8Name}, {"2;\xc3", windows1252}} {
		content := append(append([]byte("a;b\n"), padding...), c.end...)
		f, err := Inspect(write(t, content), Form{})
		if err != nil || f.Encoding != c.want {
			t.Errorf("%q: %+v %v", c.end, f, err)
		}
	}
	_, err := Inspect(write(t, []byte("a;b\nä;ö\nü;\xe4\n")), Form{})
	if err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("mixed encodings: %v", err)
	}
	_, rows, problems, n := read(t, write(t, []byte("a;b\nä;ö\nü;\xe4\n")), Form{Encoding: "UTF-8"})
	if len(rows) != 1 || len(problems) != 1 || n.Bad != 1 || problems[0] != (Problem{"Konten 2024.csv", 3, CodeInvalidText, problems[0].Detail}) {
		t.Errorf("%v %v", rows, problems)
	}
	_, rows, _, _ = read(t, write(t, []byte("a;b\n1;\xa4\n")), Form{Encoding: "iso-8859-15"})
	if len(rows) != 1 || rows[0] != "2:1|€" {
		t.Errorf("%v", rows)
	}
}

func TestDelimitersAndHeaders(t *testing.T) {
	for _, c := range []struct {
		name, content string
		form          Form
		delimiter     rune
		columns, rows string
	}{
		{"comma", "a,b\n1,2\n", Form{}, ',', "a b", "2:1|2"},
		{"semicolon with decimal commas", "Konto;Saldo\n1;1,50\n2;2,75\n", Form{}, ';', "konto saldo", "2:1|1,50 3:2|2,75"},
		{"tab", "a\tb\n1\t2;3\n", Form{}, '\t', "a b", "2:1|2;3"},
		{"bar", "a|b\n1|2\n", Form{}, '|', "a b", "2:1|2"},
		{"of spreadsheets", "sep=|\r\na|b\r\n1|2\r\n", Form{}, '|', "a b", "3:1|2"},
		{"one column", "a\n1\n", Form{}, ',', "a", "2:1"},
		{"given", "a:b\n1:2\n", Form{Delimiter: ":"}, ':', "a b", "2:1|2"},
		{"given tab", "a\tb\n", Form{Delimiter: "tab"}, '\t', "a b", ""},
		{"no header", "1;Zoë\n2;Jan\n", Form{}, ';', "column1 column2", "1:1|Zoë 2:2|Jan"},
		{"header is given", "1;2\n3;4\n", Form{Header: "yes"}, ';', "_1 _2", "2:3|4"},
		{"no header is given", "a;b\n3;4\n", Form{Header: "no"}, ';', "column1 column2", "1:a|b 2:3|4"},
		{"names", "Kunden-Nr.;;Name;name;_line; Straße \n1;2;3;4;5;6\n", Form{}, ';', "kunden_nr column2 name name_2 line straße", "2:1|2|3|4|5|6"},
		{"blank rows", "a;b\n\n;;\n1;2\n\r\n ; \n", Form{}, ';', "a b", "4:1|2"},
		{"embedded", "a,b\n1,\"x\r\ny, \"\"z\"\"\"\n2,\"\"\n", Form{}, ',', "a b", "2:1|x\ny, \"z\" 4:2|"},
	} {
		f, rows, problems, _ := read(t, write(t, []byte(c.content)), c.form)
		if f.Delimiter != c.delimiter || strings.Join(f.Columns, " ") != c.columns || strings.Join(rows, " ") != c.rows || len(problems) > 0 {
			t.Errorf("%s: %q %q %q %v", c.name, f.Delimiter, f.Columns, rows, problems)
		}
	}
}

// A row that cannot be read is named by its line, and the rows after it are read.
func TestProblems(t *testing.T) {
	content := "a;b\n1;2\n1;2;3\n4\n5;x \"y\" z\n6;\"x\" y\n7;\x00\n8;9\n10;\"never closed\n11;12\n"
	_, rows, problems, n := read(t, write(t, []byte(content)), Form{Encoding: "utf-8"})
	if got := strings.Join(rows, " "); got != "2:1|2 8:8|9" {
		t.Errorf("rows %s", got)
	}
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprintf("%d:%s", p.Line, p.Code))
	}
	want := fmt.Sprintf("3:%[1]s 4:%[1]s 5:%[2]s 6:%[2]s 7:%[3]s 9:%[2]s", CodeRagged, CodeQuotes, CodeInvalidText)
	if strings.Join(got, " ") != want || n.Bad != 6 || n.Rows != 2 {
		t.Errorf("%v\nwant %s\n%+v", got, want, n)
	}
	_, rows, problems, _ = read(t, write(t, []byte("a;b\n5;x \"y\" z\n")), Form{LazyQuotes: true})
	if len(rows) != 1 || rows[0] != `2:5|x "y" z` || len(problems) > 0 {
		t.Errorf("%v %v", rows, problems)
	}
}

// A quote that is never closed does not read a large file into memory.
func TestARowIsBounded(t *testing.T) {
	content := append([]byte("a;b\n1;\"open\n"), bytes.Repeat([]byte("2;some text of a row\n"), maxRow/16)...)
	f, err := Inspect(write(t, content), Form{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.ReadRows(func(int, []string, int64) error { return nil }, func(Problem) {})
	if err == nil || !strings.Contains(err.Error(), "Konten 2024.csv, after line 2: a row is longer than 16 MiB") {
		t.Error(err)
	}
}

func TestMisuse(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		form    Form
	}{
		"empty": {"\n\n", Form{}}, "encoding": {"a;b\n", Form{Encoding: "klingon"}}, "delimiter": {"a;b\n", Form{Delimiter: "ab"}},
		"header": {"a;b\n", Form{Header: "maybe"}}, "utf-16 without a mark": {"a;b\n", Form{Encoding: "utf-16"}},
	} {
		if f, err := Inspect(write(t, []byte(c.content)), c.form); err == nil {
			t.Errorf("%s: %+v", name, f)
		}
	}
}
