package fault

import (
	"strings"
	"testing"
)

func TestShown(t *testing.T) {
	for value, want := range map[string]string{
		"":                       "“”",
		"ABC":                    "“ABC”",
		"Größe 東京":               "“Größe 東京”",
		"a\nb\u202ec\x00":        "“a�b�c�”",
		strings.Repeat("é", 60):  "“" + strings.Repeat("é", 60) + "”",
		strings.Repeat("é", 61):  "“" + strings.Repeat("é", 60) + "…”",
		"zoe.oneill@example.com": "“z***@example.com”",
	} {
		if got := Shown(value); got != want {
			t.Errorf("%q: got %s, want %s", value, got, want)
		}
	}
}

func TestForm(t *testing.T) {
	for value, want := range map[string]string{
		"CF10 1aa":              "“AA99 9aa”",
		"31/12/1980":            "“99/99/9999”",
		"O’Neill 王":             "“A�Aaaaa a”",
		"+٤٤ (7)":               "“+99 (9)”",
		"\t":                    "“�”",
		strings.Repeat("7", 70): "“" + strings.Repeat("9", 60) + "…”",
	} {
		if got := Form(value); got != want {
			t.Errorf("%q: got %s, want %s", value, got, want)
		}
	}
}

func TestMaskedEmail(t *testing.T) {
	for value, want := range map[string]string{
		"zoe.oneill@example.com":   "“z***@example.com”",
		"Ünal@bücher.example":      "“Ü***@bücher.example”",
		`"the office"@example.net`: "“\"***@example.net”",
		"zoe@bob@example.com":      "“z***@example.com”",
		"zoe.oneill":               "“z***”",
		"@example.com":             "“***@example.com”",
		"":                         "“***”",
		"zoe@oneill":               "“z***@***”",
		"zoe@example.com O'Neill":  "“z***@example.com***”",
		"zoe@O'Neill.com":          "“z***@***”",
		"zoe@" + strings.Repeat("x", 60) + ".com":  "“z***@***”",
		"\u200bzoe@example.com":                    "“***@example.com”",
		"Zoe O'Neill <zoe.oneill@example.com>":     "“Z***@example.com***”",
		"zoe.oneill@example.com;bob@mail.example.": "“z***@mail.example.”",
	} {
		if got := MaskedEmail(value); got != want {
			t.Errorf("%q: got %s, want %s", value, got, want)
		}
	}
}

func TestMaskedPhone(t *testing.T) {
	for value, want := range map[string]string{
		"07700 900123":   "***23 of the form “99999 999999”",
		"+44 7700 90012": "***12 of the form “+99 9999 99999”",
		"O7700 I23":      "***23 of the form “A9999 A99”",
		"1234":           "of the form “9999”",
		"Ask Zoë":        "of the form “Aaa Aaa”",
		"":               "of the form “”",
	} {
		if got := MaskedPhone(value); got != want {
			t.Errorf("%q: got %s, want %s", value, got, want)
		}
	}
}

func TestSome(t *testing.T) {
	values := strings.Split("A B C D E F G H I J", " ")
	for n, want := range map[int]string{0: "", 1: "A", 8: "A, B, C, D, E, F, G, H", 10: "A, B, C, D, E, F, G, H and 2 more"} {
		if got := Some(values[:n]); got != want {
			t.Errorf("%d: got %s", n, got)
		}
	}
}
