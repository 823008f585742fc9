package mailtemplate_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/mailtemplate"
)

// A usable template gives a subject of one line, and values never become markup.
func FuzzRender(f *testing.F) {
	for _, seed := range []string{"", "{{.CustomerName}}", "{{range 9}}x{{end}}", "{{template \"subject\"}}", "{{.Nobody}}", "{{", "a\r\nBcc: x@example.com", "{{printf \"%1000000000d\" 1}}", "{{or .Date (and .Supplier \"x\")}}", "{{if .Date}}{{else with .Supplier}}{{.}}{{end}}", "<script>{{.Supplier}}</script>", "{{define \"a\"}}{{template \"a\"}}{{end}}{{template \"a\"}}"} {
		f.Add(seed, seed)
	}
	about := mailtemplate.About{CustomerName: "<i>Zoë</i>\r\nBcc: x", AccountNumber: "1", ExternalAccountNumber: "2", Supplier: "Acme", Date: "2026-01-31"}
	f.Fuzz(func(t *testing.T, subject, body string) {
		line, page, err := mailtemplate.Templates{Subject: subject, Body: body}.Render(about)
		if err != nil {
			return
		}
		if len(line)+len(page) > 2<<20 {
			t.Errorf("%d bytes", len(line)+len(page))
		}
		if strings.ContainsAny(line, "\r\n") || strings.Contains(page, "<i>Zoë") && !strings.Contains(body, "<i>Zoë") {
			t.Errorf("%q and %q become %q and %q", subject, body, line, page)
		}
	})
}
